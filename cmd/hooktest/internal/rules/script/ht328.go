package script

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht328 finds refusals by code 2 with the reason on stdout, where agents do not read it.
func ht328(s *source) []finding.Finding {
	if strings.Contains(s.use.Command, ">") || s.shell != nil && s.shell.movesStreams() {
		return nil
	}
	if s.shell == nil {
		return s.unreadPrints()
	}
	sh := s.shell
	var found []finding.Finding
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
				found = append(found, s.mute(first.at, said, "write the reason to stderr: append >&2 to what prints it")...)
				return
			case c != nil && leavesInput[c.name] && !prints:
				// The command itself prints nothing.
			default:
				return
			}
		}
	})
	return found
}
