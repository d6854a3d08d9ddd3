package trigger_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

func object(t testing.TB, text string) *jsonvalue.Object {
	t.Helper()
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err)
	return o
}

// configOf makes a session whose hooks run in a directory of their own.
func configOf(t testing.TB, hooks string, change ...func(*engine.Options)) *engine.Config {
	t.Helper()
	node, err := document.Parse("settings.json", []byte(hooks), document.Options{})
	require.NoError(t, err)
	options := engine.Options{
		EnableHooks: true, SessionID: "s", WorkingDir: t.TempDir(),
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
	}
	for _, f := range change {
		f(&options)
	}
	return engine.NewConfig(options)
}

// command is one hook with a timeout of half a minute: none of them needs it.
func command(text string) *jsonvalue.Object {
	return jsonvalue.New(jsonvalue.Member{Key: "type", Value: "command"}, jsonvalue.Member{Key: "command", Value: text},
		jsonvalue.Member{Key: "timeout", Value: json.Number("30000")})
}

// hooks is a hooks object in which an event has the commands, side by side.
func hooks(event hook.Event, commands ...string) string {
	list := make([]any, len(commands))
	for i, text := range commands {
		list[i] = command(text)
	}
	group := jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: list})
	return string(jsonvalue.Marshal(jsonvalue.New(jsonvalue.Member{Key: string(event), Value: []any{group}})))
}

// says is a command that answers with a text.
func says(text string) string {
	return `printf %s '` + strings.ReplaceAll(text, "'", `'\''`) + `'`
}

// A call is one trigger function with the result that lets the agent go on.
type call struct {
	event hook.Event
	fire  func(context.Context, *engine.Config) any
	safe  any
}

func calls(t testing.TB) []call {
	request := genai.Request{Object: object(t, `{"model":"m","contents":"hi"}`)}
	response := genai.Response{Object: object(t, `{"candidates":[{"content":{"role":"model","parts":[{"text":"hello"}]}}]}`)}
	return []call{
		{hook.BeforeTool, func(ctx context.Context, c *engine.Config) any {
			return trigger.FireBeforeToolHook(ctx, c, "write_file", nil)
		}, nil},
		{hook.AfterTool, func(ctx context.Context, c *engine.Config) any {
			return trigger.FireAfterToolHook(ctx, c, "write_file", nil, nil)
		}, nil},
		{hook.BeforeModel, func(ctx context.Context, c *engine.Config) any {
			return trigger.FireBeforeModelHook(ctx, c, request)
		}, trigger.BeforeModelHookResult{}},
		{hook.AfterModel, func(ctx context.Context, c *engine.Config) any {
			return trigger.FireAfterModelHook(ctx, c, request, response)
		}, trigger.AfterModelHookResult{Response: response}},
		{hook.BeforeToolSelection, func(ctx context.Context, c *engine.Config) any {
			return trigger.FireBeforeToolSelectionHook(ctx, c, request)
		}, trigger.BeforeToolSelectionHookResult{}},
	}
}

// brokenLog is a log that breaks when it is written to.
type brokenLog struct{ slog.Handler }

func (brokenLog) Handle(context.Context, slog.Record) error { panic("log") }
func (b brokenLog) WithAttrs([]slog.Attr) slog.Handler      { return b }

func TestTriggersNeverFail(t *testing.T) {
	breaking := slog.New(brokenLog{slog.NewTextHandler(&bytes.Buffer{}, nil)})
	configs := []struct {
		name   string
		config *engine.Config
		reason string
	}{
		{"hooks off", configOf(t, `{"BeforeTool":[]}`, func(o *engine.Options) { o.EnableHooks = false }), "HOOK-002, HOOK-010"},
		{"no hooks to be had", configOf(t, `{}`, func(o *engine.Options) {
			o.Hooks = func() (engine.Hooks, error) { return engine.Hooks{}, errors.New("lost") }
		}), "HOOK-113"},
		{"hooks that panic", configOf(t, `{}`, func(o *engine.Options) {
			o.Hooks = func() (engine.Hooks, error) { panic("lost") }
		}), "HOOK-111"},
		{"a log that panics", configOf(t, `{}`, func(o *engine.Options) {
			o.Log = breaking
			o.Hooks = func() (engine.Hooks, error) { return engine.Hooks{}, errors.New("lost") }
		}), "HOOK-111"},
		{"no config", nil, "HOOK-111"},
	}
	for _, tt := range configs {
		t.Run(tt.name, func(t *testing.T) {
			for _, call := range calls(t) {
				assert.NotPanics(t, func() {
					assert.Equal(t, call.safe, call.fire(t.Context(), tt.config), "%s: %s, HOOK-115, HOOK-116", call.event, tt.reason)
				})
			}
			assert.NotPanics(t, func() {
				assert.Equal(t, hook.Empty(), engine.Fire(t.Context(), engine.EventInput{Config: tt.config, Event: hook.BeforeTool}).Merged, tt.reason)
				trigger.FireNotificationHook(t.Context(), tt.config, "n", "m", nil)
			}, tt.reason)
			ran := trigger.ExecuteToolWithHooks(t.Context(), tt.config, "write_file", nil, tool(trigger.ToolResult{LLMContent: "ran"}))
			assert.Equal(t, trigger.ToolExecution{Executed: true, Result: trigger.ToolResult{LLMContent: "ran"}}, ran, "HOOK-110: %s", tt.reason)
		})
	}
}

// An unavailable environment makes the runner fail, which is the last of the parts.
func TestPanicsAfterTheHandler(t *testing.T) {
	for _, call := range calls(t) {
		var log bytes.Buffer
		c := configOf(t, hooks(call.event, "exit 2"), func(o *engine.Options) {
			o.Environ = func() []string { panic("no environment") }
			o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
		})
		assert.Equal(t, call.safe, call.fire(t.Context(), c), "HOOK-111, HOOK-115, HOOK-116, HOOK-147: %s", call.event)
		assert.Contains(t, log.String(), `no environment`, "HOOK-113: logged at warn level")
	}
}
