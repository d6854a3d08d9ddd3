package script

import (
	"slices"

	"github.com/hooktest/hooktest/internal/lists"
)

// ht330 finds answers that are a refusal for some agent, but not for those that read them.
func ht330(s *source) {
	if s.exitsTwo >= 0 {
		// A script with code 2 may refuse by that. Which of the two happens is unknown.
		return
	}
	denials := lists.Where(s.literals(), literal.denies)
	if slices.ContainsFunc(denials, func(l literal) bool { return s.heard(l, "") }) {
		// An agent reads this answer; the others may be for other agents.
		return
	}
	for _, l := range denials {
		if text, fix := s.unheard(l); text != "" {
			s.report(l.at, text, fix)
		}
	}
}
