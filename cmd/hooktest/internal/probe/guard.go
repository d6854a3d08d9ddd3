package probe

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A spelling is another way to write a command.
type spelling struct{ name, command string }

// spellings returns other commands with the same effect.
func spellings(command string) []spelling {
	all := []spelling{
		{"more blanks", strings.ReplaceAll(command, " ", "  ")},
		{"tabs", strings.ReplaceAll(command, " ", "\t")},
		{"behind another command", "true; " + command},
		{"on a second line", "true\n" + command},
		{"behind &&", "true && " + command},
		{"in a subshell", "(" + command + ")"},
		{"by bash -c", "bash -c " + shellword.Quoted(command)},
	}
	// The spellings below preserve the meaning of a single simple command only.
	first, rest, ok := strings.Cut(command, " ")
	if !ok || strings.ContainsAny(command, ";&|<>()$`\n{}") || strings.ContainsAny(first, `'"\=`) {
		return all
	}
	all = append(all,
		spelling{"behind env", "env " + command},
		spelling{"behind a variable", "LC_ALL=C " + command},
		spelling{"behind command", "command " + command},
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

// otherSpellings runs a refused command in other spellings.
func otherSpellings(ctx context.Context, p *prober) (result, error) {
	if p.refused == nil || p.refused.eventInput.Role != dialect.RunShell {
		return result{silent: "no shell command is known that the hook refuses: name one with --bash"}, nil
	}
	o := p.refused.eventInput
	if p.hook.Inert && !slices.ContainsFunc(inert(), func(known EventInput) bool { return known.On == o.On }) {
		return result{silent: "without a sandbox nothing is made of a command that may do harm"}, nil
	}
	all := spellings(o.On)
	var passed []string
	var first EventInput
	for _, s := range all {
		other, err := p.about(o, s.command)
		if err != nil {
			return result{}, err
		}
		now, err := p.fire(ctx, other, execution.Variation{})
		if err != nil {
			return result{}, err
		}
		if passes(now.verdict) {
			if passed = append(passed, s.name); len(passed) == 1 {
				first = other
			}
		}
	}
	if len(passed) == 0 {
		return result{}, nil
	}
	return finds("HT616", fmt.Sprintf("%d of %d other ways to write %q are let through: %s", len(passed), len(all), o.On, english.And(passed)),
		"look for the words of the command anywhere in it, quotes taken off, and refuse what can't be read for certain", p.see(first)), nil
}

// sameAnswer finds a guard whose verdicts do not depend on its input.
func sameAnswer(ctx context.Context, p *prober) (result, error) {
	known := p.known()
	if len(known) == 0 {
		return result{silent: nothingRefused}, nil
	}
	first := known[0]
	if !p.guards(first.eventInput) {
		return result{silent: "the hook's text does not speak of refusing"}, nil
	}
	shots := append([]shot{*first}, p.tried...)
	more, err := p.search(ctx, first.eventInput.Event, harmless())
	if err != nil {
		return result{}, err
	}
	shots = append(shots, more...)
	last := shots[len(shots)-1].eventInput
	const enough = 5
	if len(shots) < enough || !sameAnswers(shots) {
		return result{}, nil
	}
	see := fmt.Sprintf("%s -q; %s -q", p.see(first.eventInput), p.see(last))
	if i := slices.IndexFunc(shots, func(s shot) bool { return s.Refused != "" }); i >= 0 {
		return result{silent: execution.RefusedNote(shots[i].Refused)}, nil
	}
	if objects(first.verdict) {
		fix := "look at what the payload says: the test that decides is always true"
		if p.Sandbox && bytes.Contains(p.hook.Text, []byte("2>/dev/null")) {
			fix += "; the hook hides errors, so that the sandbox may be the reason: compare with --no-sandbox"
		}
		return finds("HT617", fmt.Sprintf("the hook refuses everything, also %s", last.Title()), fix, see), nil
	}
	if r := first.Result; r.Unread != len(r.Stdin) {
		// The hook may decide by the project, or check something that was not tried here.
		return result{}, nil
	}
	return finds("HT617", fmt.Sprintf("the hook can refuse, refuses none of %d things, and reads nothing of any", len(shots)),
		"read the payload from stdin, such as: input=$(cat)", see), nil
}
