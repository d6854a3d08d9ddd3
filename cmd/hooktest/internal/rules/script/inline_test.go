package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A program inside a settings command is judged as a script is, except by the rules about files.
func TestInline(t *testing.T) {
	t.Parallel()
	on := func(c *dialect.Contract, event hook.Event) script.Use {
		return script.Use{Contracts: []*dialect.Contract{c}, Events: []hook.Event{event}, Tools: []string{"Bash"}}
	}
	claude := on(dialect.Known("claude"), "PreToolUse")
	fails, silent := []string{"HT303"}, []string{}
	const asks = "jq -r .tool_input.command | grep -q 'rm -rf'"
	tests := []struct {
		text   string
		use    script.Use
		want   []string
		reason string
	}{
		{asks + " && exit 1", claude, fails, "code 1 refuses nothing, and is good for nothing else"},
		{asks + " && exit 1 || exit 0", claude, fails, "what follows only ends well"},
		{"if " + asks + "; then exit 1; fi", claude, fails, "the same in other words"},
		{"input=$(cat); if echo \"$input\" | jq -r .tool_input.command | grep -q push; then exit 1; fi; exit 0", claude, fails, "the input comes by a variable"},
		{"grep -q 'rm -rf' && exit 1", claude, fails, "grep reads the input itself"},
		{asks + " && exit 1", on(dialect.Known("copilot"), "preToolUse"), silent, "every code but 0 refuses there"},
		{asks + " && exit 1", on(dialect.Known("claude"), "PostToolUse"), silent, "nothing can be refused any more"},
		{asks + " && exit 1", script.Use{}, silent, "nobody knows who starts it"},
		{asks + " || exit 1", claude, silent, "who is not concerned may leave so"},
		{asks + " && exit 2", claude, silent, "that refuses"},
		{asks + " && { echo 'not that' >&2; exit 2; }", claude, silent, "and so does that"},
		{asks + " && exit 1; make test", claude, silent, "it may leave before something that it does"},
		{"grep -q x notes.txt && exit 1", claude, silent, "it is not about the input"},
		{"jq -r .toolInput.command >>log", claude, []string{"HT308"}, "no agent that starts it has the field"},
		{"if grep -q x; then echo 'not that'; exit 2; fi", claude, []string{"HT328"}, "nobody reads the reason"},
		{"jq -r .tool_input.command >>log", claude, silent, "a command needs no line that names its shell"},
		{"npx prettier --write .", claude, silent, "a program is no script"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, ids(script.Inline(tt.text, tt.use)), "%s: %s", tt.text, tt.reason)
	}
}
