package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht330 finds answers that are a refusal for some agent, but not for those that read them.
func ht330(s *source) []finding.Finding {
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
