package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/hook"
)

// Whether code 2 refuses is in the contract. There is no finding if it may have been meant
// otherwise.
func TestCodeTwoThatRefusesNothing(t *testing.T) {
	t.Parallel()
	on := func(agent string, events ...hook.Event) script.Use {
		use := of(t, agent)
		use.Events = events
		return use
	}
	const (
		refuses = py + "call = json.load(sys.stdin)\nif 'sudo' in call['cwd']:\n    print('Blocked: sudo', file=sys.stderr)\n    sys.exit(2)\n"
		notes   = py + "call = json.load(sys.stdin)\nif 'sudo' in call['cwd']:\n    print('a note', file=sys.stderr)\n    sys.exit(2)\n"
	)
	told, silent := []string{"HT334"}, []string{}
	tests := []struct {
		name, text string
		use        script.Use
		want       []string
		fix        string
		reason     string
	}{
		{"a permission", refuses, on("claude", "PermissionRequest"), told, `"behavior":"deny"`, "only the answer decides there"},
		{"a permission with other words", notes, on("claude", "PermissionRequest"), told, `"behavior":"deny"`, "there is a way to refuse"},
		{"a permission of an agent that heeds the code", refuses, on("codex", "PermissionRequest"), silent, "", "it refuses"},
		{"the start of a session", refuses, on("claude", "SessionStart"), told, "check it on PreToolUse", "nothing can be refused"},
		{"the start of a session, a note", notes, on("claude", "SessionStart"), silent, "", "the user is shown it"},
		{"a failure at the start", refuses, on("codex", "SessionStart"), told, "check it on PreToolUse", "the hook has failed there"},
		{"after a file is written, of an agent with events for that", notes, on("windsurf", "post_write_code"), told, "check it on pre_write_code", "nobody reads the note"},
		{"after a command, of the same", notes, on("windsurf", "post_run_command"), told, "check it on pre_run_command", "nobody reads the note"},
		{"before a file is written, of the same", notes, on("windsurf", "pre_write_code"), silent, "", "it refuses"},
		{"after a file is written, and its own trouble", sh + "command -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }\ncat >>log\n", on("windsurf", "post_write_code"), silent, "", "that is no refusal"},
		{"after a tool", refuses, on("claude", "PostToolUse"), silent, "", "the model reads the reason"},
		{"before a tool", refuses, on("claude", "PreToolUse"), silent, "", "it refuses"},
		{"on both", refuses, on("claude", "PermissionRequest", "PreToolUse"), silent, "", "it refuses on one of them"},
		{"nobody knows", refuses, on("gemini", "SessionStart"), silent, "", "the contract does not say"},
		{"the program asks for the event", refuses + "print(call['hook_event_name'])\n", on("claude", "PermissionRequest"), silent, "", "other events may be meant"},
		{"an answer besides", refuses + "print(json.dumps({'hookSpecificOutput': {'hookEventName': 'PermissionRequest', 'decision': {'behavior': 'deny'}}}))\n", on("claude", "PermissionRequest"), silent, "", "it refuses by that"},
		{"a variable that it needs is not set", sh + "cat >/dev/null\nif [ -z \"$TOKEN\" ]; then\n  echo 'TOKEN is not set' >&2\n  exit 2\nfi\n", on("claude", "PermissionRequest"), silent, "", "that is no refusal"},
		{"what it needs is missing", bash + jq + "jq -r .cwd\n", on("claude", "PermissionRequest"), silent, "", "that is no refusal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found := script.Look("a.py", []byte(tt.text), tt.use).Findings
			assert.Equal(t, tt.want, ids(found), "%s\n%s", tt.reason, tt.text)
			for _, f := range found {
				assert.Contains(t, f.Fix, tt.fix)
			}
		})
	}
}
