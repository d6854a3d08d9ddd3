package runner

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// inputOf makes an input with the members of a JSON object.
func inputOf(t require.TestingT, event hook.Event, members string) hook.Input {
	object, err := jsonvalue.ParseObject([]byte(members))
	require.NoError(t, err)
	in := hook.NewInput(hook.Base{Event: event, Time: time.Unix(0, 0)})
	for key, value := range object.All() {
		in = in.With(key, value)
	}
	return in
}

func outputOf(t require.TestingT, answer string) *hook.Output {
	object, err := jsonvalue.ParseObject([]byte(answer))
	require.NoError(t, err)
	out, _ := hook.OutputFrom(object)
	return out
}

func TestApplyOutputToInput(t *testing.T) {
	tests := []struct {
		name          string
		event         hook.Event
		in, out, want string
		reason        string
	}{
		{"tool input is overlaid key by key", hook.BeforeTool, `{"tool_input":{"a":1,"b":{"x":1}}}`, `{"tool_input":{"b":{"y":2},"c":3}}`, `{"tool_input":{"a":1,"b":{"y":2},"c":3}}`, "HOOK-216: not recursively"},
		{"tool input where there was none", hook.BeforeTool, `{}`, `{"tool_input":{"a":1}}`, `{"tool_input":{"a":1}}`, "HOOK-024"},
		{"tool input of the wrong type", hook.BeforeTool, `{"tool_input":{"a":1}}`, `{"tool_input":["b"]}`, `{"tool_input":{"a":1}}`, "INT-15"},
		{"null removes nothing", hook.BeforeTool, `{"tool_input":{"a":1}}`, `{"tool_input":{"a":null}}`, `{"tool_input":{"a":null}}`, "HOOK-216: a value like any other"},
		{"request is overlaid", hook.BeforeModel, `{"llm_request":{"model":"m","messages":[1]}}`, `{"llm_request":{"messages":[2]}}`, `{"llm_request":{"model":"m","messages":[2]}}`, "HOOK-105"},
		{"context joins the prompt", hook.BeforeAgent, `{"prompt":"p"}`, `{"additionalContext":"c"}`, `{"prompt":"p\n\nc"}`, "HOOK-211"},
		{"empty context", hook.BeforeAgent, `{"prompt":"p"}`, `{"additionalContext":""}`, `{"prompt":"p"}`, "HOOK-211"},
		{"context without a prompt", hook.BeforeAgent, `{}`, `{"additionalContext":"c"}`, `{}`, "HOOK-211"},
		{"request on another event", hook.BeforeToolSelection, `{"llm_request":{"model":"m"}}`, `{"llm_request":{"model":"n"}}`, `{"llm_request":{"model":"m"}}`, "HOOK-211"},
		{"response", hook.AfterModel, `{"llm_response":{"text":"a"}}`, `{"llm_response":{"text":"b"}}`, `{"llm_response":{"text":"a"}}`, "HOOK-211"},
		{"tool input after the tool", hook.AfterTool, `{"tool_input":{"a":1}}`, `{"tool_input":{"a":2}}`, `{"tool_input":{"a":1}}`, "HOOK-211"},
		{"context for a tool", hook.BeforeTool, `{"prompt":"p"}`, `{"additionalContext":"c"}`, `{"prompt":"p"}`, "HOOK-211"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := inputOf(t, tt.event, tt.in)
			out := outputOf(t, `{"hookSpecificOutput":`+tt.out+`}`)
			beforeIn, beforeOut := string(in.Bytes()), string(jsonvalue.Marshal(out.Object()))
			got := ApplyOutputToInput(chainOf(tt.event), in, out)
			assert.Equal(t, string(inputOf(t, tt.event, tt.want).Bytes()), string(got.Bytes()), tt.reason)
			assert.Equal(t, beforeIn, string(in.Bytes()), "the input is left alone")
			assert.Equal(t, beforeOut, string(jsonvalue.Marshal(out.Object())), "the output is left alone")
		})
	}
}

func TestOutputsWithoutChangesLeaveTheInput(t *testing.T) {
	for _, event := range dialect.LLxprt().EventNames() {
		in := inputOf(t, event, `{"tool_input":{"a":1},"llm_request":{"model":"m"},"prompt":"p"}`)
		for name, out := range map[string]*hook.Output{
			"none": nil, "empty": {}, "of a failure": {Decision: ptrTo("allow"), SystemMessage: ptrTo("Warning: x"), Origin: hook.FromFailure},
		} {
			assert.Equal(t, string(in.Bytes()), string(ApplyOutputToInput(chainOf(event), in, out).Bytes()), "%s, %s", event, name)
		}
	}
}

func ptrTo(s string) *string { return &s }

// After a chain of shallow merges, each key has the value of the last hook that set it
// (HOOK-216).
func TestChainsAccumulate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SampledFrom([]string{"a", "b", "c", "d"})
		maps := rapid.SliceOfN(rapid.MapOf(keys, rapid.String()), 1, 5).Draw(t, "inputs")
		want := jsonvalue.New()
		in := inputOf(t, hook.BeforeTool, `{}`)
		for _, m := range maps {
			changes := jsonvalue.New()
			for key, value := range m {
				changes.Set(key, value)
				want.Set(key, value)
			}
			in = ApplyOutputToInput(chainOf(hook.BeforeTool), in, &hook.Output{
				Specific: jsonvalue.New(jsonvalue.Member{Key: "tool_input", Value: changes}),
			})
		}
		got, ok := in.Object().GetObject("tool_input")
		require.True(t, ok)
		assert.True(t, jsonvalue.Equal(want, got), "want %s, got %s", jsonvalue.Marshal(want), jsonvalue.Marshal(got))
	})
}

func chainOf(event hook.Event) dialect.Chain {
	row, _ := dialect.LLxprt().Event(event)
	return row.Chain
}
