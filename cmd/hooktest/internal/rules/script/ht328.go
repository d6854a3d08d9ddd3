package script

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ht328 finds refusals by code 2 with the reason on stdout, where agents do not read it.
func ht328(s *source) {
	if strings.Contains(s.use.Command, ">") || s.shell != nil && s.shell.movesStreams() {
		return
	}
	if s.shell == nil {
		s.unreadPrints()
		return
	}
	sh := s.shell
	sh.sequences(func(stmts []*syntax.Stmt) {
		said, first := "", (*call)(nil)
		for _, stmt := range stmts {
			text, prints := sh.printed(stmt)
			c := sh.callOf(stmt)
			switch {
			case prints && sh.onStdout(c, 0):
				if first == nil {
					first = c
				}
				said += text
			case c != nil && c.name == "exit" && first != nil && c.in.substituted == nil && len(c.args) == 1 && c.args[0].text == "2":
				s.mute(first.at, said, "write the reason to stderr: append >&2 to what prints it")
				return
			case c != nil && leavesInput[c.name] && !prints:
				// The command itself prints nothing.
			default:
				return
			}
		}
	})
}
