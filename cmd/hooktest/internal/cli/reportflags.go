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
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// reportFlags say which reports of a T to write where.
type reportFlags[T any] struct {
	format  string
	files   []string
	formats report.Formats[T]
}

func (r *reportFlags[T]) register(cmd *cobra.Command, formats report.Formats[T]) {
	r.formats = formats
	cmd.Flags().StringVar(&r.format, "format", "pretty", "what to print: "+strings.Join(formats.Names(), ", "))
	cmd.Flags().StringArrayVar(&r.files, "report", nil, "write a report as well, as `format=path`; may be repeated")
	completeFlag(cmd, "format", formats.Names())
}

// check refuses what can be refused before a long run.
func (r *reportFlags[T]) check() error {
	if err := checkChoice("format", r.format, r.formats.Names()); err != nil {
		return err
	}
	for _, file := range r.files {
		format, path, ok := strings.Cut(file, "=")
		if !ok || path == "" {
			return usage(fmt.Sprintf("--report %s has no path", file), "such as --report junit=junit.xml")
		}
		if err := checkChoice("format", format, r.formats.Names()); err != nil {
			return err
		}
	}
	return nil
}

// write writes every report. On GitHub the annotations and the step summary come by
// themselves. A report that can't be written is told at once and keeps no other from
// being written: what it is about may have taken long.
func (r *reportFlags[T]) write(a *app, value T) error {
	code := exitOK
	written := func(err error) {
		if err != nil {
			code = max(code, a.finish(err))
		}
	}
	in := func(format string, look report.Look) func(io.Writer) error {
		return func(w io.Writer) error {
			f, err := r.formats.Named(format)
			if err != nil {
				return err
			}
			return f.Write(w, value, look)
		}
	}
	written(unwritable("stdout", in(r.format, a.look())(a.streams.Out)))
	for _, file := range r.files {
		format, path, _ := strings.Cut(file, "=")
		written(writeFile(path, os.O_TRUNC, in(format, report.Look{})))
	}
	if a.getenv("GITHUB_ACTIONS") == "true" {
		written(unwritable("stderr", in("github", report.Look{})(a.streams.Err)))
		if summary := a.getenv("GITHUB_STEP_SUMMARY"); summary != "" {
			written(writeFile(summary, os.O_APPEND, in("markdown", report.Look{})))
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
func writeFile(path string, mode int, render func(io.Writer) error) error {
	if mode != os.O_APPEND {
		return unwritable(path, atomicfile.Write(path, 0o644, render))
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|mode, 0o644)
	if err != nil {
		return unwritable(path, err)
	}
	err = render(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return unwritable(path, err)
}

// look is how the output stream looks.
func (a *app) look() report.Look {
	return report.Look{Width: a.streams.Out.Width(), Paint: a.paint}
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
