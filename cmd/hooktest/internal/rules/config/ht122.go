package config

import (
	"bytes"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht122 finds comments and commas that the agent does not accept.
func ht122(v *view) {
	if v.refused == nil {
		return
	}
	f := v.report(v.refused.Position, v.refused.Message+": "+v.without(v.agent.Product+" reads no hook of this file"), "take it out")
	from := v.refused.Position.Offset
	switch mark := []byte("\ufeff"); {
	case from == len(mark) && bytes.HasPrefix(v.Text, mark):
		f.Repair = edits(finding.Edit{From: 0, To: from})
	case v.Text[from] == ',':
		f.Repair = edits(finding.Edit{From: from, To: from + 1})
	}
}
