package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/shellword"
)

// see is a command that shows a run.
func (p *prober) see(o Occasion, flags ...string) string {
	return strings.Join(slices.Concat([]string{"hooktest run", p.hook.Name, o.arguments(p.Contract)}, flags), " ") + p.hook.Args
}

// seeAfter is a command that shows a run of the hook behind other lines for the shell.
func (p *prober) seeAfter(o Occasion, before string) string {
	return strings.Join([]string{"hooktest run", quoted(before + "; " + p.Command), o.arguments(p.Contract)}, " ")
}

// seeFed is a line for a shell that shows the hook reading what a command prints, and
// with which code it ends; some programs run it.
func (p *prober) seeFed(by string, through ...string) string {
	words := append(through, p.Command)
	if strings.ContainsAny(p.Command, ";&|<>(){}!\n") {
		words = append(through, "sh", "-c", quoted(p.Command))
	}
	return fmt.Sprintf("%s | %s; echo \"exit code $?\"", by, strings.Join(words, " "))
}

// quoted is one word for a shell, on one line: what can't be seen is written as bash,
// zsh and ksh read it.
func quoted(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return shellword.Of(text)
	}
	var b strings.Builder
	b.WriteString("$'")
	for _, r := range text {
		switch {
		case r == '\\' || r == '\'':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString("'")
	return b.String()
}
