package script

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht310() rule {
	return rule{Rule: finding.Rule{
		ID: "HT310", Title: "JSON written by hand", Severity: finding.Warning,
		Why:    "Values in JSON must be escaped, and JSON has strict syntax. An answer that is not valid JSON decides nothing.",
		Unless: []string{"HT324"},
	}, find: handmadeJSON}
}

func handmadeJSON(s *source) []finding.Finding { return s.builtJSON(unsure) }
