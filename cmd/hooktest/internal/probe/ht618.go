package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht618() finding.Rule {
	return finding.Rule{
		ID: "HT618", Title: "ignores SIGTERM", Severity: finding.Warning,
		Why: "An agent ends a hook with SIGTERM first and kills it later if it does not exit. The agent waits for that as well.",
	}
}
