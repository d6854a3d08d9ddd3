package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht338 finds answers that make some agent ask the user, but those that read them only
// continue.
func ht338(s *source) {
	if s.exitsTwo >= 0 || s.dispatches {
		return
	}
	asking := lists.Where(s.literals(), func(l literal) bool { return !l.denies() && l.says(questions()) })
	if slices.ContainsFunc(asking, func(l literal) bool { return s.heard(l, "") }) {
		return
	}
	for _, l := range asking {
		a, ok := s.passing(l)
		if !ok {
			continue
		}
		fix := "nothing that a hook answers there asks the user"
		if how := finding.HowToRefuse(a.Contract, a.event); how != "" {
			fix += ": to refuse, " + how
		}
		s.report(l.at, fmt.Sprintf("%s does not ask the user on %s: it continues as if there were no answer", a.Product, a.event), fix)
	}
}
