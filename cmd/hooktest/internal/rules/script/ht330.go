package script

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht330() rule {
	return rule{Rule: finding.Rule{
		ID: "HT330", Title: "answer in another agent's format", Severity: finding.Error,
		Why: "Each agent reads its own fields at its own level with its own values. An answer in another agent's format, or one level too high, is ignored, and the agent continues.",
	}, find: foreignAnswers}
}

// foreignAnswers finds answers that are a refusal for some agent, but not for those that read them.
func foreignAnswers(s *source) []finding.Finding {
	if s.exitsTwo >= 0 {
		// A script with code 2 may refuse by that. Which of the two happens is unknown.
		return nil
	}
	var found []finding.Finding
	for _, l := range s.literals() {
		if !l.denies() {
			continue
		}
		if s.heard(l, "") {
			// An agent reads this answer; the others may be for other agents.
			return nil
		}
		if text, fix := s.unheard(l); text != "" {
			found = append(found, s.says(l.at, text, fix)...)
		}
	}
	return found
}
