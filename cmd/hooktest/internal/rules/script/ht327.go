package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ht327 finds exit 2 in a subshell after which the script continues.
func ht327(s *source, sh *shell) {
	if sh.errexit {
		return
	}
	if slices.ContainsFunc(sh.named("shopt"), func(c *call) bool { return c.has("lastpipe") }) {
		return
	}
	sh.sequences(func(stmts []*syntax.Stmt) {
		for i, stmt := range stmts[:max(0, len(stmts)-1)] {
			what := ""
			switch cmd := stmt.Cmd.(type) {
			case *syntax.BinaryCmd:
				if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
					what = "each part of a pipeline is"
				}
			case *syntax.Subshell:
				what = "what is in ( ) is"
			}
			if what == "" || stmt.Background || stmt.Negated || sh.asksForCode(stmts[i+1]) {
				continue
			}
			for _, c := range sh.named("exit") {
				if uint(c.at) >= stmt.Pos().Offset() && uint(c.at) < stmt.End().Offset() && c.in.substituted == nil && len(c.args) > 0 && c.args[0].text == "2" {
					s.report(c.at, what+" a shell of its own: exit 2 ends that one alone, and the script continues after it",
						"check its exit code right after it: [ $? -ne 2 ] || exit 2")
					break
				}
			}
		}
	})
}
