package agent_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/agent"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

const (
	callsF = `{"candidates":[{"content":{"role":"model","parts":[{"text":"let me see"},{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}}]}`
	callsX = `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"x"}}]}}]}`
)

// talk runs a loop whose tool f answers ok, and also returns what was displayed.
func talk(t *testing.T, s *session, m *model, turns int) (c agent.Conversation, displayed []genai.Response, err error) {
	t.Helper()
	l := agent.Loop{
		Pipeline:  agent.NewPipeline(s.config, m, func(r genai.Response) { displayed = append(displayed, r) }),
		Scheduler: agent.NewScheduler(s.config, nil),
		Tools:     map[string]trigger.ExecuteFunc{"f": tool(trigger.ToolResult{LLMContent: "ok", ReturnDisplay: "OK"})},
		Turns:     turns,
	}
	c, err = l.Run(t.Context(), genai.Request{Object: object(t, toolRequest)})
	return c, displayed, err
}

func turns(t *testing.T, texts ...string) *model {
	t.Helper()
	m := &model{errs: map[int]error{}}
	for _, text := range texts {
		m.streams = append(m.streams, []genai.Response{response(t, text)})
	}
	return m
}

// contents returns the texts of a request, without the first message.
func contents(t *testing.T, request genai.Request) []string {
	t.Helper()
	list, ok := request.GetList("contents")
	require.True(t, ok)
	var texts []string
	for _, content := range list[1:] {
		texts = append(texts, string(jsonvalue.Marshal(content)))
	}
	return texts
}

const (
	saidCall  = `{"role":"model","parts":[{"text":"let me see"},{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}`
	saidHello = `{"role":"model","parts":[{"text":"hello"}]}`
)

// answered is the answer to the call of f.
func answered(output string) string {
	return `{"role":"user","parts":[{"functionResponse":{"name":"f","id":"c1","response":{"output":` + output + `}}}]}`
}

func TestLoopRunsToolsUntilTheModelCallsNone(t *testing.T) {
	m := turns(t, callsF, hello)
	c, displayed, err := talk(t, sessionOf(t, nil), m, 5)
	require.NoError(t, err)
	require.Len(t, m.requests, 2)
	assert.Equal(t, []string{saidCall, answered(`"ok"`)}, contents(t, m.requests[1]), "HOOK-025: the result goes to the model")
	assert.Equal(t, []string{saidCall, answered(`"ok"`), saidHello}, contents(t, c.Request))
	assert.False(t, c.AgentStopped)
	assert.Len(t, c.Tools, 1)
	assert.Equal(t, []genai.Response{response(t, callsF), response(t, hello)}, displayed)
}

func TestARefusedModelCallEndsTheTurn(t *testing.T) {
	m := turns(t, hello)
	c, displayed, err := talk(t, sessionOf(t, commands{hook.BeforeModel: "exit 2"}), m, 5)
	require.NoError(t, err)
	assert.Empty(t, m.requests, "HOOK-174")
	assert.Empty(t, displayed, "HOOK-202")
	assert.Empty(t, contents(t, c.Request), "HOOK-202: nothing was said")
	assert.False(t, c.AgentStopped, "HOOK-184: a refusal is not a stop")
	assert.True(t, c.Last.Blocked)
}

func TestSystemMessagesReachOnlyTheModel(t *testing.T) {
	s := sessionOf(t, commands{
		hook.BeforeToolSelection: says(`{"systemMessage":"one"}`), hook.BeforeModel: says(`{"systemMessage":"two"}`), hook.AfterModel: says(`{"systemMessage":"three"}`),
		hook.BeforeTool: says(`{"systemMessage":"four"}`), hook.AfterTool: says(`{"systemMessage":"five"}`),
	})
	m := turns(t, callsF, hello)
	_, displayed, err := talk(t, s, m, 5)
	require.NoError(t, err)
	require.Len(t, m.requests, 2)
	assert.Equal(t, []string{
		saidCall,
		answered(`"ok\n\n[System] four\n\n[System] five"`),
		`{"role":"user","parts":[{"text":"[System] one"}]}`,
		`{"role":"user","parts":[{"text":"[System] two"}]}`,
		`{"role":"user","parts":[{"text":"[System] three"}]}`,
	}, contents(t, m.requests[1]), "HOOK-159, HOOK-217: the next request has them all, after the answers to the calls")
	assert.Equal(t, []genai.Response{response(t, callsF), response(t, hello)}, displayed, "HOOK-159: never on display")
}

func TestTheModelCannotCallWhatIsNotThere(t *testing.T) {
	s := sessionOf(t, commands{hook.BeforeTool: "true", hook.AfterTool: "true"})
	c, _, err := talk(t, s, turns(t, callsX, hello), 5)
	require.NoError(t, err)
	assert.Equal(t, `{"role":"user","parts":[{"functionResponse":{"name":"x","response":{"output":"no tool is called x"}}}]}`, contents(t, c.Request)[1])
	assert.Contains(t, s.fired(t), hook.AfterTool, "HOOK-025: a failed call is a call")
}

func TestTurnsRunOut(t *testing.T) {
	for _, tt := range []struct{ in, want int }{{2, 2}, {1, 1}, {0, 1}, {-1, 1}} {
		m := turns(t, callsF, callsF, callsF)
		c, _, err := talk(t, sessionOf(t, nil), m, tt.in)
		require.ErrorIs(t, err, agent.ErrTurns)
		assert.Len(t, m.requests, tt.want)
		assert.Len(t, c.Tools, tt.want)
	}
}

func TestContentsOfAnyShapeAreKept(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"text", `{"contents":"hi"}`, `{"contents":["hi",` + saidHello + `]}`},
		{"none", `{}`, `{"contents":[` + saidHello + `]}`},
		{"one content", `{"contents":{"role":"user","parts":[{"text":"hi"}]}}`, `{"contents":[{"role":"user","parts":[{"text":"hi"}]},` + saidHello + `]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sessionOf(t, nil)
			request := genai.Request{Object: object(t, tt.in)}
			l := agent.Loop{Pipeline: agent.NewPipeline(s.config, turns(t, hello), nil), Scheduler: agent.NewScheduler(s.config, nil), Turns: 1}
			c, err := l.Run(context.Background(), request)
			require.NoError(t, err)
			assert.Equal(t, tt.want, text(c.Request.Object))
			assert.Equal(t, tt.in, text(request.Object), "the caller's request is its own")
		})
	}
}
