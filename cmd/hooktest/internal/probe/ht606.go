package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht606() finding.Rule {
	return finding.Rule{
		ID: "HT606", Title: "fails open without its tools", Severity: finding.Error,
		Why: "On a machine without jq, or in a container without Python, a check that can't run allows.",
	}
}
