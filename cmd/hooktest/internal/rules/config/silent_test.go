package config_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/lists"
)

// Settings that are or may be right have no finding.
func TestSilentWhereItIsUnknown(t *testing.T) {
	t.Parallel()
	hook := func(fields string) finding.Example {
		return in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", `+fields+`}]}]}}`)
	}
	matcher := func(matcher string) finding.Example {
		return in("claude", ".claude/settings.json", fmt.Sprintf(`{"hooks": {"PreToolUse": [{"matcher": %q, "hooks": [{"type": "command", "command": "true"}]}]}}`, matcher))
	}
	llxprt := func(matcher string) finding.Example {
		return in("llxprt", ".llxprt/settings.json", fmt.Sprintf(`{"enableHooks": true, "hooks": {"BeforeTool": [{"matcher": %q, "hooks": [{"type": "command", "command": "true"}]}]}}`, matcher))
	}
	question := func(text string) finding.Example {
		return in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "`+text+`"}]}]}}`)
	}
	command := func(text string) finding.Example { return hook(fmt.Sprintf(`"command": %q`, text)) }
	tests := []struct {
		name    string
		example finding.Example
		reason  string
	}{
		{"no hooks", in("claude", ".claude/settings.json", `{"model": "x", "permissions": {"allow": ["Bash(ls *)"]}}`), "settings are about other things, too"},
		{"no hooks of an event", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": []}}`), "an empty list is a list"},
		{"other keys", in("claude", ".claude/settings.json", `{"$schema": "x", "hooks": {}, "enabledPlugins": {"a": true}}`), "not every key is an event"},
		{"other keys twice", in("claude", ".claude/settings.json", `{"env": {"A": "1", "A": "2"}, "env": {}, "hooks": {"Stop": []}}`), "they are not about hooks"},
		{"hooks of a plugin", in("claude", ".claude/settings.json", `{"plugins": {"hooks": {"a": []}}}`), "the keys below it are not events"},

		{"everything", matcher("*"), "the star matches all"},
		{"nothing", matcher(""), "and so does the empty text"},
		{"an expression", matcher("^(Bash|Edit)$"), "it matches two tools"},
		{"half of a list is for another agent", matcher("Bash|run_shell_command"), "one file serves several agents"},
		{"half of a list is of another version", matcher("Edit|MultiEdit|Write"), "a tool that no longer exists does no harm"},
		{"a tool of sessions with a terminal", matcher("AskUserQuestion"), "the tools of such sessions were not looked at"},
		{"a tool of another version", matcher("NotebookRead"), "it is not a typo for NotebookEdit"},
		{"a tool that some versions have", matcher("Grep|Glob"), "nothing here is for the same"},
		{"the other name of a tool", matcher("Task"), "it is known by both"},
		{"tools of MCP servers", matcher("mcp__.*__write.*"), "their names are unknown"},
		{"a tool of an MCP server", matcher("mcp__memory__create_entities"), "their names are unknown"},
		{"tools of MCP servers together with others", llxprt("write_file|mcp__.*"), "their names are unknown"},
		{"a part of names", llxprt("_file"), "no tool is called so: the part is meant"},
		{"both of a pair", llxprt("read_file|ast_read_file"), "what the name also matches is named"},
		{"the only one of its name", llxprt("run_shell_command"), "no longer name has it"},
		{"a source", in("claude", ".claude/settings.json", `{"hooks": {"SessionStart": [{"matcher": "startup|resume", "hooks": [{"type": "command", "command": "true"}]}]}}`), "both are there"},

		{"a program", command("jq -r .tool_name"), "what is on the PATH is not looked at"},
		{"the right name next to the old one", in("codex", ".codex/hooks.json", `{"hooks": {"PreToolUse": [{"matcher": "^(exec_command|Bash)$", "hooks": [{"type": "command", "command": "true"}]}]}}`), "the intended tool is matched"},
		{"a condition where a tool is called", hook(`"if": "Bash(git *)", "command": "true"`), "it can be met"},
		{"a question about JSON", question(`Did the assistant finish? Lines look like {\"continue\": true}`), "it is what the question is about"},
		{"a question about permissions", question(`Write what is wrong, and set ok to false, if the input says {\"permission\": \"allow\"}`), "it mentions the right answer"},

		{"a file in quotes", command(`"$CLAUDE_PROJECT_DIR/hooks/a b.sh" x`), "it is there"},
		{"a file in braces", command(`"${CLAUDE_PROJECT_DIR}"/hooks/guard.sh`), "it is there"},
		{"an interpreter reads it", command(`python3 "$CLAUDE_PROJECT_DIR"/hooks/plain.py`), "it need not be executable"},
		{"another folder first", command(`cd sub && ./guard.sh`), "the shell has to be asked"},
		{"an unknown variable", command(`"$MY_HOOKS"/guard.sh`), "the target is unknown"},
		{"a plugin's variable", command(`"${CLAUDE_PLUGIN_DATA}"/guard.sh`), "the target is unknown"},
		{"a variable with something in its place", in("codex", ".codex/hooks.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PROJECT_DIR:-.}\"/hooks/guard.sh"}]}]}}`), "it has a value where the agent sets none"},
		{"a variable that is handed on", command(`DIR=$CLAUDE_PROJECT_DIR true`), "an assignment does not split"},
		{"a variable in single quotes", command(`echo '$CLAUDE_PROJECT_DIR'`), "it is text"},
		{"minutes", hook(`"command": "true", "timeout": 3600`), "an hour may be meant"},
		{"half a minute", hook(`"command": "true", "timeout": 30`), "seconds"},
		{"half an hour", hook(`"command": "true", "timeout": 1800`), "a test may take so long"},
		{"milliseconds where they are counted", in("gemini", ".gemini/settings.json", `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true", "timeout": 5000}]}]}}`), "that is 5 s"},
		{"either unit", in("qwen", ".qwen/settings.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true", "timeout": 60000}]}]}}`), "from 1000 on they are milliseconds"},
		{"seconds or milliseconds", in("qwen", ".qwen/settings.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true", "timeout": 3000}]}]}}`), "3 s may be meant, and 50 minutes"},
		{"a variable that the agent quotes", in("gemini", ".gemini/settings.json", `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "$GEMINI_PROJECT_DIR/hooks/guard.sh"}]}]}}`), "in a folder with a blank this is the form that starts"},
		{"a relative path where the agent starts hooks at the top", in("cursor", ".cursor/hooks.json", `{"version": 1, "hooks": {"stop": [{"command": "./hooks/guard.sh"}]}}`), "it is always there"},
		{"the switch of the version that people have", in("llxprt", ".llxprt/settings.json", `{"hooksConfig": {"enabled": true}, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}]}]}}`), "the specification knows another, and the file may serve both"},
		{"both switches", in("llxprt", ".llxprt/settings.json", `{"enableHooks": true, "hooksConfig": {"enabled": true}, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}]}]}}`), "one is the specification's, one the shipped version's"},
		{"a switch without hooks", in("llxprt", ".llxprt/settings.json", `{"ui": {}}`), "there is nothing to switch on"},
		{"comments where they are read", in("gemini", ".gemini/settings.json", "{\n  // ours\n  \"hooks\": {}\n}"), "the agent takes them"},
		{"no type where none is needed", in("cursor", ".cursor/hooks.json", `{"version": 1, "hooks": {"stop": [{"command": "true"}]}}`), "a command is the default"},
		{"the other form of names", in("copilot", ".github/hooks/a.json", `{"version": 1, "hooks": {"PreToolUse": [{"type": "command", "bash": "true"}]}}`), "the agent takes both"},
		{"the other form of a name that only one form has", in("copilot", ".github/hooks/a.json", `{"version": 1, "hooks": {"SubagentStart": [{"type": "command", "bash": "true"}]}}`), "the agent may take both of this as well"},
		{"a null", in("codex", ".codex/hooks.json", `{"hooks": {"PreToolUse": [{"matcher": null, "hooks": [{"type": "command", "command": "true"}]}]}}`), "it matches all"},
		{"the same command for two matchers", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}, {"matcher": "Edit", "hooks": [{"type": "command", "command": "true"}]}]}}`), "it runs once for each"},
		{"a question that asks for its answer", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "Do not say {\"decision\": \"block\"}: answer {\"ok\": false} where work is left."}]}]}}`), "it names the right one"},
		{"a question about decisions", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "Was the decision: block the port, written down?"}]}]}}`), "it asks for no answer in JSON"},
		{"a command with a prompt", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "prompt": "say {\"decision\": \"block\"}"}]}]}}`), "no model is asked"},
		{"a question of an agent whose response rules are unknown", in("cursor", ".cursor/hooks.json", `{"version": 1, "hooks": {"stop": [{"type": "prompt", "prompt": "say {\"decision\": \"block\"}"}]}}`), "its answer is not known"},
		{"a matcher whose subject is unknown", in("kiro", ".kiro/hooks/proto.json", `{"version": "v1", "hooks": [{"name": "p", "trigger": "PostFileSave", "matcher": "\\.proto$", "action": {"type": "command", "command": "true"}}]}`), "the documents mention the file's path, and no event without a matcher here"},
		{"names of hooks that are off", in("gemini", ".gemini/settings.json", `{"hooks": {"disabled": ["a"], "BeforeTool": []}}`), "older versions keep them next to the events"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.example.OtherFiles = []finding.File{{Path: "hooks/a b.sh", Executable: true}, {Path: "hooks/guard.sh", Executable: true}, {Path: "hooks/plain.py"}}
			all := found(t, tt.example)
			assert.Empty(t, ids(all), "%s\n%v", tt.reason, texts(all))
		})
	}
}

func texts(all []finding.Finding) []string {
	return lists.Of(all, func(f finding.Finding) string { return f.Text })
}
