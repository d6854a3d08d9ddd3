package engine_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/trigger"
)

// refusing is a hooks object whose BeforeTool hook refuses every tool.
const refusing = `{"BeforeTool":[{"hooks":[{"type":"command","command":"echo no >&2; exit 2"}]}]}`

func hooksOf(t testing.TB, text string) engine.Hooks {
	t.Helper()
	node, err := document.Parse("settings.json", []byte(text), document.Options{})
	require.NoError(t, err)
	return engine.Hooks{Config: []*document.Node{node}}
}

// source is a source of hooks that counts its calls.
type source struct {
	asked atomic.Int64
	hooks engine.Hooks
	err   error
	panic any
}

func (s *source) load() (engine.Hooks, error) {
	s.asked.Add(1)
	if s.panic != nil {
		panic(s.panic)
	}
	return s.hooks, s.err
}

// warnings returns the messages logged at warn level.
func warnings(log *bytes.Buffer) []string {
	var messages []string
	for line := range strings.Lines(log.String()) {
		if strings.HasPrefix(line, "level=WARN ") {
			messages = append(messages, strings.TrimSuffix(strings.TrimPrefix(line, "level=WARN "), "\n"))
		}
	}
	return messages
}

func logger(log *bytes.Buffer) *slog.Logger {
	return slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
}

func TestConfigKeepsWhatItWasMadeOf(t *testing.T) {
	c := engine.NewConfig(engine.Options{EnableHooks: true, SessionID: "s-1", WorkingDir: "/project"})
	assert.True(t, c.EnableHooks(), "HOOK-001")
	assert.Equal(t, "s-1", c.SessionID(), "HOOK-215")
	assert.Equal(t, "/project", c.WorkingDir(), "HOOK-215")
	c.Logger("anything").Error("nobody listens")
}

func TestDisabledHooksCostNothing(t *testing.T) {
	s := &source{hooks: hooksOf(t, refusing)}
	c := engine.NewConfig(engine.Options{Hooks: s.load, WorkingDir: t.TempDir()})

	require.Nil(t, c.HookSystem(), "HOOK-002")
	assert.Nil(t, trigger.FireBeforeToolHook(t.Context(), c, "write_file", nil), "HOOK-010")
	assert.Equal(t, hook.Empty(), engine.Fire(t.Context(), engine.EventInput{Config: c, Event: hook.BeforeTool}).Merged, "HOOK-010")
	trigger.FireSessionStartHook(t.Context(), c, "startup")

	assert.Zero(t, s.asked.Load(), "HOOK-010: nothing is read")
	assert.Zero(t, c.Counters(), "HOOK-010: no part is made, no process started")
	assert.Nil(t, c.HookSystem(), "HOOK-013: an event does not switch hooks on")
}

func TestTheHookSystemIsMadeOnceAndReadsNothing(t *testing.T) {
	s := &source{hooks: hooksOf(t, refusing)}
	c := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: s.load})
	assert.Zero(t, c.Counters(), "HOOK-001: made on the first call, not before")

	systems := make([]*engine.HookSystem, 50)
	var start, done sync.WaitGroup
	start.Add(1)
	for i := range systems {
		done.Go(func() {
			start.Wait()
			systems[i] = c.HookSystem()
		})
	}
	start.Done()
	done.Wait()

	require.NotNil(t, systems[0], "HOOK-001")
	for _, system := range systems {
		assert.Same(t, systems[0], system, "HOOK-001, HOOK-006: one for the whole session")
	}
	assert.Zero(t, s.asked.Load(), "HOOK-206: making the system reads no configuration")
	assert.Equal(t, engine.Status{}, c.HookSystem().Status(), "HOOK-009")
	assert.Equal(t, engine.Counters{Constructed: engine.Constructed{Registry: 1, Planner: 1, Runner: 1, Aggregator: 1, EventHandler: 1}}, c.Counters(),
		"HOOK-142: one of each part")
}

func TestAccessorsNeedInitialization(t *testing.T) {
	c := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: (&source{hooks: hooksOf(t, refusing)}).load})
	system := c.HookSystem()

	accessors := map[string]func() error{
		"Registry":     func() error { _, err := system.Registry(); return err },
		"EventHandler": func() error { _, err := system.EventHandler(); return err },
	}
	for name, call := range accessors {
		var early *engine.HookSystemNotInitializedError
		require.ErrorAs(t, call(), &early, "HOOK-005, HOOK-148")
		assert.Equal(t, name, early.Accessor)
		assert.EqualError(t, early, "hook system is not initialized: call Initialize before "+name)
	}

	require.NoError(t, system.Initialize(t.Context()))
	handler, err := system.EventHandler()
	require.NoError(t, err, "HOOK-006")
	again, err := system.EventHandler()
	require.NoError(t, err)
	assert.Same(t, handler, again, "HOOK-006: one handler for all events")
	var _ *event.Handler = handler // HOOK-175: both can be named from outside.

	entries, err := system.Registry()
	require.NoError(t, err)
	same, err := system.Registry()
	require.NoError(t, err)
	assert.Same(t, entries, same, "HOOK-006: one registry for all events")
	assert.Equal(t, engine.Status{Initialized: true, TotalHooks: 1}, system.Status(), "HOOK-009")
}

func TestInitializeReadsTheHooksOnce(t *testing.T) {
	s := &source{hooks: hooksOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"true"},{"type":"command","command":"false"}]}],
		"SessionEnd":[{"hooks":[{"type":"plugin"}]}]}`)}
	c := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: s.load})
	system := c.HookSystem()

	for range 3 {
		require.NoError(t, system.Initialize(t.Context()), "HOOK-004")
	}
	assert.EqualValues(t, 1, s.asked.Load(), "HOOK-003")
	assert.Equal(t, 1, c.Counters().RegistryInitializations, "HOOK-003")
	assert.Equal(t, engine.Status{Initialized: true, TotalHooks: 3}, system.Status(), "HOOK-009")
}

func TestExtensionsBringHooks(t *testing.T) {
	extra, err := document.Parse("extension.json", []byte(`{"BeforeTool":[{"hooks":[{"type":"command","command":"other"}]}]}`), document.Options{})
	require.NoError(t, err)
	hooks := hooksOf(t, refusing)
	hooks.Extensions = []registry.Extension{{Name: "on", Active: true, Hooks: extra}, {Name: "off", Hooks: extra}}
	c := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: (&source{hooks: hooks}).load})

	require.NoError(t, c.HookSystem().Initialize(t.Context()))
	assert.Equal(t, engine.Status{Initialized: true, TotalHooks: 2}, c.HookSystem().Status(), "HOOK-085: active extensions alone")
}

// The first event of a session may be fired by several goroutines at once.
func TestManyFirstEvents(t *testing.T) {
	const events = 8
	s := &source{hooks: hooksOf(t, refusing)}
	c := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: s.load, WorkingDir: t.TempDir()})

	refused := make([]bool, events)
	var start, done sync.WaitGroup
	start.Add(1)
	for i := range refused {
		done.Go(func() {
			start.Wait()
			final := trigger.FireBeforeToolHook(t.Context(), c, "write_file", nil)
			refused[i] = final != nil && final.IsBlockingDecision()
		})
	}
	start.Done()
	done.Wait()

	for i := range refused {
		assert.True(t, refused[i], "HOOK-008: event %d waited for the initialization", i)
	}
	assert.EqualValues(t, 1, s.asked.Load(), "HOOK-003")
	assert.Equal(t, engine.Counters{
		RegistryInitializations: 1, ProcessesStarted: events,
		Constructed: engine.Constructed{Registry: 1, Planner: 1, Runner: 1, Aggregator: 1, EventHandler: 1},
	}, c.Counters(), "HOOK-003, HOOK-006, HOOK-007")
}

func TestFailedInitializationLetsTheAgentGoOn(t *testing.T) {
	tests := []struct {
		name   string
		in     *source
		want   string
		reason string
	}{
		{"error", &source{err: errors.New("disk on fire")}, "reading hooks: disk on fire", "HOOK-113"},
		{"panic", &source{panic: "nil map"}, "reading hooks: nil map", "HOOK-113, HOOK-147: a settings layer that breaks"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			c := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: tt.in.load, Log: logger(&log)})
			ctx := t.Context()

			assert.Equal(t, hook.Empty(), engine.Fire(ctx, engine.EventInput{Config: c, Event: hook.BeforeTool}).Merged, tt.reason)
			assert.Nil(t, trigger.FireBeforeToolHook(ctx, c, "write_file", nil), tt.reason)
			assert.Equal(t, trigger.BeforeModelHookResult{}, trigger.FireBeforeModelHook(ctx, c, genai.Request{}), tt.reason)
			trigger.FireSessionEndHook(ctx, c, "exit")

			line := `msg="hook system could not be initialized: the event goes on without hooks" namespace=llxprt:core:hooks:trigger error="` + tt.want + `"`
			assert.Equal(t, []string{line, line, line, line}, warnings(&log), tt.reason)
			require.EqualError(t, c.HookSystem().Initialize(ctx), tt.want, "HOOK-004: every call has the first one's error")
			assert.EqualValues(t, 1, tt.in.asked.Load(), "HOOK-003, INT-36: never tried again")
			assert.Equal(t, engine.Status{}, c.HookSystem().Status(), "HOOK-009")
			assert.Zero(t, c.Counters().ProcessesStarted, tt.reason)

			var early *engine.HookSystemNotInitializedError
			_, err := c.HookSystem().EventHandler()
			assert.ErrorAs(t, err, &early, "HOOK-005: a failed initialization is none")
		})
	}
}

func TestDrainWaitsForWhatGoStarted(t *testing.T) {
	system := engine.NewConfig(engine.Options{EnableHooks: true}).HookSystem()
	release := make(chan struct{})
	var ended atomic.Bool
	system.Go(func() {
		<-release
		ended.Store(true)
	})
	assert.False(t, ended.Load(), "HOOK-203: Go does not wait")
	close(release)
	system.Drain()
	assert.True(t, ended.Load(), "HOOK-203: Drain does")
}

func TestHooksInheritTheGivenEnvironment(t *testing.T) {
	c := engine.NewConfig(engine.Options{
		EnableHooks: true, WorkingDir: t.TempDir(), SessionID: "s",
		Hooks:        (&source{hooks: hooksOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"printf %s \"$MARK\""}]}]}`)}).load,
		Environ:      func() []string { return []string{"PATH=/usr/bin:/bin", "MARK=here and there"} },
		CaptureLimit: 4,
	})
	result := engine.Fire(t.Context(), engine.EventInput{Config: c, Event: hook.BeforeTool, Fields: jsonvalue.New()}).Merged
	require.Len(t, result.Results, 1)
	assert.Equal(t, "here", string(result.Results[0].Stdout), "HOOK-188 and the limit of what is kept")
	assert.EqualValues(t, len(" and there"), result.Results[0].StdoutDropped)
}
