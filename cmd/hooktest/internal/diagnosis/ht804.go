package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht804() finding.Rule {
	return finding.Rule{
		ID: ruleElsewhere, Title: "same hook in another settings file", Severity: finding.Info, Agents: "agents that run the same command once",
		Why: "The agent runs it once for both files. If one of the two is removed or changed, the other one still runs.",
	}
}
