package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht318 finds a script that uses the terminal.
func ht318(s *source) []finding.Finding {
	if s.shell == nil {
		return nil
	}
	for _, c := range s.shell.named("[", "test", "tty") {
		if slices.ContainsFunc(c.args, func(a word) bool { return strings.HasPrefix(a.text, "/dev/tty") || a.text == "-t" }) {
			return nil
		}
	}
	var found []finding.Finding
	for _, c := range s.shell.calls {
		silent := c.in.tested || c.in.instead != nil
		var tty *syntax.Redirect
		for _, r := range c.stmt.Redirs {
			if wordOf(r.Word).text == "/dev/tty" {
				tty = r
			} else if r.N != nil && r.N.Value == "2" {
				silent = true
			}
		}
		if tty != nil && !silent {
			found = append(found, s.says(int(tty.Pos().Offset()), "agents start hooks without a terminal, so that /dev/tty can't be opened",
				"take what the hook needs from stdin, have the agent ask by its answer, and tell people on stderr")...)
		}
	}
	return found
}
