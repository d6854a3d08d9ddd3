package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
)

// Every statement of the hook schema in the requirements holds for the contract claude-seed,
// section by section.
func TestTheHookSchemaOfClaudeCode(t *testing.T) {
	for _, tt := range slices.Concat(schemaStructure(), schemaMatchers(), schemaAnswers(), schemaPrompts(), schemaChecks()) {
		t.Run(tt.section+"/"+tt.says, func(t *testing.T) {
			require.Contains(t, schemaSections(), tt.section)
			tt.holds(t)
		})
	}
}

// Each section has a row, so that none is missed when the document changes.
func TestEverySectionOfTheHookSchemaIsHeld(t *testing.T) {
	rows := slices.Concat(schemaStructure(), schemaMatchers(), schemaAnswers(), schemaPrompts(), schemaChecks())
	for _, section := range schemaSections() {
		assert.True(t, slices.ContainsFunc(rows, func(s statement) bool { return s.section == section }), section)
	}
}

// schemaSections are the headings of the document that make statements.
func schemaSections() []string {
	return []string{
		"1 STRUCTURE", "2.1 TOOL_MATCHERS", "2.2 SESSION_MATCHERS", "2.3 NOTIFICATION_MATCHERS", "3.1 PRETOOLUSE_OUTPUT", "3.2 PERMISSIONREQUEST_OUTPUT",
		"3.3 POSTTOOLUSE_OUTPUT", "3.4 SESSION_OUTPUT", "4 PROMPT_HOOKS", "5 TESTING", "6 VALIDATION",
	}
}

// A statement is one statement of the document and its check.
type statement struct {
	section, says string
	holds         func(*testing.T)
}

// entryOf returns the first hook of an event, as the contract reads it.
func entryOf(t *testing.T, event, entry string) hook.Entry {
	t.Helper()
	entries, err := registered(t, `{"`+event+`": [{"hooks": [`+entry+`]}]}`).Hooks(hook.Event(event))
	require.NoError(t, err)
	require.Len(t, entries, 1)
	return entries[0]
}

func registered(t *testing.T, hooks string) *registry.Registry {
	t.Helper()
	root, err := document.Parse("settings.json", []byte(hooks), document.Options{})
	require.NoError(t, err)
	r := registry.New(dialect.Known("claude-seed"), nil)
	r.Initialize([]*document.Node{root}, nil)
	return r
}

func schemaStructure() []statement {
	const section = "1 STRUCTURE"
	timeout := func(entry string, want time.Duration) func(*testing.T) {
		return func(t *testing.T) { assert.Equal(t, want, entryOf(t, "PreToolUse", entry).Timeout) }
	}
	return []statement{
		{section, "an event has several groups and hooks", func(t *testing.T) {
			entries, err := registered(t, `{"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b"}]}, {"hooks": [{"type": "command", "command": "c"}]}]}`).Hooks("PreToolUse")
			require.NoError(t, err)
			require.Len(t, entries, 3)
			assert.Equal(t, []string{"a", "b", "c"}, []string{entries[0].Command, entries[1].Command, entries[2].Command})
		}},
		{section, "timeout is in milliseconds", timeout(`{"type": "command", "command": "x", "timeout": 5000}`, 5*time.Second)},
		{section, "timeout is 60000 where none is given", timeout(`{"type": "command", "command": "x"}`, time.Minute)},
		{section, "timeout of a prompt is 30000 where none is given", timeout(`{"type": "prompt", "prompt": "x"}`, 30*time.Second)},
		{section, "type is required", finds(`{"hooks": {"PreToolUse": [{"hooks": [{"command": "true"}]}]}}`, "HT104")},
		{section, "command is required", finds(`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}}`, "HT109")},
	}
}

// fires checks whether a hook with a matcher runs for a subject.
func fires(event, matcher, subject string, want bool) func(*testing.T) {
	return func(t *testing.T) {
		text, err := json.Marshal(matcher)
		require.NoError(t, err)
		hooks := registered(t, fmt.Sprintf(`{%q: [{"matcher": %s, "hooks": [{"type": "command", "command": "x"}]}]}`, event, text))
		plan, err := planner.Explain(dialect.Known("claude-seed"), hooks, true, hook.Event(event), subject)
		require.NoError(t, err)
		assert.Equal(t, want, len(plan.Entries) == 1, "%s on %s", matcher, subject)
	}
}

func schemaMatchers() []statement {
	var all []statement
	on := func(section, event, matcher, subject string, want bool) {
		says := fmt.Sprintf("%s on %s: %q and %q", map[bool]string{true: "runs", false: "does not run"}[want], event, matcher, subject)
		all = append(all, statement{section, says, fires(event, matcher, subject, want)})
	}
	for _, event := range []string{"PreToolUse", "PermissionRequest", "PostToolUse"} {
		const section = "2.1 TOOL_MATCHERS"
		on(section, event, "Bash", "Bash", true)
		on(section, event, "Bash", "BashOutput", false)
		on(section, event, "Edit|Write", "Edit", true)
		on(section, event, "Edit|Write", "Write", true)
		on(section, event, "Edit|Write", "Read", false)
		on(section, event, "Notebook.*", "NotebookRead", true)
		on(section, event, "Notebook.*", "NotebookEdit", true)
		on(section, event, "Notebook.*", "Edit", false)
		on(section, event, "", "Bash", true)
		on(section, event, "*", "Bash", true)
		on(section, event, "mcp__.*", "mcp__memory__read", true)
		on(section, event, "mcp__.*", "Bash", false)
	}
	const sessions = "2.2 SESSION_MATCHERS"
	for _, source := range []string{"startup", "resume", "clear", "compact"} {
		on(sessions, "SessionStart", source, source, true)
		on(sessions, "SessionStart", source, "other", false)
	}
	on(sessions, "SessionStart", "startup|resume", "startup", true)
	on(sessions, "SessionStart", "startup|resume", "resume", true)
	on(sessions, "SessionStart", "startup|resume", "clear", false)
	for _, reason := range []string{"logout", "prompt_input_exit"} {
		on(sessions, "SessionEnd", reason, reason, true)
		on(sessions, "SessionEnd", reason, "other", false)
	}
	for _, kind := range []string{"permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog"} {
		on("2.3 NOTIFICATION_MATCHERS", "Notification", kind, kind, true)
		on("2.3 NOTIFICATION_MATCHERS", "Notification", kind, "other", false)
	}
	return all
}

// does checks the result of hook output with exit code 0: the verdict, the text for the model, and
// the tool's input afterwards.
func does(event, answer string, want effect.Kind, model, input string) func(*testing.T) {
	return func(t *testing.T) {
		contract := dialect.Known("claude-seed")
		entry := entryOf(t, event, `{"type": "command", "command": "x"}`)
		fields := contract.Payload(hook.Event(event), contract.Sample(hook.Event(event), ""), dialect.Given{})
		verdict, words := engine.Judge(contract, hook.Event(event), hook.ExecutionResult{Entry: entry, Event: hook.Event(event), Ending: hook.Exited, Stdout: []byte(answer)}, hook.InputFrom(fields))
		assert.Equal(t, want, verdict.Kind, verdict.Why)
		seen := ""
		if words.Model != nil {
			seen = *words.Model
		}
		assert.Equal(t, model, seen)
		after := ""
		if words.Difference != nil {
			after = string(jsonvalue.Marshal(words.Difference.After))
		}
		assert.Equal(t, input, after)
	}
}

func schemaAnswers() []statement {
	specific := func(event, fields string) string {
		return `{"hookSpecificOutput": {"hookEventName": "` + event + `", ` + fields + `}}`
	}
	before := func(fields string) string { return specific("PreToolUse", fields) }
	request := func(fields string) string { return specific("PermissionRequest", fields) }
	all := []statement{
		{"3.1 PRETOOLUSE_OUTPUT", "continue: false stops", does("PreToolUse", `{"continue": false}`, effect.Stop, "", "")},
		{"3.1 PRETOOLUSE_OUTPUT", "allow bypasses permissions", does("PreToolUse", before(`"permissionDecision": "allow"`), effect.Allow, "", "")},
		{"3.1 PRETOOLUSE_OUTPUT", "deny blocks, the reason goes to the model", does("PreToolUse", before(`"permissionDecision": "deny", "permissionDecisionReason": "R"`), effect.Deny, "R", "")},
		{"3.1 PRETOOLUSE_OUTPUT", "ask shows the dialog", does("PreToolUse", before(`"permissionDecision": "ask"`), effect.Ask, "", "")},
		{
			"3.1 PRETOOLUSE_OUTPUT", "updatedInput changes parameters, as in the example",
			does("PreToolUse", before(`"permissionDecision": "allow", "updatedInput": {"timeout": 30000}`), effect.Allow, "", `{"command":"ls","timeout":30000}`),
		},
		{"3.2 PERMISSIONREQUEST_OUTPUT", "behavior allow grants", does("PermissionRequest", request(`"decision": {"behavior": "allow"}`), effect.Allow, "", "")},
		{"3.2 PERMISSIONREQUEST_OUTPUT", "behavior deny denies", does("PermissionRequest", request(`"decision": {"behavior": "deny"}`), effect.Deny, "", "")},
		{
			"3.2 PERMISSIONREQUEST_OUTPUT", "updatedInput changes parameters, as in the example",
			does("PermissionRequest", request(`"decision": {"behavior": "allow"}, "updatedInput": {"file_path": "/sanitized/path"}`), effect.Allow, "", `{"command":"ls","file_path":"/sanitized/path"}`),
		},
		{"3.3 POSTTOOLUSE_OUTPUT", "block prompts with the reason", does("PostToolUse", `{"decision": "block", "reason": "R"}`, effect.Allow, "R", "")},
		{"3.3 POSTTOOLUSE_OUTPUT", "additionalContext is for the model", does("PostToolUse", specific("PostToolUse", `"additionalContext": "C"`), effect.Allow, "C", "")},
	}
	for _, event := range []string{"SessionStart", "UserPromptSubmit"} {
		all = append(all, statement{"3.4 SESSION_OUTPUT", "additionalContext is for the model on " + event, does(event, specific(event, `"additionalContext": "C"`), effect.Allow, "C", "")})
	}
	return all
}

func schemaPrompts() []statement {
	const section, entry = "4 PROMPT_HOOKS", `{"type": "prompt", "prompt": "Evaluate if task is complete. Return decision: approve or block.", "timeout": 20000}`
	eligible := []hook.Event{"Stop", "SubagentStop", "UserPromptSubmit", "PreToolUse", "PermissionRequest"}
	all := []statement{
		{section, "the prompt is what the model reads, its timeout in milliseconds", func(t *testing.T) {
			e := entryOf(t, "Stop", entry)
			assert.Equal(t, 20*time.Second, e.Timeout)
			assert.Contains(t, inquiry.Prompt(dialect.Known("claude-seed").Handlers.Model, "Stop", e.Question.Prompt, []byte(`{}`)), "Evaluate if task is complete.")
		}},
		{section, "30000 where no timeout is given", func(t *testing.T) {
			assert.Equal(t, 30*time.Second, entryOf(t, "Stop", `{"type": "prompt", "prompt": "x"}`).Timeout)
		}},
	}
	for _, event := range dialect.Known("claude-seed").EventNames() {
		runs := slices.Contains(eligible, event)
		all = append(all, statement{section, fmt.Sprintf("%s: eligible is %t", event, runs), func(t *testing.T) {
			plan, err := planner.Explain(dialect.Known("claude-seed"), registered(t, `{"`+string(event)+`": [{"hooks": [`+entry+`]}]}`), true, event, "")
			require.NoError(t, err)
			assert.Equal(t, runs, len(plan.Entries) == 1)
		}})
	}
	return all
}

// finds checks which of the named findings settings have; without ids they must have none.
func finds(text string, ids ...string) func(*testing.T) {
	return func(t *testing.T) {
		project := t.TempDir()
		for name, mode := range map[string]os.FileMode{"hook.sh": 0o755, "plain.sh": 0o644} {
			require.NoError(t, os.WriteFile(filepath.Join(project, name), []byte("#!/bin/sh\nexit 0\n"), mode))
		}
		linter := &config.Linter{Program: func(string) bool { return true }}
		report := linter.Settings(config.File{
			Path: filepath.Join(project, ".claude", "settings.json"), Text: []byte(text), Places: commandfile.Places{Project: project, Home: project}, Shared: true,
			Agents: []*dialect.Contract{dialect.Known("claude-seed")}, Asked: true,
		})
		var found []string
		for _, f := range report.Findings {
			found = append(found, f.Rule.ID)
		}
		if len(ids) == 0 {
			assert.Empty(t, found, "%v", report.Findings)
		}
		for _, id := range ids {
			assert.Contains(t, found, id, "%v", report.Findings)
		}
	}
}

func schemaChecks() []statement {
	const section = "6 VALIDATION"
	one := func(fields string) string {
		return `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{` + fields + `}]}]}}`
	}
	command := func(fields string) string {
		return one(`"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hook.sh"` + fields)
	}
	return []statement{
		{"5 TESTING", "a hook that is tested by hand reads tool_name", func(t *testing.T) {
			contract := dialect.Known("claude-seed")
			for _, event := range []hook.Event{"PreToolUse", "PermissionRequest", "PostToolUse"} {
				name, _ := contract.Payload(event, contract.Sample(event, "Bash"), dialect.Given{}).GetString("tool_name")
				assert.Equal(t, "Bash", name, event)
			}
		}},
		{section, "everything is right", finds(command(``))},
		{section, "no trailing commas", finds(`{"hooks": {"PreToolUse": [],}}`, "HT122")},
		{section, "JSON syntax is valid", finds(`{"hooks": {`, "HT101")},
		{section, "type is command or prompt", finds(one(`"type": "http", "url": "https://a.example.com/"`), "HT105")},
		{section, "the script is there", finds(one(`"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/missing.sh"`), "HT110")},
		{section, "the script is executable", finds(one(`"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/plain.sh"`), "HT111")},
		{section, "the matcher is a valid expression", finds(`{"hooks": {"PreToolUse": [{"matcher": "Bash(", "hooks": [{"type": "command", "command": "true"}]}]}}`, "HT206")},
		{section, "a command has 600000 at most", finds(command(`, "timeout": 600000`))},
		{section, "a command has no more", finds(command(`, "timeout": 600001`), "HT121")},
		{section, "a prompt has 30000 at most", finds(one(`"type": "prompt", "prompt": "Is it safe? Return decision: approve or block.", "timeout": 30000`))},
		{section, "a prompt has no more", finds(one(`"type": "prompt", "prompt": "Is it safe? Return decision: approve or block.", "timeout": 30001`), "HT121")},
	}
}
