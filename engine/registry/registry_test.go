package registry_test

import (
	"bytes"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

func parse(t testing.TB, file, text string) *document.Node {
	t.Helper()
	node, err := document.Parse(file, []byte(text), document.Options{AllowComments: true})
	require.NoError(t, err)
	return node
}

func initialized(hooks ...*document.Node) *registry.Registry {
	r := registry.New(dialect.LLxprt(), nil)
	r.Initialize(hooks, nil)
	return r
}

// read returns the hooks of an event in a file of an agent, and the warnings of its reader.
func read(t testing.TB, agent string, event hook.Event, text string) ([]hook.Entry, []hook.Warning) {
	t.Helper()
	r := registry.New(dialect.Known(agent), nil)
	r.Initialize([]*document.Node{parse(t, "hooks.json", text)}, nil)
	entries, err := r.Hooks(event)
	require.NoError(t, err)
	return entries, r.Warnings()
}

// all returns the entries of every event, in the order of the contract's events.
func all(t testing.TB, r *registry.Registry) []hook.Entry {
	t.Helper()
	var entries []hook.Entry
	for _, event := range dialect.LLxprt().EventNames() {
		of, err := r.Hooks(event)
		require.NoError(t, err)
		entries = append(entries, of...)
	}
	return entries
}

func commands(entries []hook.Entry) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Command)
	}
	return names
}

func TestEntriesCarryWhatTheirGroupAndFileSay(t *testing.T) {
	hooks := parse(t, "settings.json", `{
  "BeforeTool": [
    {"matcher": "write_.*", "sequential": true, "hooks": [
      {"type": "command", "command": "guard", "timeout": 1500},
      {"type": "plugin"}
    ]}
  ],
  "SessionStart": [{"hooks": [{"type": "command", "command": "hello"}]}]
}`)
	matcher := "write_.*"
	assert.Equal(t, []hook.Entry{
		{
			Event: hook.BeforeTool, Type: "command", Command: "guard", Timeout: 1500 * time.Millisecond,
			Matcher: &matcher, Sequential: true, Source: hook.SourceProject,
			Position: hook.Position{File: "settings.json", Line: 4, Column: 7},
		},
		{
			Event: hook.BeforeTool, Type: "plugin", Timeout: 60 * time.Second,
			Matcher: &matcher, Sequential: true, Source: hook.SourceProject,
			Position: hook.Position{File: "settings.json", Line: 5, Column: 7},
		},
		{
			Event: hook.SessionStart, Type: "command", Command: "hello", Timeout: 60 * time.Second,
			Source: hook.SourceProject, Position: hook.Position{File: "settings.json", Line: 8, Column: 31},
		},
	}, all(t, initialized(hooks)), "HOOK-080, 082, 083, 120, 191, 203")
}

func TestOrder(t *testing.T) {
	group := func(command string) string {
		return `{"BeforeTool": [{"hooks": [{"type": "command", "command": "` + command + `1"}]},
			{"hooks": [{"type": "command", "command": "` + command + `2"}]}]}`
	}
	r := registry.New(dialect.LLxprt(), nil)
	r.Initialize(
		[]*document.Node{parse(t, "p.json", group("project")), nil, parse(t, "u.json", group("user"))},
		[]registry.Extension{
			{Name: "off", Active: false, Hooks: parse(t, "off.json", `{"Nonsense": 1, "BeforeTool": [{"hooks": [{"type": "command", "command": "off"}]}]}`)},
			{Name: "bare", Active: true},
			{Name: "ext", Active: true, Hooks: parse(t, "ext.json", group("ext"))},
		},
	)
	entries, err := r.Hooks(hook.BeforeTool)
	require.NoError(t, err)
	assert.Equal(t, []string{"project1", "project2", "user1", "user2", "ext1", "ext2"}, commands(entries),
		"HOOK-086, 187: settings before extensions, each in configuration order (INT-35)")
	for i, want := range []hook.Source{1, 1, 1, 1, 4, 4} {
		assert.Equal(t, want, entries[i].Source, "HOOK-085: settings of every scope are tagged project")
	}
	assert.Equal(t, "ext", entries[4].Extension)
	assert.Empty(t, r.Warnings(), "HOOK-085: an inactive extension contributes nothing, warnings included")
	assert.Equal(t, 6, r.Total(), "HOOK-009")
	idle := r.Idle(hook.BeforeTool)
	assert.Equal(t, []string{"off"}, commands(idle), "HOOK-085: Idle lists the hooks of an inactive extension")
	assert.Equal(t, "off", idle[0].Extension)
	assert.Empty(t, registry.New(dialect.LLxprt(), nil).Idle(hook.BeforeTool))

	entries[0].Command = "changed"
	again, err := r.Hooks(hook.BeforeTool)
	require.NoError(t, err)
	assert.Equal(t, "project1", again[0].Command, "the slice is the caller's")
}

func TestUseBeforeInitialize(t *testing.T) {
	r := registry.New(dialect.LLxprt(), nil)
	_, err := r.Hooks(hook.BeforeTool)
	var typed *registry.NotInitializedError
	require.ErrorAs(t, err, &typed)
	assert.Equal(t, "HookRegistryNotInitializedError", typed.Class())
	assert.False(t, r.Initialized())
	assert.Zero(t, r.Initializations())
	assert.Zero(t, r.Total(), "HOOK-009: a status can be asked for at any time")
	assert.Nil(t, r.Warnings())
}

func TestInitializeOnce(t *testing.T) {
	first := parse(t, "s.json", `{"AfterTool": [{"hooks": [{"type": "command", "command": "first"}]}]}`)
	r := registry.New(dialect.LLxprt(), nil)
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			r.Initialize([]*document.Node{first}, nil)
			// After Initialize returns, any goroutine may read.
			if _, err := r.Hooks(hook.AfterTool); err != nil {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	r.Initialize([]*document.Node{parse(t, "t.json", `{"AfterTool": [{"hooks": [{"type": "command", "command": "second"}]}]}`)}, nil)

	entries, err := r.Hooks(hook.AfterTool)
	require.NoError(t, err)
	assert.Equal(t, []string{"first"}, commands(entries), "HOOK-004: a later call changes nothing")
	assert.Equal(t, 1, r.Initializations(), "HOOK-003")
	assert.True(t, r.Initialized())
}

func TestWarningsAreLoggedAtWarnLevel(t *testing.T) {
	var log bytes.Buffer
	r := registry.New(dialect.LLxprt(), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})))
	r.Initialize([]*document.Node{parse(t, "s.json", `{"BeforeTool": [{"hooks": [{"type": "command"}]}]}`)}, nil)
	assert.Equal(t, `level=WARN msg="hooks.BeforeTool[0].hooks[0]: command is missing: the hook is dropped" rule=HOOK-191 position=s.json:1:28`+"\n",
		log.String(), "HOOK-191")
}
