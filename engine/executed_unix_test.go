//go:build unix

package engine_test

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	"github.com/hooktest/hooktest/engine/settings"
)

// A cell is the observed result for an agent with these hooks in its settings: the
// effect on the operation, then, after a colon, what the model read of it. Without a
// colon the model read nothing; after blocked without a colon it is not known what it
// read. After -> follows a part of the changed input. An empty cell was not run.
//
//	runs, blocked, asks, defers, stops (the session ends)
type cell = string

// An executed is a row: one thing that hooks do, with a cell for each agent of its
// table.
type executed struct {
	does  string
	hooks []command
	cells []cell
}

// A command is a hook of a row: the script that its shell runs after reading stdin, and
// additional fields of the hook in settings with groups.
type command struct{ script, fields string }

// runs is a row of one hook.
func runs(does, script string, cells ...cell) executed {
	return executed{does, []command{{script, ""}}, cells}
}

// prints returns a script that prints an answer.
func prints(answer string) string { return "printf '%s' '" + answer + "'" }

// fireRow puts the hooks of a row into a settings file of the agent and fires the event.
func fireRow(t *testing.T, c *dialect.Contract, event hook.Event, row executed) engine.Firing {
	t.Helper()
	var hooks []any
	for _, h := range row.hooks {
		fields := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte("{"+strings.TrimPrefix(h.fields, ",")+"}"), &fields))
		fields["type"] = "command"
		text := "cat >/dev/null; " + h.script
		if !c.Settings.Shape.Flat {
			fields["command"] = text
			hooks = append(hooks, map[string]any{"hooks": []any{fields}})
			continue
		}
		fields["bash"] = text
		if timeout, ok := fields["timeout"]; ok {
			fields["timeoutSec"] = timeout
			delete(fields, "timeout")
		}
		hooks = append(hooks, fields)
	}
	whole := map[string]any{"hooks": map[string]any{string(event): hooks}}
	if c.Settings.Shape.Version != 0 {
		whole["version"] = c.Settings.Shape.Version
	}
	if c.Name == "llxprt-shipped" {
		whole["hooksConfig"] = map[string]any{"enabled": true}
	}
	text, err := json.Marshal(whole)
	require.NoError(t, err)
	project := t.TempDir()
	file := filepath.Join(project, "settings.json")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	doc, err := settings.Load(c, settings.Paths{Files: []string{file}})
	require.NoError(t, err)
	require.True(t, doc.EnableHooks)
	return fireHooks(t, c, event, doc.Hooks, project)
}

// fireHooks fires an event, with a shell command if it is about a tool.
func fireHooks(t *testing.T, c *dialect.Contract, event hook.Event, hooks []*document.Node, project string) engine.Firing {
	t.Helper()
	config := engine.NewConfig(engine.Options{
		Contract: c, EnableHooks: true, WorkingDir: project,
		Environ: func() []string { return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"} },
		Hooks:   func() (engine.Hooks, error) { return engine.Hooks{Config: hooks}, nil },
	})
	row, ok := c.Event(event)
	require.True(t, ok)
	subject := ""
	if row.Subject.Tool {
		subject, _ = c.Tools.Call(dialect.RunShell, "ls")
	}
	fields := c.Payload(event, c.Sample(event, subject), dialect.Given{Session: "s", Folder: project, Time: time.Now()})
	return engine.Fire(t.Context(), engine.EventInput{Config: config, Event: event, Fields: fields, Stdin: jsonvalue.Marshal(fields)})
}

// holds compares a firing with a cell.
func (want executedCell) holds(t *testing.T, f engine.Firing) {
	t.Helper()
	kind, words := f.Verdict.Kind, f.Words()
	got := map[effect.Kind]string{effect.Deny: "blocked", effect.Ask: "asks", effect.Defer: "defers", effect.Stop: "stops", effect.Unknown: "unknown"}[kind]
	if got == "" {
		got = "runs"
	}
	told := fmt.Sprintf("%s (%s): %s", kind, f.Verdict.Rule, f.Verdict.Why)
	assert.Equal(t, want.word, got, told)
	model := ""
	if words.Model != nil {
		model = *words.Model
	}
	switch {
	case want.model != "":
		assert.Contains(t, model, want.model, "what the model reads: %s", told)
	case want.word != "blocked" && want.word != "asks":
		assert.Empty(t, model, "what the model reads: %s", told)
	}
	after := ""
	if words.Difference != nil && got == "runs" {
		after = string(jsonvalue.Marshal(words.Difference.After))
	}
	if want.after == "" {
		assert.Empty(t, after, "the changed value: %s", told)
		return
	}
	assert.Contains(t, after, want.after, "the changed value: %s", told)
}

// An executedCell is a parsed cell.
type executedCell struct{ word, model, after string }

func readCell(text cell) executedCell {
	text, after, _ := strings.Cut(text, " -> ")
	word, model, _ := strings.Cut(text, ": ")
	return executedCell{word, model, after}
}

// table checks every cell that was run.
func table(t *testing.T, event map[string]hook.Event, agents []*dialect.Contract, rows []executed) {
	t.Helper()
	for _, row := range rows {
		require.Len(t, row.cells, len(agents), row.does)
		for i, c := range agents {
			if row.cells[i] == "" {
				continue
			}
			t.Run(c.Name+"/"+row.does, func(t *testing.T) {
				t.Parallel()
				tool, _ := c.At(dialect.ToolBefore)
				name := cmp.Or(event[c.Name], tool.Name)
				readCell(row.cells[i]).holds(t, fireRow(t, c, name, row))
			})
		}
	}
}

// allEvents returns the name that each agent of a table has for one event.
func allEvents(agents []*dialect.Contract, moment dialect.Moment) map[string]hook.Event {
	events := map[string]hook.Event{}
	for _, c := range agents {
		if row, ok := c.At(moment); ok {
			events[c.Name] = row.Name
		}
	}
	return events
}

// inner returns an answer with fields of hookSpecificOutput.
func inner(event, fields string) string {
	return `{"hookSpecificOutput":{"hookEventName":"` + event + `",` + fields + `}}`
}

// What shipped agents were observed to do about the same hook before a tool. Two cells
// of Qwen Code's documentation are omitted: it was observed to drop contexts and
// changed inputs.
func TestExecutedBeforeATool(t *testing.T) {
	t.Parallel()
	deny := inner("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"R-deny"`)
	allow := inner("PreToolUse", `"permissionDecision":"allow"`)
	const exited, errored = "blocked: hook exited with code 2", "blocked: hook errored"
	unnamed := `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}`
	table(t, nil, []*dialect.Contract{dialect.Known("claude"), dialect.Known("codex"), dialect.Known("qwen"), dialect.Known("copilot"), dialect.Known("copilot-claude")}, []executed{
		runs("exit 0 in silence", "exit 0", "runs", "runs", "runs", "runs", "runs"),
		runs("exit 2 with a reason", "echo R >&2; exit 2", "blocked: R", "blocked: R", "blocked: R", exited, exited),
		runs("exit 2 in silence", "exit 2", "blocked", "runs", "runs", exited, exited),
		runs("exit 2 with a text on stdout", "echo R; exit 2", "blocked: No stderr output", "runs", "", exited, exited),
		runs("exit 1 with a text", "echo R >&2; exit 1", "runs", "runs", "runs", errored, errored),
		runs("exit 3", "exit 3", "runs", "runs", "runs", "", errored),
		runs("a missing script", "./gone.sh", "runs", "runs", "runs", errored, errored),
		runs("a nested denial", prints(deny), "blocked: R-deny", "blocked: R-deny", "blocked: R-deny", "runs", "blocked: R-deny"),
		runs("a nested denial and exit 1", prints(deny)+"; exit 1", "blocked: R-deny", "runs", "blocked: R-deny", "", errored),
		runs("a flat denial", prints(`{"permissionDecision":"deny","permissionDecisionReason":"R-flat"}`), "runs", "runs", "runs", "blocked: R-flat", ""),
		runs("decision deny", prints(`{"decision":"deny","reason":"R-top"}`), "runs", "runs", "blocked: R-top", "runs", "runs"),
		runs("decision block", prints(`{"decision":"block","reason":"R-blk"}`), "blocked: R-blk", "blocked: R-blk", "blocked: R-blk", "runs", "runs"),
		runs("a nested permission and exit 2", prints(allow)+"; echo E >&2; exit 2", "blocked: E", "blocked: E", "blocked: E", "", ""),
		runs("a nested denial and exit 2", prints(deny)+"; echo E >&2; exit 2", "blocked: R-deny", "blocked: E", "", "", ""),
		runs("a denial that names no event", prints(unnamed), "runs", "runs", "blocked: R", "runs", ""),
		runs("a log line and then a denial", "echo starting; "+prints(deny), "runs", "runs", "runs", "runs", ""),
		runs("a denial on stderr", prints(deny)+" >&2", "runs", "runs", "", "runs", ""),
		runs("a denial with an unknown field", prints(strings.Replace(deny, "{", `{"mood":1,`, 1)), "blocked: R-deny", "runs", "", "runs", ""),
		runs("a nested question, headless", prints(inner("PreToolUse", `"permissionDecision":"ask","permissionDecisionReason":"Q"`)), "asks: Q", "runs", "asks", "runs", ""),
		runs("a permission with a changed input", prints(inner("PreToolUse", `"permissionDecision":"allow","updatedInput":{"command":"pwd"}`)), `runs -> "pwd"`, `runs -> "pwd"`, "runs", "runs", ""),
		runs("flat modifiedArgs", prints(`{"modifiedArgs":{"command":"pwd"}}`), "runs", "", "", `runs -> "pwd"`, ""),
		runs("additionalContext", prints(inner("PreToolUse", `"additionalContext":"CTX"`)), "runs: CTX", "runs: CTX", "runs", "runs", ""),
		{"a timeout of 1 that is too short", []command{{"sleep 4; exit 2", `"timeout": 1`}}, []cell{"runs", "runs", "runs", "runs", "runs"}},
		{"a timeout of 3000 and 4 s of work", []command{{"sleep 4; echo R >&2; exit 2", `"timeout": 3000`}}, []cell{"blocked: R", "blocked: R", "runs", "", ""}},
	})
}

// Matchers and duplicate commands, from the same table.
func TestExecutedMatchersAndDuplicates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		contract    *dialect.Contract
		tool, other string
		// first is the tool's first three letters, dots its first two and ".*".
		first, dots, foreign, twice int
	}{
		{dialect.Known("claude"), "Bash", "", 0, 1, -1, 1},
		{dialect.Known("codex"), "Bash", "exec_command", 0, 1, 0, 2},
		{dialect.Known("qwen"), "run_shell_command", "Bash", 1, 1, 1, -1},
		{dialect.Known("copilot"), "bash", "Bash", 0, 1, 0, -1},
		{dialect.Known("copilot-claude"), "Bash", "bash", 0, -1, 1, 2},
	} {
		row, _ := tt.contract.At(dialect.ToolBefore)
		for matcher, want := range map[string]int{tt.tool[:3]: tt.first, tt.tool[:2] + ".*": tt.dots, tt.other: tt.foreign} {
			if matcher == "" || want < 0 {
				continue
			}
			t.Run(tt.contract.Name+"/"+matcher, func(t *testing.T) {
				t.Parallel()
				f := fireHooks(t, tt.contract, row.Name, matched(t, tt.contract, row.Name, &matcher, 1), t.TempDir())
				assert.Len(t, f.Merged.Results, want)
			})
		}
		if tt.twice < 0 {
			continue
		}
		t.Run(tt.contract.Name+"/twice", func(t *testing.T) {
			t.Parallel()
			f := fireHooks(t, tt.contract, row.Name, matched(t, tt.contract, row.Name, nil, 2), t.TempDir())
			assert.Len(t, f.Merged.Results, tt.twice)
		})
	}
}

// matched returns the given number of groups, each with one hook and the matcher.
func matched(t *testing.T, c *dialect.Contract, event hook.Event, matcher *string, times int) []*document.Node {
	t.Helper()
	one := map[string]any{"type": "command", "command": "exit 0"}
	group := map[string]any{"hooks": []any{one}}
	if c.Settings.Shape.Flat {
		one = map[string]any{"type": "command", "bash": "exit 0"}
		group = one
	}
	if matcher != nil {
		group["matcher"] = *matcher
	}
	text, err := json.Marshal(map[string]any{string(event): slices.Repeat([]any{group}, times)})
	require.NoError(t, err)
	node, err := document.Parse("settings.json", text, document.Options{})
	require.NoError(t, err)
	return []*document.Node{node}
}
