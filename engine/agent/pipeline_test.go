package agent_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/agent"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
)

const (
	plainRequest = `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`
	toolRequest  = `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]}],"config":{"tools":[{"functionDeclarations":[{"name":"f"}]}]}}`
	hello        = `{"candidates":[{"content":{"role":"model","parts":[{"text":"hello"}]},"finishReason":"STOP"}]}`
	empty        = `{"candidates":[]}`
)

// facts is a Generation with the SDK's objects as texts.
type facts struct {
	Called, Opened, Blocked, Stopped, Suppressed, After bool
	StopReason, Sent, Response                          string
	Displayed, Messages                                 []string
}

func factsOf(g agent.Generation) facts {
	f := facts{
		Called: g.ModelCalled, Opened: g.StreamOpened, Blocked: g.Blocked, Stopped: g.AgentStopped, Suppressed: g.DisplaySuppressed,
		After: g.AfterModelFired, StopReason: g.StopReason, Sent: text(g.RequestSent.Object), Response: text(g.Response.Object), Messages: g.SystemMessages,
	}
	for _, d := range g.Displayed {
		f.Displayed = append(f.Displayed, text(d.Object))
	}
	return f
}

// The decision matrix of the model events (HOOK-179, 180, 181).
func TestGenerate(t *testing.T) {
	called := func(change func(*facts)) facts {
		f := facts{Called: true, Opened: true, After: true, Sent: toolRequest, Response: hello, Displayed: []string{hello}}
		change(&f)
		return f
	}
	same := func(*facts) {}
	sent := func(config string) string {
		return `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]}],"config":{"tools":[{"functionDeclarations":[{"name":"f"}]}],"toolConfig":` + config + `}}`
	}
	const mine = `{"candidates":[{"content":{"role":"model","parts":[{"text":"mine"}]},"finishReason":"STOP"}]}`
	tests := []struct {
		name   string
		in     commands
		want   facts
		reason string
	}{
		{"no hooks", nil, called(same), "HOOK-145"},
		{"allowed", commands{hook.BeforeToolSelection: says(`{}`), hook.BeforeModel: says(`{"decision":"allow"}`), hook.AfterModel: says(`{}`)}, called(same), "HOOK-065"},

		{"refused", commands{hook.BeforeModel: says(`{"decision":"deny","reason":"no"}`)}, facts{Blocked: true, Response: empty}, "HOOK-037, HOOK-174, HOOK-202, INT-41"},
		{"refused, exit 2", commands{hook.BeforeModel: "exit 2"}, facts{Blocked: true, Response: empty}, "HOOK-066, HOOK-174"},
		{"refused with a response", commands{hook.BeforeModel: says(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP"}]}}}`)},
			facts{Blocked: true, Response: mine, Displayed: []string{mine}}, "HOOK-036, HOOK-138: as if the model had said it"},
		{"a response and no refusal", commands{hook.BeforeModel: says(`{"hookSpecificOutput":{"llm_response":{"text":"mine"}}}`)}, called(same), "INT-41"},
		{"stopped before", commands{hook.BeforeModel: says(`{"continue":false,"stopReason":"enough"}`)},
			facts{Blocked: true, Stopped: true, StopReason: "enough", Response: empty}, "HOOK-040, HOOK-184, HOOK-194"},
		{"changed request", commands{hook.BeforeModel: says(`{"hookSpecificOutput":{"llm_request":{"model":"other","messages":[{"role":"user","content":"hi"},{"role":"user","content":"context"}]}}}`)},
			called(func(f *facts) {
				f.Sent = `{"model":"other","contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"user","parts":[{"text":"context"}]}],"config":{"tools":[{"functionDeclarations":[{"name":"f"}]}]}}`
			}), "HOOK-038, HOOK-039, HOOK-139"},
		{"message before", commands{hook.BeforeModel: says(`{"systemMessage":"mind"}`)}, called(func(f *facts) { f.Messages = []string{"mind"} }), "HOOK-159"},
		{"hidden before", commands{hook.BeforeModel: says(`{"suppressOutput":true}`)}, called(same), "HOOK-179: no such effect"},
		{"broken before", commands{hook.BeforeModel: says(`{"decision":"deny"}`) + "; exit 1"}, called(same), "HOOK-042"},

		{"changed response", commands{hook.AfterModel: says(`{"hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP"}]}}}`)},
			called(func(f *facts) { f.Response = mine }), "HOOK-046, HOOK-047, HOOK-173: what was displayed stays"},
		{"stopped after", commands{hook.AfterModel: says(`{"continue":false,"stopReason":"mine"}`)},
			called(func(f *facts) { f.Response, f.Stopped, f.StopReason = mine, true, "mine" }), "HOOK-048, INT-43"},
		{"hidden after", commands{hook.AfterModel: says(`{"suppressOutput":true}`)}, called(func(f *facts) { f.Suppressed = true }), "HOOK-049: processed all the same"},
		{"message after", commands{hook.AfterModel: says(`{"systemMessage":"mind"}`)}, called(func(f *facts) { f.Messages = []string{"mind"} }), "HOOK-217"},
		{"refused after", commands{hook.AfterModel: "echo no >&2; exit 2"}, called(same), "HOOK-180, INT-32"},
		{"broken after", commands{hook.AfterModel: says(`{"continue":false}`) + "; exit 3"}, called(same), "HOOK-052"},

		{"restricted", commands{hook.BeforeToolSelection: says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}}`)},
			called(func(f *facts) { f.Sent = sent(`{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}`) }), "HOOK-055, HOOK-140, HOOK-168"},
		{"no tools", commands{hook.BeforeToolSelection: says(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE","allowedFunctionNames":["f"]}}}`)},
			called(func(f *facts) { f.Sent = sent(`{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[]}}`) }), "HOOK-057, HOOK-101"},
		{"stopped at selection", commands{hook.BeforeToolSelection: says(`{"continue":false,"stopReason":"enough"}`), hook.BeforeModel: "exit 2"},
			facts{Stopped: true, StopReason: "enough", Response: empty}, "HOOK-058: nothing follows"},
		{"refused at selection", commands{hook.BeforeToolSelection: "exit 2"}, called(same), "HOOK-181, INT-32"},
		{"changed at selection", commands{hook.BeforeToolSelection: says(`{"hookSpecificOutput":{"llm_request":{"model":"other"},"llm_response":{"text":"x"}}}`)}, called(same), "HOOK-181"},
		{"broken at selection", commands{hook.BeforeToolSelection: says(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`) + "; exit 1"}, called(same), "HOOK-060"},
		{"messages of all", commands{hook.BeforeToolSelection: says(`{"systemMessage":"1"}`), hook.BeforeModel: says(`{"systemMessage":"2"}`), hook.AfterModel: says(`{"systemMessage":"3"}`)},
			called(func(f *facts) { f.Messages = []string{"1", "2", "3"} }), "HOOK-159"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &model{streams: [][]genai.Response{{response(t, hello)}}}
			var shown []genai.Response
			request := genai.Request{Object: object(t, toolRequest)}
			g := agent.NewPipeline(sessionOf(t, tt.in).config, m, func(r genai.Response) { shown = append(shown, r) }).Generate(t.Context(), request)

			assert.Equal(t, tt.want, factsOf(g), tt.reason)
			assert.NoError(t, g.Err)
			assert.Equal(t, g.Displayed, shown)
			assert.Equal(t, tt.want.Opened, len(m.requests) == 1, "%s: %d streams", tt.reason, len(m.requests))
			assert.Equal(t, toolRequest, text(request.Object), "HOOK-217: the caller's request is its own")
		})
	}
}

func TestHooksRunInTheOrderOfTheCall(t *testing.T) {
	all := commands{hook.BeforeToolSelection: says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY"}}}`),
		hook.BeforeModel: says(`{"hookSpecificOutput":{"llm_request":{"model":"other"}}}`), hook.AfterModel: "true"}
	tests := []struct {
		name   string
		in     string
		want   []hook.Event
		reason string
	}{
		{"with tools", toolRequest, []hook.Event{hook.BeforeToolSelection, hook.BeforeModel, hook.AfterModel}, "HOOK-033, HOOK-053, HOOK-043"},
		{"without tools", plainRequest, []hook.Event{hook.BeforeModel, hook.AfterModel}, "HOOK-053: there is nothing to select"},
		{"with an empty list", `{"contents":"hi","config":{"tools":[]}}`, []hook.Event{hook.BeforeModel, hook.AfterModel}, "HOOK-053"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sessionOf(t, all)
			m := &model{streams: [][]genai.Response{{response(t, hello)}}}
			g := agent.NewPipeline(s.config, m, nil).Generate(t.Context(), genai.Request{Object: object(t, tt.in)})
			assert.Equal(t, tt.want, s.fired(t), tt.reason)
			assert.Contains(t, s.stdin(t, hook.AfterModel), `"llm_request":{"model":"other"`, "HOOK-050: the request that was sent")
			assert.Contains(t, s.stdin(t, hook.AfterModel), `"llm_response":{"text":"hello"`, "HOOK-044")
			assert.Equal(t, m.requests, []genai.Request{g.RequestSent}, "HOOK-139")
			if tt.in == toolRequest {
				assert.Contains(t, s.stdin(t, hook.BeforeModel), `"toolConfig":{"mode":"ANY"}`, "HOOK-033: fully assembled, the selection included")
			}
		})
	}
}

func TestChunksAreShownAsTheyCome(t *testing.T) {
	s := sessionOf(t, commands{hook.AfterModel: says(`{"hookSpecificOutput":{"llm_response":{"text":"other"}}}`)})
	shown := 0
	m := &model{streams: [][]genai.Response{{spoken(t, "a"), spoken(t, "b"), spoken(t, "c")}}}
	m.pulled = func(chunk int) {
		assert.Equal(t, chunk, shown, "each chunk is displayed before the next is asked for")
		assert.Empty(t, s.fired(t), "HOOK-050, HOOK-172: not per chunk")
	}
	g := agent.NewPipeline(s.config, m, func(genai.Response) { shown++ }).Generate(t.Context(), genai.Request{Object: object(t, plainRequest)})

	assert.Equal(t, []hook.Event{hook.AfterModel}, s.fired(t), "HOOK-172: once")
	assert.Contains(t, s.stdin(t, hook.AfterModel), `"llm_response":{"text":"abc","candidates":[{"content":{"role":"model","parts":["abc"]},"finishReason":"STOP"}]}`, "HOOK-050: the complete response")
	assert.Equal(t, []genai.Response{spoken(t, "a"), spoken(t, "b"), spoken(t, "c")}, g.Displayed, "HOOK-173")
	assert.Contains(t, text(g.Response.Object), `"other"`, "HOOK-173: the stored version is the hook's")
}

func TestBrokenStreamsFireNothing(t *testing.T) {
	lost := errors.New("connection lost")
	ctx, cancel := context.WithCancel(t.Context())
	tests := []struct {
		name string
		ctx  context.Context
		in   *model
		want error
	}{
		{"error after a chunk", t.Context(), &model{streams: [][]genai.Response{{spoken(t, "a")}}, errs: map[int]error{0: lost}}, lost},
		{"error at once", t.Context(), &model{streams: [][]genai.Response{nil}, errs: map[int]error{0: lost}}, lost},
		{"given up", ctx, &model{streams: [][]genai.Response{{spoken(t, "a"), spoken(t, "b")}}, pulled: func(int) { cancel() }}, context.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sessionOf(t, commands{hook.AfterModel: "true"})
			g := agent.NewPipeline(s.config, tt.in, nil).Generate(tt.ctx, genai.Request{Object: object(t, plainRequest)})
			require.ErrorIs(t, g.Err, tt.want, "HOOK-207: the caller's to handle")
			assert.Empty(t, s.fired(t), "HOOK-207")
			assert.False(t, g.AfterModelFired, "HOOK-207")
			assert.True(t, g.Response.IsZero(), "HOOK-207: there is no complete response")
			assert.True(t, g.StreamOpened)
		})
	}
}
