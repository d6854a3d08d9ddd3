package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht122() rule {
	return rule{Rule: finding.Rule{
		ID: "HT122", Title: "comments or trailing commas in plain JSON", Severity: finding.Error, Agents: "agents that read plain JSON",
		Why: "Plain JSON has neither comments nor a comma after the last value. An agent with a plain JSON parser skips the whole file.",
	}, find: beyondJSON}
}

// beyondJSON finds comments and commas that the agent does not accept.
func beyondJSON(v *view) []finding.Finding {
	if v.refused == nil {
		return nil
	}
	f := v.at(v.refused.Position, v.refused.Message+": "+v.agent.Product+" reads no hook of this file", "take it out")
	if from := v.refused.Position.Offset; v.Text[from] == ',' {
		f.Repair = edits(finding.Edit{From: from, To: from + 1})
	}
	return []finding.Finding{f}
}
