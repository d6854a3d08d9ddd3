package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht802() finding.Rule {
	return finding.Rule{
		ID: ruleMoved, Title: "environment variable makes the agent ignore settings", Severity: finding.Warning, Agents: "agents whose configuration folder a variable sets",
		Why: "The variable moves the agent's configuration folder, so the file in the usual place is not read.",
	}
}
