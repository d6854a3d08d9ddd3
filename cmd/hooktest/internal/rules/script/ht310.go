package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht310 finds JSON that the shell puts together.
func ht310(s *source) []finding.Finding { return s.builtJSON(unsure) }
