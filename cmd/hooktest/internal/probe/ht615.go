package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht615() finding.Rule {
	return finding.Rule{
		ID: "HT615", Title: "shell start-up output breaks the answer", Severity: finding.Warning,
		Why: "bash reads the file that BASH_ENV names. What it prints precedes the answer, which is then not valid JSON and decides nothing.",
	}
}
