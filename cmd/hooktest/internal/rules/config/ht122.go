package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht122 finds comments and commas that the agent does not accept.
func ht122(v *view) {
	if v.refused == nil {
		return
	}
	f := v.report(v.refused.Position, v.refused.Message+": "+v.agent.Product+" reads no hook of this file", "take it out")
	if from := v.refused.Position.Offset; v.Text[from] == ',' {
		f.Repair = edits(finding.Edit{From: from, To: from + 1})
	}
}
