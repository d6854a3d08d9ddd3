package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

const inFront = " is on stdout before the answer, which is then not JSON any more and refuses nothing"

// ht332 finds text on stdout before a refusing answer, which makes the answer invalid.
func ht332(s *source) {
	if s.shell != nil && s.shell.movesStreams() || s.exitsTwo >= 0 {
		return
	}
	literals := slices.DeleteFunc(slices.Clone(s.literals()), func(l literal) bool { return !l.denies() || !s.heard(l, "") || s.heard(l, "words\n") })
	if s.shell == nil {
		i := slices.IndexFunc(literals, func(l literal) bool { return l.front.text != "" })
		if i < 0 {
			return
		}
		fix := "write it to stderr: console.error(…)"
		if s.language == python {
			fix = "write it to stderr: print(…, file=sys.stderr)"
		}
		s.report(literals[i].front.at, "this"+inFront, fix)
		return
	}
	var printed []int
	for _, l := range literals {
		printed = append(printed, s.shell.printedAt(l)...)
	}
	slices.Sort(printed)
	s.shell.sequences(func(stmts []*syntax.Stmt) {
		for _, stmt := range stmts {
			at, by := s.shell.words(stmt)
			if at < 0 || len(s.found) > 0 {
				continue
			}
			ends := int(stmts[len(stmts)-1].End().Offset())
			if next, _ := slices.BinarySearch(printed, at+1); next < len(printed) && printed[next] < ends {
				s.report(at, by+inFront, "write it to stderr: append >&2")
			}
		}
	})
}
