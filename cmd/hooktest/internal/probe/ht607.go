package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht607() finding.Rule {
	return finding.Rule{
		ID: "HT607", Title: "verdict depends on the working directory", Severity: finding.Error,
		Why: "Agents start hooks in the folder where the model currently works. Relative paths are not found there.",
	}
}
