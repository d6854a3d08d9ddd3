package config

import (
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

// ht103 finds hooks where groups belong.
func ht103(v *view) { v.ofRule("HT103") }

// wrapped returns the edit that puts a hook and its matcher into a group.
func (v *view) wrapped(node *document.Node) finding.Repair {
	from, to := node.Position().Offset, node.End()
	matcher, ok := node.Lookup("matcher")
	if !ok {
		return edits(finding.Edit{From: from, To: from, Text: `{"hooks": [`}, finding.Edit{From: to, To: to, Text: `]}`})
	}
	first, last := matcher.NamePosition.Offset, matcher.Value.End()
	written := string(v.Text[matcher.Value.Position().Offset:last])
	if rest := strings.TrimLeft(string(v.Text[last:to]), " \t\r\n"); strings.HasPrefix(rest, ",") {
		last = to - len(rest) + 1
		last += len(rest[1:]) - len(strings.TrimLeft(rest[1:], " \t\r\n"))
	} else if before := strings.TrimRight(string(v.Text[from:first]), " \t\r\n"); strings.HasSuffix(before, ",") {
		first = from + len(before) - 1
	} else {
		return finding.Repair{}
	}
	return edits(
		finding.Edit{From: from, To: from, Text: `{"matcher": ` + written + `, "hooks": [`},
		finding.Edit{From: first, To: last},
		finding.Edit{From: to, To: to, Text: `]}`},
	)
}
