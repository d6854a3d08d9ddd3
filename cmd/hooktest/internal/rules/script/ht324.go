package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht324 finds JSON with a text that is pasted into it.
func ht324(s *source) []finding.Finding { return s.builtJSON(raw) }
