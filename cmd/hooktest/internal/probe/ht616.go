package probe

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/shellword"
)

// ht616 runs a refused command, or a tool on a refused file, in other spellings.
func ht616() Probe {
	return Probe{Name: "spelling", Does: "writes a command or a path that is refused in other ways", run: otherSpellings}
}

func otherSpellings(ctx context.Context, p *prober) (result, error) {
	var all []spelling
	if p.refused != nil {
		all = p.spellingsOf(p.refused.eventInput)
	}
	if len(all) == 0 {
		return result{silent: "no command and no file is known that the hook refuses: name one with --bash or --write"}, nil
	}
	o := p.refused.eventInput
	if p.Inert && !slices.ContainsFunc(inert(), func(known EventInput) bool { return known.On == o.On }) {
		return result{silent: "without a sandbox nothing is made of a command that may do harm"}, nil
	}
	var passed []string
	first, fix := "", "look for the words of the command anywhere in it, quotes taken off, and refuse what can't be read for certain"
	if o.Role != dialect.RunShell {
		fix = "resolve the path in the payload's folder before it is compared, such as: os.path.normpath(os.path.join(cwd, path))"
	}
	for _, s := range all {
		now, see, err := p.spelled(ctx, o, s)
		if err != nil {
			return result{}, err
		}
		if passes(now.verdict) {
			passed = append(passed, s.name)
			first = cmp.Or(first, see)
		}
	}
	if len(passed) == 0 {
		return result{}, nil
	}
	return p.finds(fmt.Sprintf("%d of %d other ways to write %q are let through: %s", len(passed), len(all), o.On, english.And(passed)), fix, first), nil
}

// A spelling is another way to write a command or a path.
type spelling struct{ name, text string }

// spellings returns other commands with the same effect.
func spellings(command string) []spelling {
	all := []spelling{
		{"more blanks", strings.ReplaceAll(command, " ", "  ")},
		{"tabs", strings.ReplaceAll(command, " ", "\t")},
		{"after another command", "true; " + command},
		{"on a second line", "true\n" + command},
		{"after &&", "true && " + command},
		{"in a subshell", "(" + command + ")"},
		{"by bash -c", "bash -c " + shellword.Quoted(command)},
	}
	// The spellings below preserve the meaning of a single simple command only.
	first, rest, ok := strings.Cut(command, " ")
	if !ok || strings.ContainsAny(command, ";&|<>()$`\n{}") || strings.ContainsAny(first, `'"\=`) {
		return all
	}
	all = append(all,
		spelling{"with env", "env " + command},
		spelling{"after a variable", "LC_ALL=C " + command},
		spelling{"with command", "command " + command},
	)
	if !strings.Contains(first, "/") {
		all = append(all,
			spelling{"quotes around a word", "'" + first + "' " + rest},
			spelling{"quotes inside a word", first[:1] + `""` + first[1:] + " " + rest},
			spelling{"a backslash", `\` + command},
			spelling{"an absolute path", "/usr/bin/" + command},
		)
	}
	for _, r := range rewritings {
		if other := r.from.ReplaceAllString(command, r.to); other != command {
			all = append(all, spelling{r.name, other})
		}
	}
	return all
}

// rewritings are other ways to write the flags and paths of programs that guards check.
var rewritings = []struct {
	name string
	from *lazyregexp.Regexp
	to   string
}{
	{"flags apart", lazyregexp.New(`^((?:/\S*/)?rm) -([a-zA-Z])([a-zA-Z])( .*)?$`), "$1 -$2 -$3$4"},
	{"flags in another order", lazyregexp.New(`^((?:/\S*/)?rm) -([a-zA-Z])([a-zA-Z])( .*)?$`), "$1 -$3$2$4"},
	{"long flags", lazyregexp.New(`^((?:/\S*/)?rm) -(?:rf|fr)( .*)?$`), "$1 --recursive --force$2"},
	{"a short flag", lazyregexp.New(`^(git push(?: .*)?) --force( .*)?$`), "$1 -f$2"},
	{"the long flag", lazyregexp.New(`^(git push(?: .*)?) -f( .*)?$`), "$1 --force$2"},
	{"--force-with-lease", lazyregexp.New(`^(git push(?: .*)?) (?:--force|-f)( .*)?$`), "$1 --force-with-lease$2"},
	{"a + in front of the branch", lazyregexp.New(`^git push (?:--force|-f)((?: [^-+\s]\S*)?) ([^-+\s]\S*)$`), "git push$1 +$2"},
	{"a + in front of the branch", lazyregexp.New(`^git push( [^-+\s]\S*) ([^-+\s]\S*) (?:--force|-f)$`), "git push$1 +$2"},
	{"an option of git", lazyregexp.New(`^git (push|reset|clean|checkout)( .*)?$`), "git -C . $1$2"},
	{"a path through /./", lazyregexp.New(`^(\S+ (?:.* )?)(/)([^-\s'"]*)$`), "$1/./$3"},
	{"a path from ./", lazyregexp.New(`^((?:cat|rm|cp|mv|tee|sed|less|head|tail)(?: .*)?) ([^-+./~\s'"*]\S*|\.[^./\s'"*]\S*)$`), "$1 ./$2"},
}

// here is the project folder of a run, in a path.
const here = "$PWD/"

// pathSpellings returns other paths of the same file. Agents resolve paths by their text, but the
// system resolves those in a patch: there x need not exist, and absolute paths have no place.
func pathSpellings(on string, patch bool) []spelling {
	if strings.HasPrefix(on, "~") {
		return nil
	}
	name, root := path.Clean(on), ""
	if path.IsAbs(name) {
		name, root = name[1:], "/"
	}
	all := []spelling{
		{"the plain path", root + name},
		{"a path from ./", root + "./" + name},
		{"two slashes", root + ".//" + name},
	}
	if !patch {
		all = append(all, spelling{"a folder and back", root + "x/../" + name})
	}
	if !patch && root == "" {
		all = append(all, spelling{"an absolute path", here + name})
	}
	return slices.DeleteFunc(all, func(s spelling) bool { return s.text == on })
}

// spellingsOf returns the other ways to write the main argument of an event input.
func (p *prober) spellingsOf(o EventInput) []spelling {
	switch o.Role {
	case dialect.RunShell:
		return spellings(o.On)
	case dialect.WriteFile, dialect.EditFile, dialect.ReadFile:
		tool, _ := p.Contract.Tools.For(o.Role)
		return slices.DeleteFunc(pathSpellings(o.On, tool.Forms[o.Role] != ""), func(s spelling) bool {
			// A whole payload has a project folder of its own.
			return o.Raw != nil && strings.HasPrefix(s.text, here)
		})
	}
	return nil
}

// spelled runs the hook on another spelling, and returns a command that does the same.
func (p *prober) spelled(ctx context.Context, o EventInput, s spelling) (now shot, see string, err error) {
	other, err := p.about(o, s.text)
	if err != nil {
		return shot{}, "", err
	}
	rest, absolute := strings.CutPrefix(s.text, here)
	if !absolute || o.Role == dialect.RunShell {
		now, err = p.fire(ctx, other, execution.Variation{})
		return now, p.see(other), err
	}
	// The text is in quotes, where the shell puts in no variable.
	see = strings.ReplaceAll(p.see(other, "--project ."), here, `'"$PWD"'/`)
	in, err := execution.NewWorkspace("project", p.Project)
	if err != nil {
		return shot{}, "", err
	}
	defer in.Close()
	if other, err = p.about(o, filepath.Join(in.Project, rest)); err != nil {
		return shot{}, "", err
	}
	now, err = p.fire(ctx, other, execution.Variation{In: in})
	return now, see, err
}
