package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht617() finding.Rule {
	return finding.Rule{
		ID: "HT617", Title: "same answer for every payload", Severity: finding.Warning,
		Why: "The answer of this guard does not depend on the payload: its test is always true, or it reads an argument or a variable that is never set.",
	}
}
