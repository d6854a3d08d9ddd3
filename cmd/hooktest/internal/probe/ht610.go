package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht610() finding.Rule {
	return finding.Rule{
		ID: "HT610", Title: "allows a payload that it can't read", Severity: finding.Warning,
		Why: "A guard that can't read the payload can't know that it is harmless.",
	}
}
