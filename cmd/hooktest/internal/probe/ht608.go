package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht608() finding.Rule {
	return finding.Rule{
		ID: "HT608", Title: "breaks on spaces or quotes in paths", Severity: finding.Error,
		Why: `The shell splits a path without quotes into several words, and tests on it fail. A project folder may be named "my project".`,
	}
}
