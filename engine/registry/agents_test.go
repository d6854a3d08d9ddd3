package registry_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// Which hooks of a file still run next to each mistake, among them a guard, as observed
// with these agents.
func TestWhatAMistakeDoesToAGuardInTheSameFile(t *testing.T) {
	agents := []struct {
		name  string
		event hook.Event
		guard string
		// runs are the commands that run, by mistake.
		runs map[string][]string
	}{
		{"codex", "PreToolUse", `{"hooks": [{"type": "command", "command": "guard"}]}`, map[string][]string{
			`{"hooks": [{"type": "wasm", "command": "x"}]}`:                                                 nil,
			`{"hooks": [{"command": "x"}]}`:                                                                 nil,
			`{"matcher": ["Bash"], "hooks": [{"type": "command", "command": "x"}]}`:                         nil,
			`{"matcher": 1, "hooks": [{"type": "command", "command": "x"}]}`:                                nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": "5"}]}`:                              nil,
			`{"matcher": null, "hooks": [{"type": "command", "command": "x"}]}`:                             {"x", "guard"},
			`{"hooks": [{"type": "command", "command": ""}]}`:                                               {"guard"},
			`{"hooks": [{"type": "command", "command": "x", "whatever": 1}], "whatever": 2}`:                {"x", "guard"},
			`{"hooks": [{"type": "command", "command": "x", "timeout": null}]}`:                             {"x", "guard"},
			`{"hooks": [{"type": "command", "command": "x", "timeout": 0.5}]}`:                              nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": 1000000000000.0}]}`:                  nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": 5}]}`:                                {"x", "guard"},
			`{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}`:                                {"x", "guard"},
			`{"hooks": [{"type": "command", "command": "x", "timeout": -1}]}`:                               nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": 1e2}]}`:                              nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": 9223372036854775807}]}`:              {"x", "guard"},
			`{"hooks": [{"type": "command", "command": "x", "timeout": 18446744073709551616}]}`:             nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": 1` + strings.Repeat("0", 30) + `}]}`: nil,
			`{"hooks": [{"type": "command", "command": "x", "async": "true"}]}`:                             nil,
			`{"hooks": [{"type": "command", "command": "x", "async": null}]}`:                               nil,
			`{"hooks": [{"type": "command", "command": "x", "async": 1}]}`:                                  nil,
			`{"hooks": [{"type": "command", "command": "x", "statusMessage": 3}]}`:                          nil,
			`{"hooks": [{"type": "command", "command": "x", "statusMessage": null}]}`:                       {"x", "guard"},
			`{"hooks": [{"type": "command", "command": 3}]}`:                                                nil,
			`{"hooks": [{"type": "command", "command": null}]}`:                                             nil,
			`{"hooks": [{"type": "command", "command": "  "}]}`:                                             {"guard"},
			`{"type": "command", "command": "x"}`:                                                           {"guard"},
			`{"matcher": "Bash"}`:                                                                           {"guard"},
			`{"hooks": {"type": "command", "command": "x"}}`:                                                nil,
			`{"hooks": null}`:   nil,
			`{"hooks": [null]}`: nil,
		}},
		// Events make no difference.
		{"codex", "PostToolUse", `{"hooks": [{"type": "command", "command": "guard"}]}`, map[string][]string{
			`{"hooks": [{"type": "command", "command": "x", "async": "true"}]}`: nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": "5"}]}`:  nil,
		}},
		{"claude", "PreToolUse", `{"hooks": [{"type": "command", "command": "guard"}]}`, map[string][]string{
			`{"hooks": [{"type": "command", "command": "x", "if": ["Bash(git *)"]}]}`:       nil,
			`{"hooks": [{"type": "command", "command": "x", "if": null}]}`:                  nil,
			`{"hooks": [{"type": "command", "command": "x", "args": [1]}]}`:                 nil,
			`{"hooks": [{"type": "command", "command": "x", "shell": "zsh"}]}`:              nil,
			`{"hooks": [{"type": "command", "command": "x", "async": "yes"}]}`:              nil,
			`{"hooks": [{"type": "command", "command": "x", "statusMessage": 3}]}`:          nil,
			`{"hooks": [{"type": "command", "command": "x", "timeout": null}]}`:             nil,
			`{"hooks": [{"type": "command", "command": 5}]}`:                                nil,
			`{"hooks": [{"type": "command"}]}`:                                              nil,
			`{"hooks": [{"type": "command", "command": ""}]}`:                               {"guard"},
			`{"hooks": [{"type": "http", "url": "http://a", "headers": {"a": 1}}]}`:         nil,
			`{"hooks": [{"type": "command", "command": "x", "url": 3, "prompt": 5}]}`:       {"x", "guard"},
			`{"hooks": [{"type": "command", "command": "x", "args": ["a"], "if": "Bash"}]}`: {"x", "guard"},
		}},
		// On another event the same mistake disables only its own entry.
		{"claude", "PostToolUse", `{"hooks": [{"type": "command", "command": "guard"}]}`, map[string][]string{
			`{"hooks": [{"type": "command", "command": "x", "if": ["Bash(git *)"]}]}`: {"guard"},
		}},
		{"copilot", "preToolUse", `{"type": "command", "bash": "guard"}`, map[string][]string{
			`{"type": "wasm", "bash": "x"}`: {"guard"},
			`{"bash": "x"}`:                 {"x", "guard"},
			`{"type": "command", "matcher": ["bash"], "bash": "x"}`: {"guard"},
			`{"type": "command", "matcher": 1, "bash": "x"}`:        {"guard"},
			`{"type": "command", "bash": "x", "timeoutSec": "5"}`:   {"guard"},
			`{"type": "command", "matcher": null, "bash": "x"}`:     {"guard"},
			`{"type": "command", "bash": ""}`:                       {"guard"},
			`{"type": "command", "bash": "x", "whatever": 1}`:       {"x", "guard"},
		}},
	}
	for _, agent := range agents {
		for mistake, runs := range agent.runs {
			t.Run(agent.name+" "+mistake, func(t *testing.T) {
				text := `{"Whenever": [], "` + string(agent.event) + `": [` + mistake + `, ` + agent.guard + `]}`
				entries, warnings := read(t, agent.name, agent.event, text)
				assert.Equal(t, runs, commands(entries), "%v", warnings)
			})
		}
	}
}

// What one mistake was observed to disable in Claude Code: on PreToolUse and
// PermissionRequest the whole file, on other events only itself.
func TestMistakesInFilesOfClaude(t *testing.T) {
	const good = `{"hooks": [{"type": "command", "command": "good"}]}`
	for _, mistake := range []string{
		`{"hooks": [{"type": "wasm", "command": "x"}]}`,
		`{"hooks": [{"command": "x"}]}`,
		`{"type": "command", "command": "x"}`,
		`{"matcher": ["Bash"], "hooks": [{"type": "command", "command": "x"}]}`,
		`{"matcher": 1, "hooks": [{"type": "command", "command": "x"}]}`,
		`{"matcher": null, "hooks": [{"type": "command", "command": "x"}]}`,
		`{"hooks": [{"type": "command", "command": "x", "timeout": "60"}]}`,
		`{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}`,
		`{"hooks": [{"type": "command", "command": "x", "onFailure": "deny"}]}`,
	} {
		for event, want := range map[hook.Event][]string{
			"PreToolUse": nil, "PermissionRequest": nil, "PostToolUse": {"good"}, "Stop": {"good"}, "SessionStart": {"good"},
		} {
			file := `{"Notification": [` + good + `], "` + string(event) + `": [` + good + `, ` + mistake + `]}`
			for _, of := range []hook.Event{event, "Notification"} {
				entries, _ := read(t, "claude", of, file)
				assert.Equal(t, want, commands(entries), "%s of a file with %s on %s", of, mistake, event)
			}
		}
	}
}

// A field of another type may cost the hook, its neighbours or nothing. Where that is not
// known, none of the file's hooks has a firm verdict; those of other files have one.
func TestAFieldOfAnotherTypeWithoutAFact(t *testing.T) {
	const usual = `{"hooks": [{"type": "command", "command": "x", %s}]}`
	tests := []struct {
		contract, event, hook string
		fields                []string
	}{
		{"qwen", "PreToolUse", usual, []string{`"name": 5`, `"description": []`, `"env": ["A=1"]`, `"env": {"A": 1}`, `"async": "true"`, `"cwd": 1`, `"shell": null`, `"command": 5`, `"command": ["x"]`, `"type": 5`, `"statusMessage": {}`}},
		{"qwen", "PreToolUse", `{"sequential": "true", "hooks": [{"type": "command", "command": "x"}], "more": {%s}}`, []string{``}},
		{"gemini", "BeforeTool", usual, []string{`"name": 5`, `"description": 5`, `"env": []`, `"command": 5`, `"type": null`}},
		{"gemini", "BeforeTool", `{"sequential": 1, "hooks": [{"type": "command", "command": "x"}], "more": {%s}}`, []string{``}},
		{"llxprt-shipped", "BeforeTool", usual, []string{`"name": 5`, `"command": {}`}},
		{"copilot", "preToolUse", `{"type": "command", "bash": "x", %s}`, []string{`"cwd": 5`, `"env": "A=1"`, `"powershell": 5`, `"name": 5`, `"bash": 5`, `"type": 5`, `"command": 5`}},
		{"copilot-claude", "PreToolUse", usual, []string{`"cwd": 5`, `"env": []`, `"command": 5`}},
		{"cursor", "preToolUse", `{"command": "x", %s}`, []string{`"timeout": "5"`, `"timeout": null`, `"timeout": -1`, `"matcher": ["Shell"]`, `"matcher": null`, `"type": "wasm"`, `"command": 5`, `"command": ""`, `"failClosed": "true"`, `"env": []`}},
		{"droid", "PreToolUse", usual, []string{`"timeout": "5"`, `"command": 5`, `"type": 5`, `"type": "wasm"`, `"name": 5`}},
		{"kiro-2", "preToolUse", `{"command": "x", %s}`, []string{`"timeout_ms": "5"`, `"matcher": 1`, `"command": 5`}},
		{"windsurf", "pre_run_command", `{"command": "x", %s}`, []string{`"show_output": "true"`, `"working_directory": 5`, `"powershell": 5`, `"command": 5`}},
		{"codex", "PreToolUse", usual, []string{`"timeout": 9223372036854775808`, `"timeout": 18446744073709551615`}},
		{"claude-seed", "PreToolUse", usual, []string{`"timeout": "5"`, `"command": 5`}},
	}
	for _, tt := range tests {
		for _, field := range tt.fields {
			t.Run(tt.contract+" "+field, func(t *testing.T) {
				c, why := dialect.Known(tt.contract), "it is not known what the agent does then"
				if tt.contract == "codex" {
					why = "must be a whole number of seconds from 0 on, not " + strings.TrimPrefix(field, `"timeout": `) + ": the agent ends as it starts"
				}
				neighbour := strings.NewReplacer("%s", `"mood": 1`, `"x"`, `"guard"`, `"sequential": "true", `, "", `"sequential": 1, `, "").Replace(tt.hook)
				r := registry.New(c, nil)
				r.Initialize([]*document.Node{
					parse(t, "a.json", fmt.Sprintf(`{%q: [%s, `+tt.hook+`]}`, tt.event, neighbour, field)),
					parse(t, "b.json", fmt.Sprintf(`{%q: [%s]}`, tt.event, neighbour)),
				}, nil)
				entries, err := r.Hooks(hook.Event(tt.event))
				require.NoError(t, err)
				require.Len(t, entries, 3, "%v", r.Warnings())
				assert.Contains(t, entries[0].Uncertain.Why, why)
				assert.Contains(t, entries[1].Uncertain.Why, why)
				assert.Empty(t, entries[2].Uncertain.Why)
				assert.Len(t, r.Warnings(), 1, "%v", r.Warnings())
			})
		}
	}
}

// In a list of hooks, fields are next to the action and in it.
func TestAFieldOfAnotherTypeWithoutAFactInKiro(t *testing.T) {
	for _, hooks := range []string{
		`[{"trigger": "PreToolUse", "name": 5, "action": {"type": "command", "command": "x"}}]`,
		`[{"trigger": "PreToolUse", "timeout": "5", "action": {"type": "command", "command": "x"}}]`,
		`[{"trigger": "PreToolUse", "enabled": "false", "action": {"type": "command", "command": "x"}}]`,
		`[{"trigger": "PreToolUse", "action": {"type": "command", "command": ["x"]}}]`,
		`[{"trigger": "PreToolUse", "action": "x"}]`,
	} {
		entries, _ := read(t, "kiro", "PreToolUse", hooks)
		require.Len(t, entries, 1, hooks)
		assert.Contains(t, entries[0].Uncertain.Why, "it is not known", hooks)
	}
}

func TestWhatIsReadOfOneHook(t *testing.T) {
	entries, _ := read(t, "copilot", "preToolUse", `{"preToolUse": [{"type": "command", "command": "any", "bash": "own", "timeoutSec": 2}]}`)
	require.Len(t, entries, 1)
	assert.Equal(t, "own", entries[0].Command, "the shell's field takes precedence over the one for every platform")
	assert.Equal(t, "2s", entries[0].Timeout.String())

	entries, _ = read(t, "codex", "PreToolUse", `{"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}`)
	require.Len(t, entries, 1)
	assert.Equal(t, "1s", entries[0].Timeout.String(), "a timeout of 0 is the shortest one")

	entries, _ = read(t, "claude", "PreToolUse", `{"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "if": ""}]}]}`)
	require.Len(t, entries, 1)
	assert.Equal(t, "claude.if-unseen", entries[0].Uncertain.Rule, "whether an empty if matches is not known, so that the hook may not run")
}

// Gemini CLI converts a timeout of another type as JavaScript's Number does. "" in want means
// that the hook is ended at once.
func TestTimeoutsOfAnotherTypeInGemini(t *testing.T) {
	tests := []struct{ timeout, want, reason string }{
		{`"9000"`, "9s", "seen in 0.61.0"},
		{`[9000]`, "9s", "seen in 0.61.0"},
		{`"100"`, "100ms", "seen in 0.61.0: a hook of 2 s was ended"},
		{`" 5e3 "`, "5s", "blanks around a number do not count"},
		{`true`, "1ms", "true is 1"},
		{`null`, "1m0s", "null counts as none given"},
		{`"long"`, "", "seen in 0.61.0: not a number"},
		{`""`, "", "an empty text is 0"},
		{`"-5"`, "", "not above 0"},
		{`"1_000"`, "", "JavaScript converts no separators"},
		{`false`, "", "false is 0"},
		{`[true]`, "", "a list is converted by its text, which is true here"},
		{`[1, 2]`, "", "a list of several is not a number"},
		{`{}`, "", "an object is not a number"},
	}
	for _, tt := range tests {
		t.Run(tt.timeout, func(t *testing.T) {
			entries, warnings := read(t, "gemini", "BeforeTool", `{"BeforeTool": [{"hooks": [{"type": "command", "command": "x", "timeout": `+tt.timeout+`}]}]}`)
			if tt.want == "" {
				assert.Empty(t, entries, tt.reason)
				assert.Len(t, warnings, 1, tt.reason)
				return
			}
			require.Len(t, entries, 1, tt.reason)
			assert.Equal(t, tt.want, entries[0].Timeout.String(), tt.reason)
		})
	}
}

// Copilot CLI reads its own files of hooks hook by hook, and settings files as a whole.
func TestAFaultCostsWhatItsFileSays(t *testing.T) {
	for _, tt := range []struct {
		file   string
		loses  dialect.Loss
		reason string
	}{
		{".claude/settings.json", dialect.LosesFile, "settings of Claude Code"},
		{"/p/.github/copilot/settings.json", dialect.LosesFile, "settings of the project"},
		{"/home/u/.copilot/settings.json", dialect.LosesFile, "settings of the user"},
		{"/p/.github/hooks/guards.json", dialect.LosesHook, "hooks of the project"},
		{"/home/u/.copilot/hooks/guards.json", dialect.LosesHook, "hooks of the user"},
		{"guards.json", dialect.LosesFile, "a file of unknown place"},
	} {
		survey := registry.Look(dialect.Known("copilot-claude"), parse(t, tt.file, `{"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": "soon"}]}]}`))
		require.Len(t, survey.Faults, 1, tt.reason)
		assert.Equal(t, tt.loses, survey.Faults[0].Loses, tt.reason)
	}
}
