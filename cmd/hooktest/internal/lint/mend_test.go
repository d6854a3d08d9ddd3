package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
)

// A rule that can mend its bad example leaves nothing of it, and nothing else wrong.
func TestMendedExamples(t *testing.T) {
	t.Parallel()
	mended := map[string]string{
		"HT102": "", "HT103": "", "HT104": "", "HT106": "", "HT113": "", "HT122": "", "HT123": "", "HT131": "", "HT208": "",
	}
	for _, rule := range lint.Rules() {
		bad := found(t, rule.Bad)
		if len(bad[0].Mend.Edits) == 0 {
			continue
		}
		after := rule.Bad
		text, n := lint.Mended([]byte(rule.Bad.File.Text), bad)
		assert.Equal(t, 1, n)
		after.File.Text = string(text)
		assert.Empty(t, ids(found(t, after)), "%s: %s", rule.ID, after.File.Text)
		delete(mended, rule.ID)
	}
	// The example of HT102 is another agent's event, which has no one answer.
	assert.Equal(t, map[string]string{"HT102": ""}, mended)
}

func TestMended(t *testing.T) {
	one := func(edits ...finding.Edit) finding.Finding { return finding.Finding{Mend: finding.Mend{Edits: edits}} }
	tests := []struct {
		name   string
		found  []finding.Finding
		want   string
		reason string
	}{
		{"nothing", nil, "0123456789", "there is nothing to do"},
		{"in any order", []finding.Finding{one(finding.Edit{From: 8, To: 9, Text: "x"}), one(finding.Edit{From: 1, To: 3})}, "034567x9", "places are those of the old text"},
		{"twice the same", []finding.Finding{one(finding.Edit{From: 2, To: 2, Text: "x"}), one(finding.Edit{From: 2, To: 2, Text: "x"})}, "01x23456789", "two agents say the same"},
		{"half of one is in the way", []finding.Finding{one(finding.Edit{From: 2, To: 5}), one(finding.Edit{From: 4, To: 4, Text: "y"}, finding.Edit{From: 8, To: 8, Text: "x"})}, "0156789", "what can't be whole is not at all"},
		{"side by side", []finding.Finding{one(finding.Edit{From: 2, To: 4}), one(finding.Edit{From: 4, To: 5})}, "0156789", "they do not meet"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := lint.Mended([]byte("0123456789"), tt.found)
			assert.Equal(t, tt.want, string(got), tt.reason)
		})
	}
}
