package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht614() finding.Rule {
	return finding.Rule{
		ID: "HT614", Title: "refuses the end of the turn repeatedly", Severity: finding.Error, Agents: "agents that tell hooks about it",
		Why: "The agent fires the hook again when it next tries to end the turn. Some agents give up after eight or nine turns, others never.",
	}
}
