package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht621() finding.Rule {
	return finding.Rule{
		ID: Executes, Title: "hook executes its input", Severity: finding.Error,
		Why: "The payload was written by a model, or by a page that the model has read. A hook that executes it runs the command that it should judge, without the user's consent.",
	}
}
