package config_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
)

// Findings of one rule in more than one case.
func TestSaid(t *testing.T) {
	t.Parallel()
	const llxprtOff = `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}]}]}}`
	gemini := func(group string) finding.Example {
		return in("gemini", ".gemini/settings.json", `{"hooks": {"BeforeTool": [`+group+`]}}`)
	}
	tests := []struct {
		name          string
		example       finding.Example
		id, text, fix string
		reason        string
	}{
		{"minutes in seconds", in("qwen", ".qwen/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "timeout": 2400}]}]}}`),
			"HT106", "2400 is 2.4 s here and not 40 minutes", "write 2400000", "the agent reads 1000 and more as milliseconds"},
		{"a text of digits", gemini(`{"hooks": [{"type": "command", "command": "true", "timeout": "5"}]}`),
			"HT106", "a string that Gemini CLI counts as 5 is 5 ms here", "write 5000", "the agent makes a number of it, in milliseconds"},
		{"true", gemini(`{"hooks": [{"type": "command", "command": "true", "timeout": true}]}`),
			"HT106", "a boolean that Gemini CLI counts as 1 is 1 ms here", "write 1000", "true is 1"},
		{"a name in other letters next to one that matches", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "bash|Write", "hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT208", `"bash" in "bash|Write" matches no tool of Claude Code: case matters`, "write Bash", "the agent that calls it bash reads no such file"},
		{"two letters swapped next to a name that matches", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash|Wirte", "hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT201", `"Wirte" in "Bash|Wirte" matches no tool of Claude Code`, "did you mean Write?", "half of the guard never runs"},
		{"a server without a tool", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "mcp__github", "hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT201", `"mcp__github" matches no tool of Claude Code: those of a server are called mcp__github__…`, `write "mcp__github__.*"`, "a name without signs of an expression is the whole name"},
		{"a server without a tool next to a name that matches", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash|mcp__github", "hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT201", `"mcp__github" in "Bash|mcp__github" matches no tool of Claude Code`, `write "mcp__github__.*"`, "half of the guard never runs"},
		{"sequential in quotes", in("llxprt", ".llxprt/settings.json", `{"enableHooks": true, "hooks": {"BeforeTool": [{"sequential": "true", "hooks": [{"type": "command", "command": "true", "timeout": null}]}]}}`),
			"HT123", "it counts as false", "write true or false", "INT-21 says what the agent does; a timeout of null is none (INT-06)"},
		{"switched on for another version", in("llxprt-shipped", ".llxprt/settings.json", `{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT107", "runs no hook until hooks are switched on", "hooksConfig.enabled: true", "the version that people have does not know enableHooks"},
		{"no file switches on", in("llxprt", ".llxprt/settings.json", llxprtOff),
			"HT107", "runs no hook until hooks are switched on", "enableHooks: true and hooksConfig.enabled: true", "hooks are off unless somebody switches them on"},
		{"below the project", in("codex", ".codex/hooks.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./hooks/guard.sh"}]}]}}`),
			"HT112", "starts hooks in the folder of its session", "$(git rev-parse --show-toplevel)/hooks/guard.sh", "a session below the project finds no such file"},
		{"quotes twice", gemini(`{"hooks": [{"type": "command", "command": "bash \"$GEMINI_PROJECT_DIR/hooks/guard.sh\""}]}`),
			"HT114", "with quotes of its own", "${GEMINI_PROJECT_DIR}", "the agent quotes the value itself"},
		{"a list with commas", gemini(`{"matcher": "write_file, replace", "hooks": [{"type": "command", "command": "true"}]}`),
			"HT201", "a list that this agent does not split", `write "write_file|replace"`, "the agent takes the whole for one expression"},
		{"hooks twice", in("claude", ".claude/settings.json", "{\"hooks\": {\"Stop\": []},\n\"hooks\": {\"SessionEnd\": []}}"),
			"HT133", `"hooks" is here and again in line 2`, `put all of it under one "hooks"`, "none of the first runs"},
		{"a matcher twice", in("claude", ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "matcher": "Edit", "hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT133", `"matcher" is here and again in column 47`, "take the one out that is not meant", "the guard is for one tool alone"},
		{"a command twice", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "command": "false"}]}]}}`),
			"HT133", `"command" is here`, "take the one out that is not meant", "one of them never starts"},
		{"a switch twice", in("claude", ".claude/settings.json", `{"disableAllHooks": true, "disableAllHooks": false, "hooks": {"Stop": []}}`),
			"HT133", `"disableAllHooks" is here`, "take the one out that is not meant", "it is about all hooks"},
		{"an event that is not a list", in("claude", ".claude/settings.json", `{"hooks": {"Stop": {}}}`),
			"HT126", "hooks.Stop", `write "hooks": {"Stop": [`, "the fix is about the event at hand"},
		{"Hooks", in("claude", ".claude/settings.json", `{"Hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}`),
			"HT125", "Hooks is at the top level, where Claude Code does not look", `into "hooks"`, "a misspelled name hides all hooks"},
		{"a guard at the top level", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}, "PreToolUse": [{"hooks": [{"type": "command", "command": "false"}]}]}`),
			"HT131", `PreToolUse is outside of "hooks": Claude Code then applies nothing of this file`, `put it into "hooks"`, "the hook of Stop is lost with it"},
		{"a guard below an unknown event", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}], "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "false"}]}]}}}`),
			"HT131", `PreToolUse is outside of "hooks"`, `put it into "hooks"`, "the hook of Stop is lost with it"},
		{"another event at the top level", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}, "SessionStart": [{"hooks": [{"type": "command", "command": "true"}]}]}`),
			"HT125", "SessionStart is at the top level", `into "hooks"`, "it costs nothing but its own hooks"},
		{"a blank command", in("claude", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": " "}]}]}}`),
			"HT109", "the command is blank", "write what to start", "a shell that gets nothing to do ends with 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.example.OtherFiles = []finding.File{{Path: "hooks/guard.sh", Executable: true}}
			all := found(t, tt.example)
			require.Equal(t, []string{tt.id}, ids(all), tt.reason)
			assert.Contains(t, all[0].Text, tt.text)
			assert.Contains(t, all[0].Fix, tt.fix)
		})
	}
}

// A timeout that ends a hook too early is an error. One that may be intended, and lets the hook
// decide, is at most a warning.
func TestSeverityOfTimeouts(t *testing.T) {
	t.Parallel()
	const one = `{"hooks": {"%s": [{"hooks": [{"type": "command", "command": "true", "timeout": %d}]}]}}`
	tests := []struct {
		agent, path, event string
		timeout            int
		want               finding.Severity
	}{
		{"gemini", ".gemini/settings.json", "BeforeTool", 5, finding.Error},
		{"qwen", ".qwen/settings.json", "PreToolUse", 2400, finding.Error},
		{"gemini", ".gemini/settings.json", "BeforeTool", 300, finding.Warning},
		{"gemini", ".gemini/settings.json", "BeforeTool", 600, finding.Warning},
		{"gemini", ".gemini/settings.json", "BeforeTool", 1000, finding.Warning},
		{"cursor", ".cursor/hooks.json", "stop", 5000, finding.Info},
		{"cursor", ".cursor/hooks.json", "stop", 30, finding.Info},
		{"claude", ".claude/settings.json", "PreToolUse", 60000, finding.Warning},
		{"codex", ".codex/hooks.json", "PreToolUse", 1000, finding.Warning},
	}
	for _, tt := range tests {
		text := fmt.Sprintf(one, tt.event, tt.timeout)
		if tt.agent == "cursor" {
			text = fmt.Sprintf(`{"version": 1, "hooks": {"%s": [{"command": "true", "timeout": %d}]}}`, tt.event, tt.timeout)
		}
		all := found(t, in(tt.agent, tt.path, text))
		require.Equal(t, []string{"HT106"}, ids(all), tt.agent)
		assert.Equal(t, tt.want, all[0].Rule.Severity, "%s %d", tt.agent, tt.timeout)
	}
}

// If an agent quotes the folder's name itself, a blank in it splits nothing.
func TestAFolderWithABlank(t *testing.T) {
	t.Parallel()
	project := filepath.Join(t.TempDir(), "my project")
	written(t, project, "", finding.File{Path: "hooks/guard.sh", Executable: true})
	gemini, ok := dialect.Named("gemini")
	require.True(t, ok)
	for command, want := range map[string][]string{
		`$GEMINI_PROJECT_DIR/hooks/guard.sh`:            {},
		`\"${GEMINI_PROJECT_DIR}\"/hooks/guard.sh`:      {},
		`$GEMINI_PROJECT_DIR/hooks/no-guard.sh --quiet`: {"HT110"},
	} {
		r := (&config.Linter{}).Settings(config.File{
			Path: "settings.json", Text: []byte(`{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "` + command + `"}]}]}}`),
			Places: commandfile.Places{Project: project}, Shared: true, Agents: []*dialect.Contract{gemini},
		})
		assert.Equal(t, want, ids(r.Findings), command)
	}
}

// With any number of hooks, the last one is checked like the first.
func TestAllHooksOfAFileAreJudged(t *testing.T) {
	t.Parallel()
	var hooks []string
	for i := range 600 {
		hooks = append(hooks, fmt.Sprintf(`{"matcher": "Bash", "hooks": [{"type": "command", "command": "check %d", "async": true}]}`, i))
	}
	hooks = append(hooks, `{"matcher": "Bsh", "hooks": [{"type": "command", "command": "true"}]}`)
	all := found(t, claude(`"PreToolUse": [`+strings.Join(hooks, ",\n")+`]`))
	require.Equal(t, []string{"HT201"}, ids(all))
	assert.Equal(t, 601, all[0].Place.Position.Line)
}

// A mistake in one hook does not hide one in another hook of the same file.
func TestOneMissingFileHidesNoOther(t *testing.T) {
	text := `"PreToolUse": [{"matcher": "Bash", "hooks": [
  {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/gone.sh"},
  {"type": "command", "command": "/Users/alex/hooks/guard.sh"}
]}]`
	all := found(t, claude(text))
	assert.Equal(t, []string{"HT110", "HT127"}, ids(all), "%v", all)
	assert.Equal(t, 2, all[0].Place.Position.Line, "of the other it is said whose home it is, and no more")
}

// The finding names only the cause in this file that keeps a hook from asking a server.
func TestHooksThatAskServers(t *testing.T) {
	tests := []struct {
		name, before, hook string
		want               []string
		reason             string
	}{
		{"no list", ``, `"url": "https://a.example.com/x"`, []string{}, "each address may be asked"},
		{"empty list", `"allowedHttpHookUrls": [], `, `"url": "https://a.example.com/x"`, []string{"HT136"}, "claude.http-urls: an empty list lets none run"},
		{"second pattern", `"allowedHttpHookUrls": ["http://localhost:*", "https://A.example.com/*"], `, `"url": "https://a.example.com/x"`, []string{}, "hosts in upper or lower case"},
		{"another scheme", `"allowedHttpHookUrls": ["https://a.example.com/*"], `, `"url": "http://a.example.com/x"`, []string{"HT136"}, "the pattern has it"},
		{"list of another kind", `"allowedHttpHookUrls": "https://b/*", `, `"url": "https://a.example.com/x"`, []string{}, "a text is not a list"},
		{"no address", ``, `"url": "a.example.com/x"`, []string{"HT136"}, "it has no scheme"},
		{"another kind of address", ``, `"url": "ftp://a.example.com/x"`, []string{"HT136"}, "claude.http: it is posted to"},
		{"variable that is named", ``, `"url": "https://a.example.com/x", "headers": {"A": "${T}"}, "allowedEnvVars": ["T"]`, []string{}, "claude.http"},
		{"one of two that is not", ``, `"url": "https://a.example.com/x", "headers": {"A": "$T $U"}, "allowedEnvVars": ["T"]`, []string{"HT137"}, "claude.http"},
		{"one twice", ``, `"url": "https://a.example.com/x", "headers": {"A": "$T ${T}"}`, []string{"HT137"}, "it is one variable"},
		{"one in two headers", ``, `"url": "https://a.example.com/x", "headers": {"A": "$T", "B": "$T"}`, []string{"HT137", "HT137"}, "each header lacks it"},
		{"no variable", ``, `"url": "https://a.example.com/x", "headers": {"A": "costs 5$"}`, []string{}, "a $ alone is none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := found(t, in("claude", ".claude/settings.json", `{`+tt.before+`"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "http", `+tt.hook+`}]}]}}`))
			assert.Equal(t, tt.want, ids(all), "%s: %v", tt.reason, all)
		})
	}
}
