package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/hook"
)

// A target is the hook that a person named.
type target struct {
	// name is what the person wrote, command what the shell gets.
	name, command string
	// path is the script's absolute path; empty for a command line.
	path string
	// text is the script's content, if it can be read.
	text []byte
}

// scriptLimit bounds how much of a script is looked at for event names.
const scriptLimit = 1 << 20

// findHook finds the script. A script that is there but can't be started is
// left to the agent's shell, whose verdict is the point.
func (o *runOptions) findHook() (target, error) {
	t := target{name: o.hook}
	info, err := os.Stat(o.hook)
	switch {
	case err == nil && info.IsDir():
		return target{}, &failure{code: exitUntestable, message: fmt.Sprintf("%s is a folder, not a hook", o.hook), hint: "name the script inside it"}
	case err == nil:
		if t.path, err = filepath.Abs(o.hook); err != nil {
			return target{}, fault(err)
		}
		t.command = trial.CommandFor(t.path, o.args)
		t.text = readStart(t.path)
		return t, nil
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(o.hook, " \t;|&$"):
		t.command = o.hook
		if len(o.args) > 0 {
			t.command += " " + strings.TrimPrefix(trial.CommandFor("x", o.args), "x ")
		}
		return t, nil
	case errors.Is(err, fs.ErrNotExist):
		return target{}, &failure{code: exitUntestable, message: fmt.Sprintf("no such hook: %s", o.hook), hint: nearFile(o.hook)}
	}
	return target{}, &failure{code: exitUntestable, message: fmt.Sprintf("the hook can't be looked at: %v", err)}
}

func readStart(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, scriptLimit)
	n, _ := f.Read(text)
	return text[:n]
}

// nearFile proposes a file of a similar name beside the missing one.
func nearFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return fmt.Sprintf("there is no folder %s", filepath.Dir(path))
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if near := nearest(filepath.Base(path), names); near != "" {
		return fmt.Sprintf("did you mean %s?", filepath.Join(filepath.Dir(path), near))
	}
	return "a command line goes in quotes: hooktest run 'python3 guard.py'"
}

var interpreterLine = regexp.MustCompile(`^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?`)

// startHint says why a script can't be started, as far as one can see.
func (t target) startHint(outcome trial.Outcome) string {
	if t.path == "" {
		return "the shell says: " + firstLine(outcome.Fired.Results[0].Stderr)
	}
	info, err := os.Stat(t.path)
	if err != nil {
		return err.Error()
	}
	if info.Mode()&0o111 == 0 {
		return "it is not executable: chmod +x " + t.name
	}
	line := firstLine(t.text)
	if strings.HasSuffix(line, "\r") {
		return "its first line ends in a carriage return: save it with LF line ends"
	}
	m := interpreterLine.FindStringSubmatch(line)
	switch {
	case m == nil:
		return "it has no #! line: begin it with one such as #!/bin/sh"
	case filepath.Base(m[1]) == "env":
		return fmt.Sprintf("its interpreter %s is not on the PATH", m[2])
	}
	if _, err := os.Stat(m[1]); err != nil {
		return fmt.Sprintf("its interpreter %s does not exist", m[1])
	}
	return "the shell says: " + firstLine(outcome.Fired.Results[0].Stderr)
}

// firstLine keeps a carriage return, which is what some hooks fail for.
func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}

// events are the events whose names the script's own text holds, in the order
// of the specification.
func (t target) events() []hook.Event {
	var found []hook.Event
	for _, e := range hook.Events() {
		if regexp.MustCompile(`\b` + string(e) + `\b`).Match(t.text) {
			found = append(found, e)
		}
	}
	return found
}
