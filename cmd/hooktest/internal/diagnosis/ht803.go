package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht803() finding.Rule {
	return finding.Rule{
		ID: ruleProgram, Title: "program is missing on this machine", Severity: finding.Error,
		Why: "The #! line of the script or the first word of the command names a program that is not installed. The hook can't start, and most agents continue without it.",
	}
}
