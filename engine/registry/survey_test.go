package registry_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/registry"
)

// A survey goes on where an agent stops reading.
func TestASurveyListsEverything(t *testing.T) {
	s := registry.Look(dialect.Known("claude"), parse(t, "s.json", `{
  "BeforeTool": [],
  "PreToolUse": [
    {"matcher": 1, "hooks": [{"type": "command", "command": "a"}]},
    {"type": "command", "command": "b"},
    {"hooks": [{"command": "c"}, {"type": "command"}, {"type": "command", "command": "d", "timeout": "5"}]}
  ],
  "Stop": {}
}`))
	var faults, hooks []string
	for _, f := range s.Faults {
		faults = append(faults, fmt.Sprintf("%d:%d %s loses the %s", f.Position.Line, f.Position.Column, f.What, f.Loses))
	}
	for _, h := range s.Hooks {
		hooks = append(hooks, h.Command)
	}
	assert.Equal(t, []string{
		"2:3 event loses the nothing", "4:17 matcher loses the file", "5:5 kind loses the file", "6:16 no type loses the file",
		"6:34 command loses the file", "6:102 timeout loses the file", "8:11 kind loses the hook",
	}, faults)
	assert.Equal(t, []string{"a", "d"}, hooks)
}

// Every warning of an agent's reader is in the survey, at the same place. That includes
// the requirements, which have a reader of their own.
func TestASurveyReportsWhatTheReaderReports(t *testing.T) {
	items := []string{
		`1`, `{}`, `{"type": "command", "command": "x"}`, `{"hooks": {}}`, `{"matcher": 1, "hooks": []}`, `{"matcher": null, "hooks": []}`,
		`{"hooks": [1]}`, `{"hooks": [{}]}`, `{"hooks": [{"type": 1}]}`, `{"hooks": [{"type": "wasm"}]}`, `{"hooks": [{"type": "command"}]}`,
		`{"hooks": [{"type": "command", "command": ""}]}`, `{"hooks": [{"type": "command", "command": "x", "timeout": -1}]}`,
		`{"hooks": [{"type": "command", "command": "x"}]}`,
	}
	for _, c := range dialect.Contracts() {
		for _, item := range items {
			for _, text := range []string{`[]`, fmt.Sprintf(`{"Unheard": [], %q: [%s]}`, c.Events[0].Name, item), fmt.Sprintf(`{%q: %s}`, c.Events[0].Name, item)} {
				hooks := parse(t, "s.json", text)
				r := registry.New(c, nil)
				r.Initialize([]*document.Node{hooks}, nil)
				var at []string
				for _, f := range registry.Look(c, hooks).Faults {
					at = append(at, fmt.Sprintf("%d:%d", f.Position.Line, f.Position.Column))
				}
				for _, w := range r.Warnings() {
					place := fmt.Sprintf("%d:%d", w.Position.Line, w.Position.Column)
					assert.True(t, slices.Contains(at, place), "%s: %s: %s", c.Name, text, w)
				}
			}
		}
	}
}

// The fault costs what the field's type does, and not also what an empty command does.
func TestACommandOfAnotherTypeIsOneFault(t *testing.T) {
	for _, tt := range []struct {
		contract, event string
		loses           dialect.Loss
	}{
		{"claude", "PermissionRequest", dialect.LosesFile},
		{"claude", "Stop", dialect.LosesHook},
		{"qwen", "PreToolUse", dialect.LosesUnknown},
	} {
		for _, command := range []string{"7", `["x"]`, "null"} {
			survey := registry.Look(dialect.Known(tt.contract), parse(t, "s.json", fmt.Sprintf(`{%q: [{"hooks": [{"type": "command", "command": %s}]}]}`, tt.event, command)))
			require.Len(t, survey.Faults, 1, "%s: %s", tt.contract, command)
			assert.Equal(t, tt.loses, survey.Faults[0].Loses, "%s: %s", tt.contract, command)
		}
	}
}
