package dialect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// What was seen of Claude Code's rules is kept or not; of the rest it is said that nobody
// has looked.
func TestKeeps(t *testing.T) {
	tests := []struct {
		event         hook.Event
		rule          string
		tool, command string
		want          dialect.Kept
		reason        string
	}{
		{"PreToolUse", "Bash(echo *)", "Bash", "echo hello", dialect.Yes, "contracts §1.6: matching, it runs"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo git", dialect.No, "contracts §1.6: not matching, it is not started"},
		{"PreToolUse", "Bash", "Bash", "echo hello", dialect.Yes, "a rule about the tool alone"},
		{"PreToolUse", "Bash(*)", "Bash", "a && b", dialect.Yes, "any call"},
		{"PreToolUse", "Write(*)", "Bash", "echo", dialect.No, "another tool"},
		{"PreToolUse", "Bash(ls)", "Bash", "ls", dialect.Yes, "the whole command"},
		{"PreToolUse", "Bash(ls)", "Bash", "ls -l", dialect.No, "more than the pattern has"},
		{"PreToolUse", "Bash(a.c *)", "Bash", "abc d", dialect.No, "a point is a point"},
		{"PreToolUse", "Task", "Agent", "", dialect.Yes, "contracts §1.2: the tool is known as Task, too"},
		{"PreToolUse", "Bash(git *)", "Bash", "cd x && git push", dialect.Doubtful, "how commands are split was not seen"},
		{"PreToolUse", "Bash(git:*)", "Bash", "git push", dialect.Doubtful, "another form of pattern"},
		{"PreToolUse", "Read(*.md)", "Read", "", dialect.Doubtful, "how paths are compared was not seen"},
		{"PreToolUse", "mcp__a", "mcp__a__b", "", dialect.Doubtful, "a server instead of a tool"},
		{"PreToolUse", "Bash(git", "Bash", "git push", dialect.Doubtful, "no rule"},
		{"PreToolUse", "", "Bash", "ls", dialect.Doubtful, "no rule"},
		{"SessionStart", "Bash(*)", "", "", dialect.Never, "contracts §1.10: on a non-tool event the hook never runs"},
	}
	claude := dialect.Claude()
	for _, tt := range tests {
		row, _ := claude.Event(tt.event)
		input := jsonvalue.New(jsonvalue.Member{Key: "tool_name", Value: tt.tool}, jsonvalue.Member{Key: "tool_input", Value: jsonvalue.New(jsonvalue.Member{Key: "command", Value: tt.command})})
		assert.Equal(t, tt.want, claude.Keeps(tt.rule, row, input), "%s, %s: %s", tt.rule, tt.command, tt.reason)
	}
}
