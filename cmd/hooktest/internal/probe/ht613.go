package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht613() finding.Rule {
	return finding.Rule{
		ID: "HT613", Title: "depends on stderr", Severity: finding.Warning,
		Why: "Where stderr is closed, writing to it fails. With set -e the hook then exits before it refuses.",
	}
}
