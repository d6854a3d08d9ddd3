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

// What else the model events can do, the suite shows.
func TestGenerate(t *testing.T) {
	const mine = `{"candidates":[{"content":{"role":"model","parts":[{"text":"mine"}]},"finishReason":"STOP"}]}`
	called := facts{Called: true, Opened: true, After: true, Sent: toolRequest, Response: hello, Displayed: []string{hello}}
	changed, stopped := called, called
	changed.Sent = `{"model":"other","contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"user","parts":[{"text":"context"}]}],` +
		`"config":{"tools":[{"functionDeclarations":[{"name":"f"}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}}}`
	stopped.Response, stopped.Stopped, stopped.StopReason = mine, true, "mine"
	tests := []struct {
		name   string
		in     commands
		want   facts
		reason string
	}{
		{"no hooks", nil, called, "HOOK-145"},
		{"refused with a response", commands{hook.BeforeModel: says(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP"}]}}}`)},
			facts{Blocked: true, Response: mine, Displayed: []string{mine}}, "HOOK-036, HOOK-138: as if the model had said it"},
		{"changed request", commands{
			hook.BeforeToolSelection: says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}}`),
			hook.BeforeModel:         says(`{"hookSpecificOutput":{"llm_request":{"model":"other","messages":[{"role":"user","content":"hi"},{"role":"user","content":"context"}]}}}`),
		}, changed, "HOOK-038, HOOK-039, HOOK-055, HOOK-139, HOOK-140"},
		{"stopped after", commands{hook.AfterModel: says(`{"continue":false,"stopReason":"mine"}`)}, stopped, "HOOK-048, INT-43"},
		{"stopped at selection", commands{hook.BeforeToolSelection: says(`{"continue":false,"stopReason":"enough"}`), hook.BeforeModel: "exit 2"},
			facts{Stopped: true, StopReason: "enough", Response: empty}, "HOOK-058: nothing follows"},
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

func TestToolsAreSelectedOnlyWhereThereAreTools(t *testing.T) {
	fired := []hook.Event{hook.BeforeModel, hook.AfterModel}
	for in, want := range map[string][]hook.Event{
		toolRequest:  append([]hook.Event{hook.BeforeToolSelection}, fired...),
		plainRequest: fired,
		`{"contents":"hi","config":{"tools":[]}}`: fired,
	} {
		s := sessionOf(t, commands{hook.BeforeToolSelection: "true", hook.BeforeModel: "true", hook.AfterModel: "true"})
		m := &model{streams: [][]genai.Response{{response(t, hello)}}}
		agent.NewPipeline(s.config, m, nil).Generate(t.Context(), genai.Request{Object: object(t, in)})
		assert.Equal(t, want, s.fired(t), "HOOK-033, HOOK-043, HOOK-053: %s", in)
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
