package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/executable"
)

// files are settings files by path: below the home directory if it begins with "~/",
// otherwise below the project.
type files map[string]string

// planned returns the hooks that run on an event, read from an agent's files.
func planned(t *testing.T, contract *dialect.Contract, all files, event hook.Event, subject string) []hook.Entry {
	t.Helper()
	project, home := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for path, text := range all {
		below, ok := strings.CutPrefix(path, "~/")
		folder := project
		if ok {
			folder = home
		}
		path = filepath.Join(folder, below)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	paths, err := settings.DefaultPaths(contract, project)
	require.NoError(t, err)
	doc, err := settings.Load(contract, paths)
	require.NoError(t, err, "faults in a file of %s are warnings, not errors", contract.Name)
	read := registry.New(contract, nil)
	read.Initialize(doc.Hooks, nil)
	plan, err := planner.Explain(contract, read, doc.EnableHooks, event, subject)
	require.NoError(t, err)
	return plan.Entries
}

// commandsOf returns the commands of hooks, in order.
func commandsOf(entries []hook.Entry) []string {
	commands := []string{}
	for _, entry := range entries {
		commands = append(commands, entry.Command)
	}
	return commands
}

// grouped returns a group of one hook with a command and additional fields.
func grouped(command, fields string) string {
	return `{"hooks": [{"type": "command", "command": "` + command + `"` + fields + `}]}`
}

const (
	claudeProject, claudeLocal, claudeUser = ".claude/settings.json", ".claude/settings.local.json", "~/.claude/settings.json"
	codexProject, codexUser                = ".codex/hooks.json", "~/.codex/hooks.json"
	qwenProject, qwenUser                  = ".qwen/settings.json", "~/.qwen/settings.json"
	copilotProject, copilotUser            = ".github/hooks/a.json", "~/.copilot/hooks/a.json"
)

// Which hooks were observed to run from whole files, and from duplicates in several
// places.
func TestWhatRunsOfFiles(t *testing.T) {
	claude := func(groups string) string { return `{"hooks": {"PreToolUse": [` + groups + `]}}` }
	native := func(hooks string) string { return `{"version": 1, "hooks": {"preToolUse": [` + hooks + `]}}` }
	const shell = `{"type": "command", "bash": "ok"}`
	ok := grouped("ok", "")
	one, two, none := []string{"ok"}, []string{"ok", "ok"}, []string{}
	const alone, again = "the project's file alone", "the same command twice"
	agents := []struct {
		contract        *dialect.Contract
		event           hook.Event
		tool            string
		project, user   string
		text            string
		commented       []string
		twice, together []string
		// again is the file with the hook in it twice.
		again string
		// only are the names of the agents that were run; nil for all with a list.
		only []string
	}{
		{dialect.Known("claude"), "PreToolUse", "Bash", claudeProject, claudeUser, claude(ok), none, one, one, claude(ok + ", " + ok), nil},
		{dialect.Known("codex"), "PreToolUse", "Bash", codexProject, codexUser, claude(ok), none, two, two, claude(ok + ", " + ok), nil},
		{dialect.Known("qwen"), "PreToolUse", "run_shell_command", qwenProject, qwenUser, claude(ok), one, nil, one, claude(ok + ", " + ok), nil},
		{dialect.Known("copilot"), "preToolUse", "bash", copilotProject, copilotUser, native(shell), none, nil, two, native(shell + ", " + shell), nil},
		{dialect.Known("copilot-claude"), "PreToolUse", "Bash", claudeProject, "", claude(ok), nil, two, nil, claude(ok + ", " + ok), []string{alone, again}},
	}
	for _, agent := range agents {
		name := agent.contract.Name
		extended := strings.Replace(agent.text, `"command"`, `"command", "whatever": 1`, 1)
		tests := []struct {
			name string
			all  files
			want []string
		}{
			{alone, files{agent.project: agent.text}, one},
			{"a comment", files{agent.project: "// mine\n" + agent.text}, agent.commented},
			{"a trailing comma", files{agent.project: strings.Replace(agent.text, "]}}", "],}}", 1)}, none},
			{"a syntax error", files{agent.project: agent.text[:len(agent.text)-1]}, none},
			{"all hooks are off", files{agent.project: strings.Replace(agent.text, "{", `{"disableAllHooks": true, `, 1)}, none},
			{"an unknown event", files{agent.project: strings.Replace(agent.text, `"hooks": {`, `"hooks": {"Whenever": [], `, 1)}, one},
			{"an unknown field of a hook", files{agent.project: extended}, one},
			{again, files{agent.project: agent.again}, agent.twice},
			{"the user's file alone", files{agent.user: agent.text}, one},
			{"the same command in the user's and the project's file", files{agent.project: agent.text, agent.user: agent.text}, agent.together},
		}
		for _, tt := range tests {
			if tt.want == nil || agent.only != nil && !slices.Contains(agent.only, tt.name) {
				continue // not run
			}
			t.Run(name+"/"+tt.name, func(t *testing.T) {
				assert.Equal(t, tt.want, commandsOf(planned(t, agent.contract, tt.all, agent.event, agent.tool)))
			})
		}
	}

	tests := []struct {
		name    string
		all     files
		event   hook.Event
		subject string
		want    []string
	}{
		{"twice in a group", files{claudeProject: claude(`{"hooks": [{"type": "command", "command": "ok"}, {"type": "command", "command": "ok"}]}`)}, "PreToolUse", "Bash", one},
		{"in three files, with another timeout in one of them", files{claudeProject: claude(ok), claudeLocal: claude(grouped("ok", `, "timeout": 5`)), claudeUser: claude(ok)}, "PreToolUse", "Bash", one},
		{"with a condition", files{claudeProject: claude(ok + ", " + grouped("ok", `, "if": "Bash(echo *)"`))}, "PreToolUse", "Bash", two},
		{"with the usual shell", files{claudeProject: claude(ok + ", " + grouped("ok", `, "shell": "bash"`))}, "PreToolUse", "Bash", one},
		{"with a space", files{claudeProject: claude(ok + ", " + grouped("ok ", ""))}, "PreToolUse", "Bash", []string{"ok", "ok "}},
		{"once", files{claudeProject: claude(grouped("ok", `, "once": true`))}, "PreToolUse", "Bash", one},
		{
			"an http hook at the start of a session", files{claudeProject: `{"hooks": {"SessionStart": [{"hooks": [{"type": "http", "url": "http://127.0.0.1/"}]}], "PreToolUse": [` + ok + `]}}`},
			"PreToolUse", "Bash", one,
		},
		{"a matcher where there is none", files{claudeProject: `{"hooks": {"UserPromptSubmit": [{"matcher": "zzz", "hooks": [{"type": "command", "command": "ok"}]}]}}`}, "UserPromptSubmit", "", one},
	}
	for _, tt := range tests {
		t.Run("claude/"+tt.name, func(t *testing.T) {
			for range 2 { // two calls
				assert.Equal(t, tt.want, commandsOf(planned(t, dialect.Known("claude"), tt.all, tt.event, tt.subject)))
			}
		})
	}
}

// Whether a slow hook can refuse within its configured timeout.
func TestTimeoutsOfFiles(t *testing.T) {
	for _, tt := range []struct {
		contract *dialect.Contract
		path     string
		timeout  string
		needs    time.Duration
		refuses  bool
	}{
		{dialect.Known("claude"), claudeProject, "1", 4 * time.Second, false},
		{dialect.Known("claude"), claudeProject, "3000", 4 * time.Second, true},
		{dialect.Known("claude"), claudeProject, "1000", 3 * time.Second, true},
		{dialect.Known("claude"), claudeProject, "0.5", 4 * time.Second, false},
		{dialect.Known("codex"), codexProject, "1", 4 * time.Second, false},
		{dialect.Known("codex"), codexProject, "3000", 4 * time.Second, true},
		{dialect.Known("codex"), codexProject, "0", 600 * time.Millisecond, true},
		// A hook of one second and its start take longer than one second.
		{dialect.Known("codex"), codexProject, "0", 1001 * time.Millisecond, false},
		{dialect.Known("codex"), codexProject, "-1", time.Second, false},
		{dialect.Known("codex"), codexProject, "0.5", 2 * time.Second, false},
		{dialect.Known("qwen"), qwenProject, "1", 4 * time.Second, false},
		{dialect.Known("qwen"), qwenProject, "3000", 4 * time.Second, false},
		{dialect.Known("qwen"), qwenProject, "0", time.Second, true},
		{dialect.Known("qwen"), qwenProject, "-1", time.Second, true},
		{dialect.Known("qwen"), qwenProject, "0.5", 2 * time.Second, false},
		{dialect.Known("qwen"), qwenProject, `"60"`, time.Second, true},
		{dialect.Known("copilot"), copilotProject, "1", 4 * time.Second, false},
		{dialect.Known("copilot"), copilotProject, "0", time.Second, false},
		{dialect.Known("copilot"), copilotProject, "-1", time.Second, false},
		{dialect.Known("copilot"), copilotProject, "0.5", 2 * time.Second, false},
		{dialect.Known("copilot-claude"), claudeProject, "1", 4 * time.Second, false},
		{dialect.Known("gemini"), ".gemini/settings.json", "5", 200 * time.Millisecond, false},
		{dialect.Known("llxprt-shipped"), ".llxprt/settings.json", "5", 200 * time.Millisecond, false},
	} {
		t.Run(tt.contract.Name+"/"+tt.timeout, func(t *testing.T) {
			row, _ := tt.contract.At(dialect.ToolBefore)
			group, version := grouped("x", `, "timeout": `+tt.timeout), ""
			if tt.contract.Settings.Shape.Flat {
				version = `"version": 1, `
				group = `{"type": "command", "bash": "x", "timeoutSec": ` + tt.timeout + `}`
			}
			shell, _ := tt.contract.Tools.For(dialect.RunShell)
			entries := planned(t, tt.contract, files{tt.path: `{` + version + `"hooks": {"` + string(row.Name) + `": [` + group + `]}}`}, row.Name, shell.Name)
			refuses := len(entries) == 1 && entries[0].Timeout >= tt.needs
			assert.Equal(t, tt.refuses, refuses, "%v", entries)
		})
	}
}

// What was observed of hooks whose path contains a variable, in a project with a blank
// in its name.
func TestProjectsWithABlankInTheirName(t *testing.T) {
	project := filepath.Join(t.TempDir(), "a b")
	require.NoError(t, os.Mkdir(project, 0o700))
	require.NoError(t, executable.Write(filepath.Join(project, "h.sh"), []byte("#!/bin/sh\ncat >/dev/null\necho works >&2\nexit 2\n")))
	const works = "works"
	for _, tt := range []struct {
		contract *dialect.Contract
		command  string
		want     effect.Kind
		reason   string
	}{
		{dialect.Known("gemini"), `"$GEMINI_PROJECT_DIR/h.sh"`, effect.Deny, "No such file"},
		{dialect.Known("gemini"), `$GEMINI_PROJECT_DIR/h.sh`, effect.Deny, works},
		{dialect.Known("gemini"), `"${GEMINI_PROJECT_DIR}/h.sh"`, effect.Deny, works},
		{dialect.Known("gemini"), `$CLAUDE_PROJECT_DIR/h.sh`, effect.Deny, works},
		{dialect.Known("llxprt-shipped"), `"$LLXPRT_PROJECT_DIR/h.sh"`, effect.NotStarted, "No such file"},
		{dialect.Known("llxprt-shipped"), `$LLXPRT_PROJECT_DIR/h.sh`, effect.Deny, works},
		{dialect.Known("llxprt-shipped"), `"${LLXPRT_PROJECT_DIR}/h.sh"`, effect.Deny, works},
		{dialect.Known("llxprt-shipped"), `$CLAUDE_PROJECT_DIR/h.sh`, effect.NotStarted, "/h.sh"},
		{dialect.Known("claude"), `"$CLAUDE_PROJECT_DIR/h.sh"`, effect.Deny, works},
		{dialect.Known("claude"), `$CLAUDE_PROJECT_DIR/h.sh`, effect.NotStarted, "/a"},
		{dialect.Known("claude"), `"${CLAUDE_PROJECT_DIR}/h.sh"`, effect.Deny, works},
	} {
		t.Run(tt.contract.Name+"/"+tt.command, func(t *testing.T) {
			row, _ := tt.contract.At(dialect.ToolBefore)
			item := jsonvalue.New(jsonvalue.Member{Key: "type", Value: "command"}, jsonvalue.Member{Key: "command", Value: tt.command})
			group := jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{item}})
			node, err := document.FromValue(jsonvalue.New(jsonvalue.Member{Key: string(row.Name), Value: []any{group}}))
			require.NoError(t, err)
			config := engine.NewConfig(engine.Options{
				Contract: tt.contract, EnableHooks: true, WorkingDir: project,
				Environ: func() []string { return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"} },
				Hooks:   func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
			})
			fields := tt.contract.Sample(row.Name, "")
			f := engine.Fire(t.Context(), engine.EventInput{Config: config, Event: row.Name, Fields: fields, Stdin: jsonvalue.Marshal(fields)})
			require.Len(t, f.Merged.Results, 1)
			assert.Equal(t, tt.want, f.Verdict.Kind)
			assert.Contains(t, string(f.Merged.Results[0].Stderr), tt.reason)
		})
	}
}
