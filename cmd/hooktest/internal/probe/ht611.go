package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht611() finding.Rule {
	return finding.Rule{
		ID: "HT611", Title: "quotes, line breaks or Unicode break it", Severity: finding.Error,
		Why: "JSON that is built by hand is invalid as soon as a value contains a quote, and text that is cut at a line break is half a command.",
	}
}
