package event_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

const request = `{"model":"m-1","contents":[{"role":"user","parts":[{"text":"<hi> & bye"},{"inlineData":{"data":"AAAA"}}]}],
	"config":{"temperature":0.50,"tools":[{"functionDeclarations":[{"name":"f"}]}]}}`

const shownRequest = `"llm_request":{"model":"m-1","messages":[{"role":"user","content":"<hi> & bye"}],"config":{"temperature":0.50}}`

// fires has one firing of each event, the event fields that its hooks read after the
// base fields, and the requirement that says so.
func fires(t testing.TB) []struct {
	event  hook.Event
	fire   func(context.Context, *event.Handler) hook.AggregatedResult
	want   string
	reason string
} {
	llm := genai.Request{Object: object(t, request)}
	answer := genai.Response{Object: object(t, `{"candidates":[{"content":{"role":"model","parts":[{"text":"ok"},{"functionCall":{"name":"f"}}]},"finishReason":"STOP","index":0}],"usageMetadata":{"totalTokenCount":12}}`)}
	input := object(t, `{"path":"a.txt","size":1.50,"id":12345678901234567890}`)
	return []struct {
		event  hook.Event
		fire   func(context.Context, *event.Handler) hook.AggregatedResult
		want   string
		reason string
	}{
		{hook.BeforeTool, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeToolEvent(ctx, "write_file", input)
		}, `"tool_name":"write_file","tool_input":{"path":"a.txt","size":1.50,"id":12345678901234567890}`, "HOOK-015"},
		{hook.AfterTool, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterToolEvent(ctx, "write_file", input, object(t, `{"llmContent":"done","returnDisplay":"Done.","metadata":{}}`))
		}, `"tool_name":"write_file","tool_input":{"path":"a.txt","size":1.50,"id":12345678901234567890},"tool_response":{"llmContent":"done","returnDisplay":"Done.","metadata":{}}`, "HOOK-026"},
		{hook.BeforeModel, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeModelEvent(ctx, llm)
		}, shownRequest, "HOOK-034, HOOK-035"},
		{hook.AfterModel, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterModelEvent(ctx, llm, answer)
		}, shownRequest + `,"llm_response":{"text":"ok","candidates":[{"content":{"role":"model","parts":["ok"]},"finishReason":"STOP","index":0}],"usageMetadata":{"totalTokenCount":12}}`, "HOOK-044, HOOK-045, HOOK-050: the real request"},
		{hook.BeforeToolSelection, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeToolSelectionEvent(ctx, llm)
		}, shownRequest, "HOOK-054, HOOK-205"},
		{hook.BeforeAgent, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeAgentEvent(ctx, "do it")
		}, `"prompt":"do it"`, "HOOK-203"},
		{hook.AfterAgent, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterAgentEvent(ctx, "do it", "done", true)
		}, `"prompt":"do it","prompt_response":"done","stop_hook_active":true`, "HOOK-203"},
		{hook.SessionStart, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireSessionStartEvent(ctx, "resume")
		}, `"source":"resume"`, "HOOK-203"},
		{hook.SessionEnd, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireSessionEndEvent(ctx, "logout")
		}, `"reason":"logout"`, "HOOK-203"},
		{hook.PreCompress, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FirePreCompressEvent(ctx, "auto")
		}, `"trigger":"auto"`, "HOOK-203"},
		{hook.Notification, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireNotificationEvent(ctx, "ToolPermission", "may I?", object(t, `{"tool":"write_file"}`))
		}, `"notification_type":"ToolPermission","message":"may I?","details":{"tool":"write_file"}`, "HOOK-203"},
	}
}

// given reads what the hook process got on stdin, checks its timestamp against the time
// of the firing, and returns both.
func given(t *testing.T, path string, before time.Time) (stdin, timestamp string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var base struct{ Timestamp string }
	require.NoError(t, json.Unmarshal(data, &base))
	at, err := time.Parse("2006-01-02T15:04:05.000Z", base.Timestamp)
	require.NoError(t, err, "HOOK-215, INT-11")
	assert.WithinRange(t, at, before.Truncate(time.Millisecond), time.Now(), "HOOK-215: the time of the firing")
	return string(data), base.Timestamp
}

func TestWhatHooksRead(t *testing.T) {
	for _, tt := range fires(t) {
		t.Run(string(tt.event), func(t *testing.T) {
			dir := t.TempDir()
			h := handler(t, dir, `{"`+string(tt.event)+`":[{"hooks":[
				{"type":"command","command":"cat > first.json"},
				{"type":"command","command":"cat > second.json"}]}]}`)
			before := time.Now()
			result := tt.fire(t.Context(), h)

			require.Empty(t, result.Errors)
			require.True(t, result.Success)
			stdin, timestamp := given(t, filepath.Join(dir, "first.json"), before)
			other, _ := given(t, filepath.Join(dir, "second.json"), before)
			assert.Equal(t, stdin, other, "INT-11: all hooks of one firing read the same, the time included")

			cwd, err := json.Marshal(dir)
			require.NoError(t, err)
			assert.Equal(t, `{"session_id":"session-1","transcript_path":"","cwd":`+string(cwd)+`,"hook_event_name":"`+string(tt.event)+
				`","timestamp":"`+timestamp+`",`+tt.want+`}`, stdin, "%s, HOOK-062, HOOK-144, HOOK-161, HOOK-215: base fields first", tt.reason)
			assert.NoError(t, schemas.ValidateBytes(schemas.Stdin(string(tt.event)), "stdin", []byte(stdin), document.Options{}), tt.reason)
		})
	}
}

func TestHooksReadEmptyObjectsWhereTheCallerHadNone(t *testing.T) {
	tests := []struct {
		event hook.Event
		fire  func(context.Context, *event.Handler) hook.AggregatedResult
		want  string
	}{
		{hook.BeforeTool, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeToolEvent(ctx, "", nil)
		}, `"tool_name":"","tool_input":{}}`},
		{hook.BeforeModel, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireBeforeModelEvent(ctx, genai.Request{})
		}, `"llm_request":{"messages":[]}}`},
		{hook.AfterModel, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireAfterModelEvent(ctx, genai.Request{}, genai.Response{})
		}, `"llm_request":{"messages":[]},"llm_response":{"candidates":[]}}`},
		{hook.Notification, func(ctx context.Context, h *event.Handler) hook.AggregatedResult {
			return h.FireNotificationEvent(ctx, "n", "", nil)
		}, `"notification_type":"n","message":"","details":{}}`},
	}
	for _, tt := range tests {
		t.Run(string(tt.event), func(t *testing.T) {
			h := handler(t, t.TempDir(), `{"`+string(tt.event)+`":[{"hooks":[{"type":"command","command":"true"}]}]}`)
			result := tt.fire(t.Context(), h)
			require.Len(t, result.Results, 1)
			stdin := string(result.Results[0].Stdin)
			assert.True(t, strings.HasSuffix(stdin, tt.want), stdin)
			assert.NoError(t, schemas.ValidateBytes(schemas.Stdin(string(tt.event)), "stdin", []byte(stdin), document.Options{}), "HOOK-062")
		})
	}
}

func TestFireTakesAWholePayload(t *testing.T) {
	dir := t.TempDir()
	h := handler(t, dir, `{"SessionStart":[{"matcher":"^resume$","hooks":[{"type":"command","command":"cat > in.json"}]}]}`)

	assert.Equal(t, hook.Empty(), h.Fire(t.Context(), hook.SessionStart, object(t, `{"source":"clear"}`)), "INT-19: matched against the event's own field")
	assert.NoFileExists(t, filepath.Join(dir, "in.json"), "HOOK-012")
	assert.Equal(t, hook.Empty(), h.Fire(t.Context(), "NoSuchEvent", nil), "HOOK-145")

	before := time.Now()
	fields := object(t, `{"timestamp":"2001-01-01T00:00:00.000Z","extra":null,"hook_event_name":"Other","source":"resume","cwd":"/elsewhere","session_id":"x"}`)
	h.Fire(t.Context(), hook.SessionStart, fields)
	stdin, timestamp := given(t, filepath.Join(dir, "in.json"), before)
	assert.Equal(t, `{"session_id":"session-1","transcript_path":"","cwd":"`+dir+`","hook_event_name":"SessionStart","timestamp":"`+timestamp+`","extra":null,"source":"resume"}`,
		stdin, "HOOK-215: base fields come from the configuration, the others keep their order")
	assert.Equal(t, 6, fields.Len(), "the payload stays the caller's")
}

func TestMatchersSeeTheToolAlone(t *testing.T) {
	hooks := `{"BeforeTool":[{"matcher":"^write_file$","hooks":[{"type":"command","command":"exit 2"}]}],
		"BeforeModel":[{"matcher":"^nothing$","hooks":[{"type":"command","command":"exit 2"}]}]}`
	h := handler(t, t.TempDir(), hooks)
	assert.Equal(t, hook.Empty(), h.FireBeforeToolEvent(t.Context(), "read_file", nil), "HOOK-162, HOOK-145")
	assert.NotNil(t, h.FireBeforeToolEvent(t.Context(), "write_file", nil).FinalOutput, "HOOK-162")
	assert.NotNil(t, h.FireBeforeModelEvent(t.Context(), genai.Request{}).FinalOutput, "HOOK-163: no matcher on model events")
}
