package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ht318 finds a script that uses the terminal.
func ht318(s *source, sh *shell) {
	for _, c := range sh.named("[", "test", "tty") {
		if slices.ContainsFunc(c.args, func(a word) bool { return strings.HasPrefix(a.text, "/dev/tty") || a.text == "-t" }) {
			return
		}
	}
	for _, c := range sh.calls {
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
			s.report(int(tty.Pos().Offset()), "agents start hooks without a terminal, so that /dev/tty can't be opened",
				"take what the hook needs from stdin, have the agent ask by its answer, and tell people on stderr")
		}
	}
}
