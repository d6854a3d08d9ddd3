package console

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"

	"github.com/hooktest/hooktest/internal/english"
)

// ReadStream reads a stream from a file, or from stdin for -. A truncated stream is read up to
// its end, and its reports say that it is truncated.
func (a *App) ReadStream(path string) (stream.Run, error) {
	in := a.StandardInput()
	if path != "-" {
		f, err := os.Open(path)
		if hint := whereIsTheRest(path, err); hint != "" {
			return stream.Run{}, Usage(fmt.Sprintf("%s: no such file", path), hint)
		}
		if err != nil {
			return stream.Run{}, Unreadable(path, err)
		}
		defer f.Close()
		in = f
	}
	name := path
	if path == "-" {
		name = "stdin"
	}
	run, err := stream.Read(in)
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return stream.Run{}, Unreadable(name, err)
	}
	if err != nil {
		return stream.Run{}, Usage(fmt.Sprintf("%s: %v", name, err), "a stream is what --report ndjson=FILE writes")
	}
	if !run.Ended {
		a.Streams.Err.Warning(fmt.Sprintf("%s ends in the middle: %s", name, strings.TrimSpace(run.Footer.Why)), "")
	}
	return run, nil
}

// SuiteFault is the error for a run with a broken case.
func SuiteFault(run stream.Run) error {
	message := "a case is broken: the suite is to blame, not the implementation"
	return &Failure{Code: ExitFault, Message: strings.Join(append([]string{message}, brokenCases(run)...), "\n")}
}

// shownFaults limits how many broken cases a message names. The reports have all.
const shownFaults = 5

// brokenCases describes each broken case with its place.
func brokenCases(run stream.Run) []string {
	var lines []string
	for _, c := range run.Cases {
		for _, check := range c.Checks {
			if check.Verdict != outcome.SuiteError || len(check.Mismatches) == 0 {
				continue
			}
			line := faultLine(c.Start, check.Mismatches[len(check.Mismatches)-1])
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if more := len(lines) - shownFaults; more > 0 {
		lines = append(lines[:shownFaults], fmt.Sprintf("and %s", english.Count(more, "more fault")))
	}
	return lines
}

// faultLine formats a fault of a case with file and line. If the case's script has stopped, the
// text itself begins with the case's path and the line.
func faultLine(c stream.CaseStart, m stream.Mismatch) string {
	if at, found := strings.CutPrefix(m.Got, c.Case+".txtar:"); found {
		return c.File + ":" + at
	}
	return fmt.Sprintf("%s:%d: %s: want %s, got %s", c.File, m.Line, m.What, m.Want, m.Got)
}

// unfinishedSuffix is the suffix of the stream of an unfinished run. A killed run leaves it next
// to the missing report.
const unfinishedSuffix = ".part"

// unfinished writes a run's events to disk as they arrive, once for each ndjson report that is
// written to a file. It ignores write errors, because the report is written again at the end. It
// is not safe for concurrent use.
type unfinished struct{ files []*os.File }

// Unfinished opens the streams. It replaces those of an earlier run. If that run is still active,
// it goes on writing to an unlinked file.
func (r *ReportFlags[T]) Unfinished() *unfinished {
	u := &unfinished{}
	for _, file := range r.files {
		format, path, _ := strings.Cut(file, "=")
		if format != "ndjson" {
			continue
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			continue
		}
		path += unfinishedSuffix
		if info, err := os.Lstat(path); err == nil && (!info.Mode().IsRegular() || os.Remove(path) != nil) {
			continue
		}
		if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err == nil {
			u.files = append(u.files, f)
		}
	}
	return u
}

// Write writes one event.
func (u *unfinished) Write(event []byte) (int, error) {
	for _, f := range u.files {
		// A disk that is full now may have free space when the report is written.
		_, _ = f.Write(event)
	}
	return len(event), nil
}

// Remove removes the streams after the reports were written.
func (u *unfinished) Remove() {
	for _, f := range u.files {
		own, err := f.Stat()
		_ = f.Close()
		if there, lost := os.Lstat(f.Name()); err == nil && lost == nil && os.SameFile(own, there) {
			_ = os.Remove(f.Name())
		}
	}
}

// whereIsTheRest suggests the partial stream of a killed run if the stream is missing.
func whereIsTheRest(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if _, err := os.Stat(path + unfinishedSuffix); err != nil {
		return ""
	}
	return "a run that was killed, or is not over yet, has left " + path + unfinishedSuffix
}
