package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
)

// projectVariables are set to the input's cwd for every hook.
//
//hooktest:impl HOOK-188
var projectVariables = [...]string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"}

// A launch is what the hooks of one firing share. err says why none of them can
// be started.
type launch struct {
	dir   string
	env   []string
	shell shell
	stdin []byte
	err   error
}

// prepare reads the environment and finds the shell, once for each firing.
//
//hooktest:impl HOOK-125.2
func (r *Runner) prepare(in hook.Input) (l launch) {
	defer func() {
		if p := recover(); p != nil {
			l.err = fmt.Errorf("preparing the hooks: %v", p)
		}
	}()
	l.dir = in.CWD()
	inherited := r.environ()
	l.env = environment(inherited, l.dir)
	l.shell, l.err = findShell(runtime.GOOS, lookup(inherited, "PATH"))
	return l
}

// encode makes what the hooks read. A value that is none of JSON's panics there
// and must cost the firing, not the engine.
func (l *launch) encode(in hook.Input) {
	defer func() {
		if p := recover(); p != nil {
			l.stdin, l.err = nil, fmt.Errorf("encoding the input: %v", p)
		}
	}()
	l.stdin = in.Bytes()
}

// environment gives the inherited variables with the project variables set to
// dir; an inherited value of theirs is left out, because programs differ in
// which of two they believe.
//
//hooktest:impl HOOK-155 HOOK-188
func environment(inherited []string, dir string) []string {
	env := make([]string, 0, len(inherited)+len(projectVariables))
	for _, variable := range inherited {
		if name, _, _ := strings.Cut(variable, "="); !isProjectVariable(name) {
			env = append(env, variable)
		}
	}
	for _, name := range projectVariables {
		env = append(env, name+"="+dir)
	}
	return env
}

func isProjectVariable(name string) bool {
	for _, v := range projectVariables {
		if sameName(name, v) {
			return true
		}
	}
	return false
}

// sameName compares the names of variables, which have no case on Windows.
func sameName(a, b string) bool {
	return a == b || runtime.GOOS == "windows" && strings.EqualFold(a, b)
}

// lookup gives the value of a variable; of several the last, as shells do.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(env[i], "="); ok && sameName(key, name) {
			return value
		}
	}
	return ""
}

// A shell is what runs a hook's command text.
type shell struct {
	path string
	// flags stand between the shell's name and the command.
	flags []string
	// script makes what the shell is given of the command text.
	script func(command string) string
}

func (s shell) args(command string) []string {
	args := make([]string, 0, len(s.flags)+2)
	args = append(args, filepath.Base(s.path))
	args = append(args, s.flags...)
	return append(args, s.script(command))
}

// findShell prefers bash to sh; on Windows it wants PowerShell (INT-08). It is
// asked for every firing: PATH and what lies on it may change while an engine
// runs, and the search costs a few microseconds. A unix without either on the
// PATH, or without a PATH, still has its /bin/sh.
func findShell(goos, path string) (shell, error) {
	if goos == "windows" {
		return findPowershell(path)
	}
	for _, name := range []string{"bash", "sh"} {
		if file, ok := onPath(path, name); ok {
			return shell{file, []string{"-c"}, asWritten}, nil
		}
	}
	return shell{"/bin/sh", []string{"-c"}, asWritten}, nil
}

// asWritten leaves the text alone: the shell itself expands the project
// variables, with the quotes and braces that the author wrote (INT-09).
//
//hooktest:impl HOOK-188
func asWritten(command string) string { return command }

// onPath finds a program. Relative directories are skipped: they would let a
// project bring its own shell.
func onPath(path, name string) (string, bool) {
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, name)
		info, err := os.Stat(file)
		if err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return file, true
		}
	}
	return "", false
}
