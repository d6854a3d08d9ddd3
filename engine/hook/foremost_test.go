package hook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/hook"
)

func TestForemost(t *testing.T) {
	many := make([]hook.Warning, 101)
	for i := range many {
		many[i] = hook.Warning{Rule: fmt.Sprintf("INT-%d", i), Text: "é"}
	}
	long := []hook.Warning{{Rule: "INT-30", Text: strings.Repeat("é", 1003), Position: hook.Position{File: "f"}}}
	tests := []struct {
		name   string
		in     []hook.Warning
		want   []hook.Warning
		reason string
	}{
		{"none", nil, nil, "nothing stays nothing"},
		{"a hundred", many[:100], many[:100], "all that are shown"},
		{"one more", many, append(slices.Clone(many[:100]), hook.Warning{Rule: "INT-100", Text: "more warnings, not listed: 1"}), "the others are counted"},
		{"a long one", long, []hook.Warning{{Rule: "INT-30", Text: strings.Repeat("é", 1000) + "… (3 characters more)", Position: hook.Position{File: "f"}}}, "characters, not bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := slices.Clone(tt.in)
			assert.Equal(t, tt.want, hook.Foremost(tt.in), tt.reason)
			assert.Equal(t, before, tt.in, "what was given stays")
		})
	}
}
