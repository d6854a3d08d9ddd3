package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/hook"
)

// If the contract lists all arguments of the tools, any other argument is unknown.
func TestArgumentsThatNoToolHas(t *testing.T) {
	t.Parallel()
	started := func(agent string, event hook.Event, tools ...string) script.Use {
		use := of(t, agent)
		use.Events, use.Tools = []hook.Event{event}, tools
		return use
	}
	writes := started("gemini", "BeforeTool", "write_file", "replace")
	servers := writes
	servers.Servers = true
	field := func(path string) string {
		return bash + jq + "path=$(jq -r '" + path + "')\nif [[ $path == *.pem ]]; then\n  echo 'that is a key' >&2\n  exit 2\nfi\n"
	}
	tests := []struct {
		name, file, text string
		use              script.Use
		want             string
		reason           string
	}{
		{"a shorter name", "a.sh", field(".tool_input.path // empty"), writes, "did you mean file_path?", "it begins or ends as the one that there is"},
		{"in Python", "a.py", py + "call = json.load(sys.stdin)\nif call.get('tool_input', {}).get('path', '').endswith('.pem'):\n    print('a key', file=sys.stderr)\n    sys.exit(2)\n", writes, "did you mean file_path?", "the same"},
		{"one like none", "a.sh", field(".tool_input.target"), started("claude", "PreToolUse", "Write"), "theirs are file_path and content", "all are known"},
		{"one that the user's changes have", "a.sh", field(".tool_input.modified_by_user"), writes, "", "it may be there"},
		{"one of several that is there", "a.sh", field(".tool_input.path // .tool_input.file_path"), writes, "", "the other is taken"},
		{"beside one that is there", "a.sh", bash + jq + "input=$(cat)\npath=$(jq -r .tool_input.target <<<\"$input\")\nfile=$(jq -r .tool_input.file_path <<<\"$input\")\n[[ $path$file == *.pem ]] && { echo no >&2; exit 2; }\nexit 0\n", writes, "", "it may be for tools of others"},
		{"tools of servers, too", "a.sh", field(".tool_input.path"), servers, "", "theirs may have it"},
		{"a tool of which not all is known", "a.sh", field(".tool_input.target"), started("gemini", "BeforeTool", "write_file", "read_many_files"), "", "that one may have it"},
		{"a tool of other versions", "a.sh", field(".tool_input.target"), started("claude", "PreToolUse", "Write", "MultiEdit"), "", "nobody knows what that one has"},
		{"nobody knows the tools", "a.sh", field(".tool_input.target"), started("gemini", "BeforeTool"), "", "any may have it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found := script.Look(tt.file, []byte(tt.text), tt.use).Findings
			if tt.want == "" {
				assert.Empty(t, ids(found), "%s\n%s", tt.reason, tt.text)
				return
			}
			if assert.Equal(t, []string{"HT309"}, ids(found), "%s\n%s", tt.reason, tt.text) {
				assert.Equal(t, tt.want, found[0].Fix)
			}
		})
	}
}
