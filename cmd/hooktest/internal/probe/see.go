package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/shellword"
)

// see returns a command that reproduces a run.
func (p *prober) see(o EventInput, flags ...string) string {
	return strings.Join(slices.Concat([]string{"hooktest run", p.hook.Name, o.arguments(p.Contract)}, flags), " ") + p.hook.Args
}

// seeAfter returns a command that reproduces a run of the hook after other shell lines.
func (p *prober) seeAfter(o EventInput, before string) string {
	return strings.Join([]string{"hooktest run", quoted(before + "; " + p.Command), o.arguments(p.Contract)}, " ")
}

// seeFed returns a shell line that feeds the output of a command to the hook and prints its exit
// code; through are programs that run the hook.
func (p *prober) seeFed(by string, through ...string) string {
	words := append(through, p.Command)
	if strings.ContainsAny(p.Command, ";&|<>(){}!\n") {
		words = append(through, "sh", "-c", quoted(p.Command))
	}
	return fmt.Sprintf("%s | %s; echo \"exit code $?\"", by, strings.Join(words, " "))
}

// quoted returns one shell word on one line. Control characters are escaped as bash, zsh and ksh
// read them.
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
