package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht801() finding.Rule {
	return finding.Rule{
		ID: ruleUnreadable, Title: "settings can't be read", Severity: finding.Error,
		Why: "The path is a folder, a pipe, a broken or circular link, too large, or not readable for this user. The agent continues without its hooks.",
	}
}
