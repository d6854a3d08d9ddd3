package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A launch is what the hooks of one firing share. err says why none of them can start.
type launch struct {
	dir   string
	env   []string
	shell shell
	stdin []byte
	err   error
}

// prepare reads the environment (HOOK-188) and finds the shell (INT-08), once per
// firing.
//
//hooktest:impl HOOK-125.2
func (r *Runner) prepare(in hook.Input) (l launch) {
	defer func() {
		if p := recover(); p != nil {
			l.err = fmt.Errorf("preparing the hooks: %v", p)
		}
	}()
	l.dir = in.CWD()
	inherited, rules := r.environ(), r.contract.Launch
	l.env = environment(inherited, rules.Variables, l.dir)
	l.env = adjusted(l.env, rules)
	l.shell, l.err = findShell(rules, runtime.GOOS, lookup(inherited, "PATH"))
	return l
}

// encode encodes the hooks' input. A value that is not JSON panics: that must fail the
// firing, not the engine.
func (l *launch) encode(in hook.Input) {
	defer func() {
		if p := recover(); p != nil {
			l.stdin, l.err = nil, fmt.Errorf("encoding the input: %v", p)
		}
	}()
	l.stdin = in.Bytes()
}

// environment returns the inherited variables with the contract's set to dir. Inherited
// values of these are dropped, because programs differ in which of two values they use.
//
//hooktest:impl HOOK-155 HOOK-188
func environment(inherited, variables []string, dir string) []string {
	env := make([]string, 0, len(inherited)+len(variables))
	for _, variable := range inherited {
		if name, _, _ := strings.Cut(variable, "="); !among(variables, name) {
			env = append(env, variable)
		}
	}
	for _, name := range variables {
		env = append(env, name+"="+dir)
	}
	return env
}

// adjusted returns an environment without the variables that the contract removes, and
// with those that it sets for all hooks.
func adjusted(env []string, rules dialect.Launch) []string {
	if len(rules.Set)+len(rules.Removed) == 0 {
		return env
	}
	env = slices.DeleteFunc(env, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return replaced(rules, name)
	})
	for _, variable := range rules.Set {
		env = append(env, variable.Name+"="+variable.Value)
	}
	return env
}

// replaced reports whether the contract sets or removes an inherited variable.
func replaced(rules dialect.Launch, name string) bool {
	return slices.ContainsFunc(rules.Set, func(v dialect.Variable) bool { return sameName(name, v.Name) }) ||
		slices.ContainsFunc(rules.Removed, func(pattern string) bool {
			prefix, open := strings.CutSuffix(pattern, "*")
			return sameName(name, pattern) || open && strings.HasPrefix(name, prefix)
		})
}

func among(variables []string, name string) bool {
	return slices.ContainsFunc(variables, func(v string) bool { return sameName(name, v) })
}

// sameName compares names of variables, such as PATH (INT-08). On Windows the case is
// ignored.
func sameName(a, b string) bool {
	return a == b || runtime.GOOS == "windows" && strings.EqualFold(a, b)
}

// lookup returns the value of a variable, such as PATH (INT-08). If there are several,
// the last one counts, as in shells.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(env[i], "="); ok && sameName(key, name) {
			return value
		}
	}
	return ""
}

// A shell runs a hook's command text.
type shell struct {
	path  string
	rules dialect.Shell
	// variables are the variables that the text may refer to.
	variables []string
	// inserted are the variables that are replaced by the folder in the text.
	inserted []string
	folder   string
	// arguments are the arguments of a program that is started without a shell; nil for
	// a shell.
	arguments []string
}

// launchOf returns the launch of one hook, which may select another shell, or none.
// Without a shell its command is a file, or a program on the PATH.
func (r *Runner) launchOf(l launch, entry hook.Entry) launch {
	if l.err != nil {
		return l
	}
	path := lookup(l.env, "PATH")
	l.shell.inserted, l.shell.folder = r.contract.Launch.Inserted, l.dir
	switch {
	case entry.Args != nil:
		l.shell = shell{path: entry.Command, arguments: entry.Args}
		if !strings.ContainsAny(entry.Command, `/\`) {
			file, ok := onPath(path, entry.Command)
			if !ok {
				l.err = fmt.Errorf("%s is not on the PATH", entry.Command)
			}
			l.shell.path = file
		} else if !filepath.IsAbs(entry.Command) {
			l.shell.path = filepath.Join(l.dir, entry.Command)
		}
	case entry.Shell != "":
		chosen, _ := r.contract.Handlers.Choice.Other(entry.Shell)
		rules := r.contract.Launch
		rules.Shells = []dialect.Shell{chosen}
		l.shell, l.err = findShell(rules, runtime.GOOS, path)
	}
	return l
}

func (s shell) args(command string) []string {
	if s.arguments != nil {
		return append([]string{command}, s.arguments...)
	}
	args := make([]string, 0, len(s.rules.Flags)+2)
	args = append(args, filepath.Base(s.path))
	args = append(args, s.rules.Flags...)
	return append(args, s.rules.Script.Text(replacedIn(command, s.inserted, shellword.Of(s.folder)), s.variables))
}

// replacedIn returns a command's text with $NAME of the variables replaced. ${NAME} and
// longer names are left to the shell.
func replacedIn(command string, names []string, value string) string {
	for _, name := range names {
		parts := strings.Split(command, "$"+name)
		command = parts[0]
		for _, rest := range parts[1:] {
			if rest != "" && (rest[0] == '_' || rest[0] >= '0' && rest[0] <= '9' || rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z') {
				command += "$" + name + rest
				continue
			}
			command += value + rest
		}
	}
	return command
}

// findShell returns the first of the contract's shells that exists (INT-08). It is
// called for every firing: PATH and its directories may change while an engine runs,
// and the search takes a few microseconds.
func findShell(rules dialect.Launch, goos, path string) (shell, error) {
	found := shell{rules: rules.Shell(goos), variables: rules.Variables}
	for _, name := range found.rules.Programs {
		if file, ok := onPath(path, name); ok {
			found.path = file
			return found, nil
		}
	}
	if found.path = found.rules.Fallback; found.path == "" {
		return shell{}, fmt.Errorf("%s is not on the PATH", strings.Join(found.rules.Programs, " or "))
	}
	return found, nil
}

// onPath finds a program on the PATH (INT-08). Relative directories are skipped: with
// them a project could provide its own shell.
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
