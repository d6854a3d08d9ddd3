package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht616() finding.Rule {
	return finding.Rule{
		ID: "HT616", Title: "known variant of the command passes", Severity: finding.Warning,
		Why: "Models write a command in many ways without bad intent: with two spaces, with an absolute path, after another command.",
	}
}
