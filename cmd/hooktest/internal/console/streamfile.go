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
