package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht612() finding.Rule {
	return finding.Rule{
		ID: "HT612", Title: "not repeatable or not safe in parallel", Severity: finding.Error,
		Why: "Agents start hooks for several calls in parallel, each in its own process. Files that all of them write contain whatever was written last.",
	}
}
