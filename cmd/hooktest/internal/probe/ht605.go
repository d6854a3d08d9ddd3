package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht605() finding.Rule {
	return finding.Rule{
		ID: "HT605", Title: "hangs while stdin is open", Severity: finding.Info,
		Why: "A hook that reads to the end of stdin waits until the pipe is closed. All known agents close it; with an agent that does not, the hook times out, and most agents continue. hooktest probe reports this only with --only open.",
	}
}
