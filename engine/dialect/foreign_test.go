package dialect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestForeignNames(t *testing.T) {
	event, ok := dialect.LLxprt().ForeignEvent("PreToolUse")
	assert.True(t, ok)
	assert.Equal(t, dialect.Foreign{Product: "Claude Code", Here: "BeforeTool"}, event)
	tool, ok := dialect.LLxprt().ForeignTool("Bash")
	assert.True(t, ok)
	assert.Equal(t, dialect.Foreign{Product: "Claude Code", Here: "run_shell_command"}, tool)
	tool, ok = dialect.LLxprt().ForeignTool("grep_search")
	assert.True(t, ok)
	assert.Equal(t, dialect.Foreign{Product: "Gemini CLI", Here: "search_file_content"}, tool)
	for _, name := range []string{"SessionStart", "pretooluse", ""} {
		_, ok := dialect.LLxprt().ForeignEvent(name)
		assert.False(t, ok, name)
	}
}

// Every foreign name leads to a name that exists here, and no name is both.
func TestForeignNamesLeadHome(t *testing.T) {
	llxprt := dialect.LLxprt()
	for _, name := range []string{"PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "PreCompact"} {
		foreign, ok := dialect.LLxprt().ForeignEvent(name)
		assert.True(t, ok, name)
		_, here := llxprt.Event(hook.Event(foreign.Here))
		assert.True(t, here, name)
		_, both := llxprt.Event(hook.Event(name))
		assert.False(t, both, name)
	}
	for _, name := range []string{"Bash", "Edit", "Write", "Read", "Glob", "Grep", "WebFetch", "WebSearch", "Task", "TodoWrite", "grep_search"} {
		foreign, ok := dialect.LLxprt().ForeignTool(name)
		assert.True(t, ok, name)
		assert.True(t, llxprt.Tools.Knows(foreign.Here), name)
		assert.False(t, llxprt.Tools.Knows(name), name)
	}
}
