package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// ht309 finds arguments that an agent's tools call by another name.
func ht309(s *source) {
	if len(s.accesses) == 0 {
		return
	}
	arguments := s.known.arguments()
	if len(s.known.tools) > 0 {
		arguments = argumentsAmong(s.known.contracts, func(t dialect.Tool) bool { return slices.Contains(s.known.tools, t.Name) })
	}
	told := map[string]bool{}
	for _, a := range s.accesses {
		known := func(a access) bool { return len(a.path) > 1 && arguments.has[a.path[1]] }
		if len(a.path) < 2 || !inputs().has[a.path[0]] || s.covered(a, known) {
			continue
		}
		name := a.path[1]
		meant := ""
		for _, candidate := range arguments.all {
			if letters(candidate) == letters(name) {
				meant = candidate
			}
		}
		if meant == "" {
			meant = s.known.sameRole(name)
		}
		if meant == "" && s.known.closed && !slices.ContainsFunc(s.accesses, known) && !told[name] {
			// No tool of the script has the argument. If it is an alternative to a known one, it
			// may be for other agents.
			told[name] = true
			fix := "theirs are " + english.And(arguments.all)
			if like := longer(name, arguments.all); like != "" {
				fix = fmt.Sprintf("did you mean %s?", like)
			}
			s.report(a.at, s.noneOfTheTools(name), fix)
			continue
		}
		if meant == "" || s.looksAt(meant) || told[name] {
			continue
		}
		told[name] = true
		s.report(a.at, s.known.none("has", "tool with an argument "+name), fmt.Sprintf("did you mean %s?", meant))
	}
}
