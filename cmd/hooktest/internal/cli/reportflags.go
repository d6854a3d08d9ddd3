package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
)

// reportFlags say which reports to write where.
type reportFlags struct {
	format string
	files  []string
}

func (r *reportFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.format, "format", "pretty", "what to print: "+strings.Join(conformFormats(), ", "))
	cmd.Flags().StringArrayVar(&r.files, "report", nil, "write a report as well, as `format=path`; may be repeated")
	completeFlag(cmd, "format", conformFormats())
}

func conformFormats() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// check refuses what can be refused before a long run.
func (r *reportFlags) check() error {
	if err := checkChoice("format", r.format, conformFormats()); err != nil {
		return err
	}
	for _, file := range r.files {
		format, path, ok := strings.Cut(file, "=")
		if !ok || path == "" {
			return usage(fmt.Sprintf("--report %s has no path", file), "such as --report junit=junit.xml")
		}
		if err := checkChoice("format", format, conformFormats()); err != nil {
			return err
		}
	}
	return nil
}

// write writes every report, also of a run that was cut short. On GitHub the
// annotations and the step summary come by themselves. A report that can't be
// written is told at once and keeps no other from being written: the run may
// have taken long.
func (r *reportFlags) write(a *app, run stream.Run, c *catalogue.Catalogue) error {
	reported := report.New(run, c)
	code := exitOK
	written := func(err error) {
		if err != nil {
			code = max(code, a.finish(err))
		}
	}
	if r.format == "pretty" {
		err := report.Pretty(a.streams.Out, reported, report.Look{Width: a.streams.Out.Width(), Paint: a.paint})
		written(unwritable("stdout", err))
	} else {
		written(unwritable("stdout", writeFormat(a.streams.Out, r.format, reported)))
	}
	for _, file := range r.files {
		format, path, _ := strings.Cut(file, "=")
		written(writeFile(path, os.O_TRUNC, format, reported))
	}
	if a.getenv("GITHUB_ACTIONS") == "true" {
		written(unwritable("stderr", writeFormat(a.streams.Err, "github", reported)))
		if summary := a.getenv("GITHUB_STEP_SUMMARY"); summary != "" {
			written(writeFile(summary, os.O_APPEND, "markdown", reported))
		}
	}
	if code != exitOK {
		return silent(code)
	}
	return nil
}

// unwritable blames this machine, or the command line, for a report that could
// not be written; a full disk is no fault of hooktest.
func unwritable(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fs.PathError](err); !ok {
		return fault(fmt.Errorf("writing %s: %w", path, err))
	}
	return usage(fmt.Sprintf("the report can't be written: %v", err), "")
}

func writeFormat(w io.Writer, name string, run report.Run) error {
	format, err := report.Lookup(name)
	if err != nil {
		return err
	}
	return format.Write(w, run)
}

func writeFile(path string, mode int, format string, run report.Run) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|mode, 0o644)
	if err != nil {
		return unwritable(path, err)
	}
	err = writeFormat(f, format, run)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return unwritable(path, err)
}

// paint sets text off on the output stream.
func (a *app) paint(tone report.Tone, text string) string {
	style, ok := map[report.Tone]term.Style{
		report.Strong: term.Bold, report.Faint: term.Dim, report.Good: term.Good, report.Bad: term.Bad, report.Caution: term.Caution,
	}[tone]
	if !ok {
		return text
	}
	return a.streams.Out.Styled(style, text)
}
