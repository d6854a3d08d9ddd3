package probe

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/executable"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// atHand has programs of every system with a POSIX shell: a hook need not handle their absence.
const atHand = `[ awk basename bash cat chmod chown cmp comm cp cut date dd df diff dirname du echo ed env
	expr false find fold grep egrep fgrep head id join kill ln ls mkdir mkfifo mktemp mv nl nohup od paste pathchk printf ps pwd
	readlink realpath rm rmdir sed seq sh sleep sort split stat tail tee test time touch tr true tty uname uniq wc which who xargs`

// common has programs that hooks check for before they call them.
var common = []string{"jq", "python3", "python", "node", "git"}

var word = lazyregexp.New(`[A-Za-z0-9_.+-]+`)

// ht606 removes each program that the hook calls and that its text names.
func ht606() Probe {
	return Probe{Name: "tools", Does: "takes away each program that the hook calls, one by one", shell: "what a hook calls can be seen on systems with a POSIX shell alone", run: withoutTools}
}

func withoutTools(ctx context.Context, p *prober) (result, error) {
	names, err := p.tools(ctx)
	if err != nil {
		return result{}, err
	}
	if len(names) == 0 {
		return result{silent: "the hook calls nothing that a system may lack"}, nil
	}
	var all []Found
	for _, name := range names {
		f, err := p.without(ctx, name)
		if err != nil {
			return result{}, err
		}
		all = append(all, f...)
	}
	return result{found: all}, nil
}

// without runs the hook on a PATH without a program.
func (p *prober) without(ctx context.Context, name string) ([]Found, error) {
	folder, remove, err := execution.Folder("hooktest-path-")
	if err != nil {
		return nil, err
	}
	defer remove()
	path, err := pathWithout(folder, p.path(), name)
	if err != nil {
		return nil, err
	}
	for _, unharmed := range p.known() {
		now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{Environ: []string{"PATH=" + path}})
		if err != nil {
			return nil, err
		}
		text := ""
		switch {
		case objects(unharmed.verdict) && passes(now.verdict):
			text = fmt.Sprintf("without %s, %s is no longer refused: %s", name, unharmed.eventInput.Title(), now.going())
		case p.refused == nil && p.guards(unharmed.eventInput) && passes(now.verdict) && p.complains(now) && !p.complains(*unharmed):
			text = fmt.Sprintf("without %s the hook can check nothing: %s", name, now.going())
		}
		if text == "" {
			continue
		}
		fix := fmt.Sprintf("refuse where it is missing, before anything else: command -v %s >/dev/null || { echo '%s is missing' >&2; exit 2; }", name, name)
		see := fmt.Sprintf(`d=$(mktemp -d) && printf '#!/bin/sh\nexit 127\n' >$d/%s && chmod +x $d/%s && PATH=$d:$PATH %s`, name, name, p.see(unharmed.eventInput))
		return []Found{p.found(text, fix, see)}, nil
	}
	return nil, nil
}

// interprets reports whether a program is the hook's interpreter. Without it no line of the hook
// runs, as for every hook in its language.
func (p *prober) interprets(name string) bool {
	script := p.Text
	if word, _, plain := commandfile.FirstWord(p.Command); plain && filepath.Base(word) == name && slices.Contains(commandfile.Interpreters(), name) {
		return true
	}
	first, _, _ := strings.Cut(string(script), "\n")
	return strings.HasPrefix(first, "#!") && slices.Contains(strings.FieldsFunc(first, func(r rune) bool { return strings.ContainsRune("#!/ \t", r) }), name)
}

// complains reports whether the hook, or a program in it, printed an error.
func (p *prober) complains(s shot) bool {
	return slices.ContainsFunc(finding.Of(s.Run()), func(f finding.Finding) bool {
		return slices.Contains([]string{"HT509", "HT511", "HT514"}, f.Rule.ID)
	})
}

// path returns the PATH that the hook inherits.
func (p *prober) path() string {
	path := ""
	for _, variable := range p.Environ {
		if value, ok := strings.CutPrefix(variable, "PATH="); ok {
			path = value
		}
	}
	return path
}

// tools returns the programs that the hook calls or checks for and that its text names, without
// those of every system.
func (p *prober) tools(ctx context.Context) ([]string, error) {
	folder, remove, err := execution.Folder("hooktest-calls-")
	if err != nil {
		return nil, err
	}
	defer remove()
	calls := filepath.Join(folder, "calls")
	path, err := watchedPath(folder, p.path(), calls)
	if err != nil {
		return nil, err
	}
	for _, unharmed := range p.known() {
		if _, err := p.fire(ctx, unharmed.eventInput, execution.Variation{Environ: []string{"PATH=" + path}, Writable: folder}); err != nil {
			return nil, err
		}
	}
	seen, err := os.ReadFile(calls)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	called := append(strings.Fields(string(seen)), common...)
	var names []string
	for _, name := range word.FindAllString(string(p.Text), -1) {
		if slices.Contains(called, name) && !slices.Contains(names, name) && !slices.Contains(strings.Fields(atHand), name) && p.onPath(name) && !p.interprets(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (p *prober) onPath(name string) bool {
	return slices.ContainsFunc(filepath.SplitList(p.path()), func(folder string) bool { return isProgram(filepath.Join(folder, name)) })
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// watchedPath returns a PATH on which every program logs its name to a file before it runs.
func watchedPath(folder, path, calls string) (string, error) {
	return mirrored(folder, path, func(string) bool { return true }, func(mirror, real string, names []string) error {
		// exec names the mirrored folder: the name may be a link that works only from there.
		script := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' \"${0##*/}\" >>%s\nexec %s/\"${0##*/}\" \"$@\"\n", quoted(calls), quoted(real))
		file := mirror + ".sh"
		if err := executable.Write(file, []byte(script)); err != nil {
			return err
		}
		return link(mirror, names, func(string) string { return file })
	})
}

// pathWithout returns a PATH that lacks one program.
func pathWithout(folder, path, missing string) (string, error) {
	has := func(real string) bool { return isProgram(filepath.Join(real, missing)) }
	return mirrored(folder, path, has, func(mirror, real string, names []string) error {
		names = slices.DeleteFunc(names, func(name string) bool { return name == missing })
		return link(mirror, names, func(name string) string { return filepath.Join(real, name) })
	})
}

// mirrored returns a PATH with some folders replaced by new ones, which fill populates.
func mirrored(folder, path string, which func(real string) bool, fill func(mirror, real string, names []string) error) (string, error) {
	var all []string
	made := map[string]string{}
	for _, dir := range filepath.SplitList(path) {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || !filepath.IsAbs(real) {
			continue
		}
		if !which(real) {
			all = append(all, dir)
			continue
		}
		if made[real] == "" {
			mirror := filepath.Join(folder, fmt.Sprintf("bin%d", len(made)))
			if err := os.Mkdir(mirror, 0o755); err != nil {
				return "", err
			}
			// A folder that can't be read has no programs for any caller.
			entries, _ := os.ReadDir(real)
			var names []string
			for _, entry := range entries {
				if !entry.IsDir() {
					names = append(names, entry.Name())
				}
			}
			if err := fill(mirror, real, names); err != nil {
				return "", err
			}
			made[real] = mirror
		}
		all = append(all, made[real])
	}
	return strings.Join(all, string(filepath.ListSeparator)), nil
}

func link(folder string, names []string, target func(string) string) error {
	for _, name := range names {
		if err := os.Symlink(target(name), filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}
