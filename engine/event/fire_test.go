package event_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

func object(t testing.TB, text string) *jsonvalue.Object {
	t.Helper()
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err)
	return o
}

// handler returns the handler of a hook system with the hooks in a project of its own.
func handler(t testing.TB, dir, hooks string) *event.Handler {
	t.Helper()
	node, err := document.Parse("settings.json", []byte(hooks), document.Options{})
	require.NoError(t, err)
	system := engine.NewConfig(engine.Options{
		EnableHooks: true, SessionID: "session-1", WorkingDir: dir,
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
	}).HookSystem()
	require.NoError(t, system.Initialize(t.Context()))
	h, err := system.EventHandler()
	require.NoError(t, err)
	return h
}

// A firing is one function of the handler, and what the planner matches it by.
type firing struct {
	event   hook.Event
	subject string
	fire    func(context.Context, *event.Handler) hook.AggregatedResult
}

// fires has one firing of each event.
func fires() []firing {
	return []firing{
		{hook.BeforeTool, "write_file", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeToolEvent(ctx, "write_file", nil)
		}},
		{hook.AfterTool, "write_file", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterToolEvent(ctx, "write_file", nil, nil)
		}},
		{hook.BeforeModel, "", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeModelEvent(ctx, genai.Request{})
		}},
		{hook.AfterModel, "", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterModelEvent(ctx, genai.Request{}, genai.Response{})
		}},
		{hook.BeforeToolSelection, "", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeToolSelectionEvent(ctx, genai.Request{})
		}},
		{hook.BeforeAgent, "", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeAgentEvent(ctx, "do it")
		}},
		{hook.AfterAgent, "", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterAgentEvent(ctx, "do it", "done", true)
		}},
		{hook.SessionStart, "resume", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireSessionStartEvent(ctx, "resume")
		}},
		{hook.SessionEnd, "logout", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireSessionEndEvent(ctx, "logout")
		}},
		{hook.PreCompress, "auto", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FirePreCompressEvent(ctx, "auto")
		}},
		{hook.Notification, "ToolPermission", func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireNotificationEvent(ctx, "ToolPermission", "may I?", nil)
		}},
	}
}

func TestHooksReadEmptyObjectsWhereTheCallerHadNone(t *testing.T) {
	want := map[hook.Event]string{
		hook.BeforeTool:   `"tool_name":"write_file","tool_input":{}}`,
		hook.BeforeModel:  `"llm_request":{"messages":[]}}`,
		hook.AfterModel:   `"llm_request":{"messages":[]},"llm_response":{"candidates":[]}}`,
		hook.Notification: `"notification_type":"ToolPermission","message":"may I?","details":{}}`,
	}
	for _, f := range fires() {
		if f.event == hook.AfterTool {
			continue // A tool that ran has a response.
		}
		run := &recorded{results: []hook.ExecutionResult{refusal()}}
		f.fire(t.Context(), event.NewHandler(event.Parts{Config: project{}, Planner: &planned{plan: &hook.Plan{Event: f.event, Entries: make([]hook.Entry, 1)}}, Runner: run, Aggregator: &merged{}}))
		stdin := run.in.Bytes()
		assert.True(t, strings.HasSuffix(string(stdin), want[f.event]), "%s", stdin)
		assert.NoError(t, schemas.ValidateBytes(schemas.Stdin(string(f.event)), "stdin", stdin, document.Options{}), "HOOK-062")
	}
}

func TestFireTakesAWholePayload(t *testing.T) {
	dir := t.TempDir()
	h := handler(t, dir, `{"SessionStart":[{"matcher":"^resume$","hooks":[{"type":"command","command":"cat > in.json"}]}]}`)

	assert.Equal(t, hook.Empty(), h.Fire(t.Context(), hook.SessionStart, object(t, `{"source":"clear"}`)), "INT-19: matched against the event's own field")
	assert.NoFileExists(t, filepath.Join(dir, "in.json"), "HOOK-012")
	assert.Equal(t, hook.Empty(), h.Fire(t.Context(), "NoSuchEvent", nil), "HOOK-145")

	fields := object(t, `{"timestamp":"2001-01-01T00:00:00.000Z","extra":null,"hook_event_name":"Other","source":"resume","cwd":"/elsewhere","session_id":"x"}`)
	h.Fire(t.Context(), hook.SessionStart, fields)
	stdin, err := os.ReadFile(filepath.Join(dir, "in.json"))
	require.NoError(t, err)
	assert.Regexp(t, `^{"session_id":"session-1","transcript_path":"","cwd":"`+dir+`","hook_event_name":"SessionStart","timestamp":"2[^"]*","extra":null,"source":"resume"}$`,
		string(stdin), "HOOK-215: base fields come from the configuration, the others keep their order")
	assert.Equal(t, 6, fields.Len(), "the payload stays the caller's")
}
