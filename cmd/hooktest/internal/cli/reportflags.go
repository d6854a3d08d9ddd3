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
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// reportFlags say which reports to write where.
type reportFlags struct {
	format string
	files  []string
	// names are the formats that there are.
	names []string
}

func (r *reportFlags) register(cmd *cobra.Command, names []string) {
	r.names = names
	cmd.Flags().StringVar(&r.format, "format", "pretty", "what to print: "+strings.Join(names, ", "))
	cmd.Flags().StringArrayVar(&r.files, "report", nil, "write a report as well, as `format=path`; may be repeated")
	completeFlag(cmd, "format", names)
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
	if err := checkChoice("format", r.format, r.names); err != nil {
		return err
	}
	for _, file := range r.files {
		format, path, ok := strings.Cut(file, "=")
		if !ok || path == "" {
			return usage(fmt.Sprintf("--report %s has no path", file), "such as --report junit=junit.xml")
		}
		if err := checkChoice("format", format, r.names); err != nil {
			return err
		}
	}
	return nil
}

// A reporter writes one thing in one of several formats.
type reporter func(w io.Writer, format string) error

// write writes every report, pretty being what a person reads on the terminal. On
// GitHub the annotations and the step summary come by themselves. A report that
// can't be written is told at once and keeps no other from being written: what
// it is about may have taken long.
func (r *reportFlags) write(a *app, pretty func() error, render reporter) error {
	code := exitOK
	written := func(err error) {
		if err != nil {
			code = max(code, a.finish(err))
		}
	}
	if r.format == "pretty" {
		written(unwritable("stdout", pretty()))
	} else {
		written(unwritable("stdout", render(a.streams.Out, r.format)))
	}
	for _, file := range r.files {
		format, path, _ := strings.Cut(file, "=")
		written(writeFile(path, os.O_TRUNC, format, render))
	}
	if a.getenv("GITHUB_ACTIONS") == "true" {
		written(unwritable("stderr", render(a.streams.Err, "github")))
		if summary := a.getenv("GITHUB_STEP_SUMMARY"); summary != "" {
			written(writeFile(summary, os.O_APPEND, "markdown", render))
		}
	}
	if code != exitOK {
		return silent(code)
	}
	return nil
}

// writeRun writes the reports of a run, also of one that was cut short.
func (r *reportFlags) writeRun(a *app, run stream.Run, c *catalogue.Catalogue) error {
	reported := report.New(run, c)
	pretty := func() error {
		return report.Pretty(a.streams.Out, reported, report.Look{Width: a.streams.Out.Width(), Paint: a.paint})
	}
	return r.write(a, pretty, func(w io.Writer, name string) error {
		format, err := report.Lookup(name)
		if err != nil {
			return err
		}
		return format.Write(w, reported)
	})
}

// unwritable blames this machine, or the command line, for a report that could
// not be written; a full disk is no fault of hooktest.
func unwritable(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		return err
	}
	if _, ok := errors.AsType[*fs.PathError](err); !ok {
		return fault(fmt.Errorf("writing %s: %w", path, err))
	}
	return usage(fmt.Sprintf("the report can't be written: %v", err), "")
}

// writeFile writes a report in place of an old one, which stays as it was where
// that fails; a step summary, whose mode is os.O_APPEND, goes behind what others
// wrote.
func writeFile(path string, mode int, format string, render reporter) error {
	if mode != os.O_APPEND {
		return unwritable(path, atomicfile.Write(path, 0o644, func(w io.Writer) error { return render(w, format) }))
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|mode, 0o644)
	if err != nil {
		return unwritable(path, err)
	}
	err = render(f, format)
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
	return string(a.streams.Out.Styled(style, text))
}
