package script

import (
	"fmt"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ht326 finds a second reader of the input after the first has consumed it.
func ht326(s *source, sh *shell) {
	if sh.movesStreams() {
		return
	}
	first := -1
	for i, c := range sh.calls {
		if c.in.stdin != inherited || c.in.function != "" {
			continue
		}
		switch {
		case first < 0:
			if sh.drains(c) && slices.ContainsFunc(sh.file.Stmts, func(stmt *syntax.Stmt) bool { return sh.surely(stmt, c) }) {
				first = i
			}
		case c.name == "jq" && len(sh.jqReads(c)) > 0:
			s.report(c.at, fmt.Sprintf("the %s of line %d has read stdin to its end: nothing is left, and this finds no field", sh.calls[first].name, s.at(sh.calls[first].at).Position.Line),
				`read it once, input=$(cat), and give it to each: jq … <<<"$input"`)
			return
		}
	}
}
