package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht609() finding.Rule {
	return finding.Rule{
		ID: "HT609", Title: "breaks on a large payload", Severity: finding.Error,
		Why: "A payload can contain whole files. The operating system limits the size of arguments and environment variables: the program does not start, and the check does not run.",
	}
}
