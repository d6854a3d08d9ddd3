package registry_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// Every case is between two valid neighbours, which it must not disable (INT-18,
// INT-35).
func TestMalformedPiecesAreDroppedAlone(t *testing.T) {
	const (
		before = `{"hooks": [{"type": "command", "command": "before"}]}`
		after  = `{"hooks": [{"type": "command", "command": "after"}]}`
	)
	inGroup := func(entry string) string {
		return `{"hooks": [{"type": "command", "command": "left"}, ` + entry + `, {"type": "command", "command": "right"}]}`
	}
	neighbours := []string{"before", "after"}
	within := []string{"before", "left", "right", "after"}

	tests := []struct {
		name   string
		in     string // one definition of BeforeTool
		want   []string
		rule   string
		text   string
		reason string
	}{
		{"group null", `null`, neighbours, "INT-35", "hooks.BeforeTool[1]: a group must be an object, not null: the group is dropped", "INT-35"},
		{"group string", `"x"`, neighbours, "INT-35", "hooks.BeforeTool[1]: a group must be an object, not a string: the group is dropped", "INT-35"},
		{"group array", `[]`, neighbours, "INT-35", "hooks.BeforeTool[1]: a group must be an object, not an array: the group is dropped", "INT-35"},
		{"hooks missing", `{"matcher": "x"}`, neighbours, "HOOK-082", "hooks.BeforeTool[1]: the hooks array is missing: the group is dropped", "HOOK-082: hooks is required"},
		{"handler in place of group", `{"type": "command", "command": "x"}`, neighbours, "HOOK-082", `hooks.BeforeTool[1]: the hooks array is missing (a hook belongs into the group's "hooks" array): the group is dropped`, "HOOK-082"},
		{"hooks null", `{"hooks": null}`, neighbours, "HOOK-082", "hooks.BeforeTool[1].hooks: must be an array, not null: the group is dropped", "HOOK-082"},
		{"hooks object", `{"hooks": {"type": "command", "command": "x"}}`, neighbours, "HOOK-082", "hooks.BeforeTool[1].hooks: must be an array, not an object: the group is dropped", "HOOK-082"},
		{"matcher number", `{"matcher": 5, "hooks": [{"type": "command", "command": "x"}]}`, neighbours, "INT-18", "hooks.BeforeTool[1].matcher: must be a string, not a number: the group is dropped", "INT-18"},
		{"matcher array", `{"matcher": ["x"], "hooks": [{"type": "command", "command": "x"}]}`, neighbours, "INT-18", "hooks.BeforeTool[1].matcher: must be a string, not an array: the group is dropped", "INT-18"},
		{"entry null", inGroup(`null`), within, "HOOK-191", "hooks.BeforeTool[1].hooks[1]: a hook must be an object, not null: the hook is dropped", "INT-35"},
		{"entry string", inGroup(`"x"`), within, "HOOK-191", "hooks.BeforeTool[1].hooks[1]: a hook must be an object, not a string: the hook is dropped", "INT-35"},
		{"type missing", inGroup(`{"command": "x"}`), within, "HOOK-191", `hooks.BeforeTool[1].hooks[1]: type is missing, it must be "command" or "plugin": the hook is dropped`, "HOOK-083, 191"},
		{"type number", inGroup(`{"type": 1, "command": "x"}`), within, "HOOK-191", `hooks.BeforeTool[1].hooks[1].type: must be "command" or "plugin", not a number: the hook is dropped`, "HOOK-191"},
		{"type of another agent", inGroup(`{"type": "prompt", "command": "x"}`), within, "HOOK-191", `hooks.BeforeTool[1].hooks[1].type: must be "command" or "plugin", not "prompt": the hook is dropped`, "HOOK-191"},
		{"type in other case", inGroup(`{"type": "Command", "command": "x"}`), within, "HOOK-191", `hooks.BeforeTool[1].hooks[1].type: must be "command" or "plugin", not "Command": the hook is dropped`, "HOOK-191"},
		{"command missing", inGroup(`{"type": "command"}`), within, "HOOK-191", "hooks.BeforeTool[1].hooks[1]: command is missing: the hook is dropped", "HOOK-191"},
		{"command empty", inGroup(`{"type": "command", "command": ""}`), within, "HOOK-191", "hooks.BeforeTool[1].hooks[1].command: must be a string that is not empty, not \"\": the hook is dropped", "HOOK-191"},
		{"command null", inGroup(`{"type": "command", "command": null}`), within, "HOOK-191", "hooks.BeforeTool[1].hooks[1].command: must be a string that is not empty, not null: the hook is dropped", "HOOK-191"},
		{"command array", inGroup(`{"type": "command", "command": ["x"]}`), within, "HOOK-191", "hooks.BeforeTool[1].hooks[1].command: must be a string that is not empty, not an array: the hook is dropped", "HOOK-191"},
		{"duplicate hooks", `{"hooks": [{"type": "command", "command": "x"}], "hooks": [{"type": "command", "command": "last"}]}`, []string{"before", "last", "after"}, "INT-35", "hooks.BeforeTool[1].hooks: is written again further down, which replaces this value", "the last of two equal names counts, as in JSON.parse"},
		{"type beyond measure", inGroup(`{"type": "` + strings.Repeat("x", 500) + `"}`), within, "HOOK-191", `hooks.BeforeTool[1].hooks[1].type: must be "command" or "plugin", not "` + strings.Repeat("x", 80) + `"…: the hook is dropped`, "warnings stay readable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := `{"BeforeTool": [` + before + ",\n" + tt.in + ",\n" + after + `]}`
			r := initialized(parse(t, "s.json", text))
			assert.Equal(t, tt.want, commands(all(t, r)), tt.reason)
			require.Len(t, r.Warnings(), 1)
			got := r.Warnings()[0]
			assert.Equal(t, tt.rule, got.Rule)
			assert.Equal(t, tt.text, got.Text)
			assert.Equal(t, "s.json", got.Position.File)
			assert.Equal(t, 2, got.Position.Line, "the warning is at the fault")
		})
	}
}

func TestMalformedEventsAreDroppedAlone(t *testing.T) {
	const valid = `"AfterTool": [{"hooks": [{"type": "command", "command": "valid"}]}]`
	tests := []struct{ name, in, text, reason string }{
		{"misspelled", `"BeforeTols": []`, `hooks.BeforeTols: unknown event, did you mean "BeforeTool": its hooks are dropped`, "INT-35, nearest name"},
		{"other case", `"beforetool": []`, `hooks.beforetool: unknown event, did you mean "BeforeTool": its hooks are dropped`, "INT-35"},
		{"separators", `"session-start": []`, `hooks["session-start"]: unknown event, did you mean "SessionStart": its hooks are dropped`, "INT-35"},
		{"longer", `"BeforeToolSelect": []`, `hooks.BeforeToolSelect: unknown event, did you mean "BeforeToolSelection": its hooks are dropped`, "INT-35"},
		{"far from all", `"UserPromptSubmit": []`, `hooks.UserPromptSubmit: unknown event: its hooks are dropped`, "INT-35: no hint is better than a wrong one"},
		{"empty", `"": []`, `hooks[""]: unknown event: its hooks are dropped`, "INT-35"},
		{"line break", `"a\nb": []`, `hooks["a\nb"]: unknown event: its hooks are dropped`, "a warning is one line"},
		{"long", `"` + strings.Repeat("x", 500) + `": []`, `hooks["` + strings.Repeat("x", 80) + `"…]: unknown event: its hooks are dropped`, "a warning ends"},
		{"definitions object", `"BeforeTool": {"hooks": []}`, `hooks.BeforeTool: must be an array of groups, not an object: its hooks are dropped`, "INT-35"},
		{"definitions string", `"BeforeTool": "x"`, `hooks.BeforeTool: must be an array of groups, not a string: its hooks are dropped`, "INT-35"},
		{"definitions null", `"BeforeTool": null`, `hooks.BeforeTool: must be an array of groups, not null: its hooks are dropped`, "INT-35"},
		{"duplicate", `"BeforeTool": [{"hooks": [{"type": "command", "command": "lost"}]}], "BeforeTool": []`, `hooks.BeforeTool: is written again further down, which replaces this value`, "the last of two equal names counts"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, text := range []string{"{\n" + tt.in + ",\n" + valid + "}", "{" + valid + ",\n" + tt.in + "\n}"} {
				r := initialized(parse(t, "s.json", text))
				assert.Equal(t, []string{"valid"}, commands(all(t, r)), tt.reason)
				require.Len(t, r.Warnings(), 1)
				assert.Equal(t, "INT-35", r.Warnings()[0].Rule)
				assert.Equal(t, tt.text, r.Warnings()[0].Text)
				assert.Equal(t, 2, r.Warnings()[0].Position.Line)
			}
		})
	}
}

func TestHooksOfTheWrongKind(t *testing.T) {
	valid := `{"BeforeTool": [{"hooks": [{"type": "command", "command": "valid"}]}]}`
	for _, kind := range []struct{ in, article string }{
		{`null`, "null"}, {`true`, "a boolean"}, {`7`, "a number"}, {`"x"`, "a string"}, {`[]`, "an array"},
	} {
		r := registry.New(dialect.LLxprt(), nil)
		r.Initialize([]*document.Node{parse(t, "p.json", kind.in), parse(t, "u.json", valid)},
			[]registry.Extension{{Name: "ext", Active: true, Hooks: parse(t, "e.json", kind.in)}})
		assert.Equal(t, []string{"valid"}, commands(all(t, r)), "INT-35: another file's fault takes nothing along")
		text := "hooks: must be an object of event names, not " + kind.article + ": no hook in it is read"
		assert.Equal(t, []hook.Warning{
			{Rule: "INT-35", Text: text, Position: hook.Position{File: "p.json", Line: 1, Column: 1}},
			{Rule: "INT-35", Text: `extension "ext": ` + text, Position: hook.Position{File: "e.json", Line: 1, Column: 1}},
		}, r.Warnings())
	}
}

func TestSequentialIsABoolean(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bool
		text string
	}{
		{`true`, true, ""},
		{`false`, false, ""},
		{`"true"`, false, "hooks.BeforeTool[0].sequential: must be a boolean, not a string: it counts as false"},
		{`1`, false, "hooks.BeforeTool[0].sequential: must be a boolean, not a number: it counts as false"},
		{`null`, false, "hooks.BeforeTool[0].sequential: must be a boolean, not null: it counts as false"},
		{`{}`, false, "hooks.BeforeTool[0].sequential: must be a boolean, not an object: it counts as false"},
	} {
		r := initialized(parse(t, "s.json", `{"BeforeTool": [{"sequential": `+tt.in+`, "hooks": [{"type": "command", "command": "c"}]}]}`))
		entries := all(t, r)
		require.Len(t, entries, 1, "INT-21: the group stays")
		assert.Equal(t, tt.want, entries[0].Sequential, tt.in)
		if tt.text == "" {
			assert.Empty(t, r.Warnings())
			continue
		}
		assert.Equal(t, []hook.Warning{{Rule: "INT-21", Text: tt.text, Position: hook.Position{File: "s.json", Line: 1, Column: 32}}}, r.Warnings())
	}
}

func TestTimeout(t *testing.T) {
	const standard = 60 * time.Second
	tests := []struct {
		in     string
		want   time.Duration
		text   string
		reason string
	}{
		{`1`, time.Millisecond, "", "HOOK-083: milliseconds"},
		{`30000`, 30 * time.Second, "", "HOOK-083"},
		{`0.5`, 500 * time.Microsecond, "", "a fraction is a number"},
		{`1.5e3`, 1500 * time.Millisecond, "", "an exponent is a number"},
		{`1e-9`, 1, "", "positive stays positive"},
		{`1e300`, 1 << 62, "", "must not overflow"},
		{`1e999`, standard, "must be greater than 0 and finite, not 1e999: it counts as 60000", "INT-06: infinity is not a number of milliseconds"},
		{`1e400000000`, standard, "must be greater than 0 and finite, not 1e400000000: it counts as 60000", "INT-06"},
		{`9223372036854775807`, 1 << 62, "", "must not overflow"},
		{`null`, standard, "", "INT-06: null is absent"},
		{`0`, standard, "must be greater than 0 and finite, not 0: it counts as 60000", "INT-06"},
		{`-0`, standard, "must be greater than 0 and finite, not -0: it counts as 60000", "INT-06"},
		{`0.0`, standard, "must be greater than 0 and finite, not 0.0: it counts as 60000", "INT-06"},
		{`1e-999`, standard, "must be greater than 0 and finite, not 1e-999: it counts as 60000", "INT-06: JavaScript reads it as 0"},
		{`-5`, standard, "must be greater than 0 and finite, not -5: it counts as 60000", "INT-06"},
		{`-1e999`, standard, "must be greater than 0 and finite, not -1e999: it counts as 60000", "INT-06"},
		{`"5000"`, standard, "must be a number of milliseconds, not a string: it counts as 60000", "INT-06"},
		{`true`, standard, "must be a number of milliseconds, not a boolean: it counts as 60000", "INT-06"},
		{`[5]`, standard, "must be a number of milliseconds, not an array: it counts as 60000", "INT-06"},
		{`{}`, standard, "must be a number of milliseconds, not an object: it counts as 60000", "INT-06"},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			r := initialized(parse(t, "s.json", `{"BeforeTool": [{"hooks": [{"type": "command", "command": "c", "timeout": `+tt.in+`}]}]}`))
			entries := all(t, r)
			require.Len(t, entries, 1, "a guard with a mistyped timeout still guards")
			assert.Equal(t, tt.want, entries[0].Timeout, tt.reason)
			if tt.text == "" {
				assert.Empty(t, r.Warnings())
				return
			}
			assert.Equal(t, []hook.Warning{{
				Rule: "INT-06", Text: "hooks.BeforeTool[0].hooks[0].timeout: " + tt.text,
				Position: hook.Position{File: "s.json", Line: 1, Column: 75},
			}}, r.Warnings())
		})
	}
}
