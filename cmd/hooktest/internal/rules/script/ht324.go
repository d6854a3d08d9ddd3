package script

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht324() rule {
	return rule{Rule: finding.Rule{
		ID: "HT324", Title: "unescaped text inserted into JSON", Severity: finding.Warning,
		Why: "Commands, paths and program output contain quotes and line breaks. The answer is then not valid JSON and decides nothing, exactly when it matters.",
	}, find: pastedText}
}

func pastedText(s *source) []finding.Finding { return s.builtJSON(raw) }
