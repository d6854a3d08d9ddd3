package dialect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Rules observed with Claude Code match or do not match. All others are Doubtful.
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
		{"PreToolUse", "Bash(git *)", "Bash", "echo a && git status", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git status; echo b", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git status | cat", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo $(git status)", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo `git log`", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git status 'x'", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "FOO=1 git status", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "(git status)", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git statusx; true", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "a=$(git log) true", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git log > x", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo a\ngit log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo a & git log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "if true; then git log; fi", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git  log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "git log 2>&1", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "{ git log; }", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo a; echo b", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo \"git status\"", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo 'git log'", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "sudo git log", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "env git log", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "timeout 5 git log", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "cd x && ls", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo a > f; ls", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo $HOME; ls", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo \"a;b\"; ls", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo a || b 'c'", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "echo $(date)", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "(ls)", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "if true; then ls; fi", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "echo `date`", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "a=$(date) true", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "gitx", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "git-lfs x", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "for i in 1; do ls; done", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "! ls", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "ls &", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git:*)", "Bash", "git log", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "git", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "git statusx; true", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "{ ls; }", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "cat <<E\nhi\nE", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "f() { ls; }; f", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "diff <(ls) <(ls)", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git:*)", "Bash", "echo ${HOME}", dialect.Yes, "observed to run, also if the parts can't be separated"},
		{"PreToolUse", "Bash(git log)", "Bash", "git log > x", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git log 2>&1", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git log; x", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "FOO=1 git log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git  log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "! git log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git log &", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "'git' log", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git \"log\"", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git log | cat > y", dialect.Yes, "seen to run"},
		{"PreToolUse", "Bash(git log)", "Bash", "git log --x", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git status)", "Bash", "git statusx; true", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *log*)", "Bash", "git a; echo log", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(rm *)|Bash(echo *)", "Bash", "echo a; echo b", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(rm *)|Bash(echo *)", "Bash", "rm x", dialect.No, "seen not to run"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo a\\b", dialect.KeptUnknown, "not observed"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo \"$(ls)\"", dialect.KeptUnknown, "not observed"},
		{"PreToolUse", "Bash(git *)", "Bash", "echo 'a", dialect.KeptUnknown, "not observed"},
		{"PreToolUse", "Bash(git *)", "Bash", "ls x{1,2}", dialect.KeptUnknown, "not observed"},
		{"PreToolUse", "Read(*.md)", "Read", "", dialect.KeptUnknown, "how paths are compared was not seen"},
		{"PreToolUse", "mcp__a", "mcp__a__b", "", dialect.KeptUnknown, "a server instead of a tool"},
		{"PreToolUse", "Bash(git", "Bash", "git push", dialect.KeptUnknown, "no rule"},
		{"PreToolUse", "", "Bash", "ls", dialect.KeptUnknown, "no rule"},
		{"SessionStart", "Bash(*)", "", "", dialect.Never, "contracts §1.10: on a non-tool event the hook never runs"},
	}
	claude := dialect.Known("claude")
	for _, tt := range tests {
		row, _ := claude.Event(tt.event)
		input := jsonvalue.New(jsonvalue.Member{Key: "tool_name", Value: tt.tool}, jsonvalue.Member{Key: "tool_input", Value: jsonvalue.New(jsonvalue.Member{Key: "command", Value: tt.command})})
		assert.Equal(t, tt.want, claude.Keeps(tt.rule, row, input), "%s, %s: %s", tt.rule, tt.command, tt.reason)
	}
}
