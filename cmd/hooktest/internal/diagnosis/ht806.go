package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht806() finding.Rule {
	return finding.Rule{
		ID: ruleFormer, Title: "settings in the agent's former folder", Severity: finding.Warning, Agents: "agents whose configuration folder has moved",
		Why: "The agent copies the files of its former folder once, and only those that the new folder does not have. After that it never reads the former folder again.",
	}
}
