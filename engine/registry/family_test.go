package registry_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/hook"
)

// The observed effects of a mistake next to a refusing hook, in Qwen Code and, if
// different, in the agents that it descends from.
func TestMistakesInSettingsOfGeminisFamily(t *testing.T) {
	const command = `"type": "command", "command": "x"`
	group := func(hook string) string { return `{"hooks": [{` + hook + `}]}` }
	tests := []struct {
		name, item string
		// qwen and others are the commands that still run.
		qwen, others []string
	}{
		{"unknown type", group(`"type": "wasm", "command": "x"`), []string{"ok"}, []string{"ok"}},
		{"no type", group(`"command": "x"`), []string{"ok"}, []string{"ok"}},
		{"matcher is an array", `{"matcher": ["a"], "hooks": [{` + command + `}]}`, nil, nil},
		{"matcher is a number", `{"matcher": 1, "hooks": [{` + command + `}]}`, nil, nil},
		{"matcher is null", `{"matcher": null, "hooks": [{` + command + `}]}`, []string{"ok", "x"}, []string{"ok", "x"}},
		{"timeout is a text", group(command + `, "timeout": "long"`), []string{"ok", "x"}, []string{"ok"}},
		{"timeout is zero", group(command + `, "timeout": 0`), []string{"ok", "x"}, []string{"ok"}},
		{"timeout is negative", group(command + `, "timeout": -1`), []string{"ok", "x"}, []string{"ok"}},
		{"command is empty", group(`"type": "command", "command": ""`), []string{"ok"}, []string{"ok"}},
		{"unknown field", group(command + `, "mood": 1`), []string{"ok", "x"}, []string{"ok", "x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.qwen, others(t, "qwen", "PreToolUse", tt.item), "Qwen Code")
			assert.Equal(t, tt.others, others(t, "gemini", "BeforeTool", tt.item), "Gemini CLI")
			assert.Equal(t, tt.others, others(t, "llxprt-shipped", "BeforeTool", tt.item), "LLxprt Code")
		})
	}
}

// others returns the commands that still run from a file with a good hook, an item, and
// a group of an unknown event.
func others(t *testing.T, agent string, event hook.Event, item string) []string {
	t.Helper()
	entries, _ := read(t, agent, event, fmt.Sprintf(`{"Unheard": [], %q: [{"hooks": [{"type": "command", "command": "ok"}]}, %s]}`, event, item))
	return commands(entries)
}
