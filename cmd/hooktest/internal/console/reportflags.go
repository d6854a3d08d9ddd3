package console

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// ReportFlags select reports of a T and their files.
type ReportFlags[T any] struct {
	format  string
	files   []string
	formats report.Formats[T]
}

// Register adds the flags to a command.
func (r *ReportFlags[T]) Register(cmd *cobra.Command, formats report.Formats[T]) {
	r.formats = formats
	cmd.Flags().StringVar(&r.format, "format", "pretty", "what to print: "+strings.Join(formats.Names(), ", "))
	cmd.Flags().StringArrayVar(&r.files, "report", nil, "write a report as well, as `format=path`; may be repeated")
	CompleteFlag(cmd, "format", formats.Names)
}

// Check validates the flags before a long run.
func (r *ReportFlags[T]) Check() error {
	if err := CheckChoice("format", r.format, r.formats.Names()); err != nil {
		return err
	}
	for _, file := range r.files {
		format, path, ok := strings.Cut(file, "=")
		if !ok || path == "" {
			return Usage(fmt.Sprintf("--report %s has no path", file), "such as --report junit=junit.xml")
		}
		if err := CheckChoice("format", format, r.formats.Names()); err != nil {
			return err
		}
	}
	return nil
}

// Paths returns the files that reports are written to.
func (r *ReportFlags[T]) Paths() []string {
	paths := make([]string, len(r.files))
	for i, file := range r.files {
		_, path, _ := strings.Cut(file, "=")
		paths[i] = filepath.Clean(path)
	}
	return paths
}

// Write writes every report. On GitHub, annotations and the step summary are added automatically.
// If a report can't be written, Write reports that at once and still writes the others: the run
// may have taken long.
func (r *ReportFlags[T]) Write(a *App, value T) error {
	code := ExitOK
	written := func(err error) {
		if err != nil {
			code = max(code, a.Finish(err))
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
	written(unwritable("stdout", in(r.format, a.Look())(a.Streams.Out)))
	for _, file := range r.files {
		format, path, _ := strings.Cut(file, "=")
		written(writeFile(path, os.O_TRUNC, in(format, report.Look{})))
	}
	if a.Getenv("GITHUB_ACTIONS") == "true" {
		written(unwritable("stderr", in("github", report.Look{})(a.Streams.Err)))
		if summary := a.Getenv("GITHUB_STEP_SUMMARY"); summary != "" {
			written(writeFile(summary, os.O_APPEND, in("markdown", report.Look{})))
		}
	}
	if code != ExitOK {
		return Silent(code)
	}
	return nil
}

// unwritable reports a failed write as a problem of this machine or the command line. For
// example, a full disk is not a fault of hooktest.
func unwritable(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		return err
	}
	if _, ok := errors.AsType[*fs.PathError](err); !ok {
		return Fault(fmt.Errorf("writing %s: %w", path, err))
	}
	return Usage(fmt.Sprintf("the report can't be written: %v", err), "")
}

// writeFile replaces a report. If that fails, the old one stays unchanged. A step summary has the
// mode os.O_APPEND and is appended to the file.
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

// Look returns the width and the styles of the output stream.
func (a *App) Look() report.Look {
	return report.Look{Width: a.Streams.Out.Width(), Paint: a.paint}
}

func (a *App) paint(tone report.Tone, text string) string {
	style, ok := map[report.Tone]term.Style{
		report.Strong: term.Bold, report.Faint: term.Dim, report.Good: term.Good, report.Bad: term.Bad, report.Caution: term.Caution,
	}[tone]
	if !ok {
		return text
	}
	return string(a.Streams.Out.Styled(style, text))
}
