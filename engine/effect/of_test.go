package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/answer"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// final returns the output of the only hook of an event.
func final(t require.TestingT, event hook.Event, code int, stdout, stderr string) hook.FinalOutput {
	out, _, err := answer.Read(dialect.LLxprt().Answer, answer.Process{Ending: hook.Exited, Code: code, Stdout: []byte(stdout), Stderr: []byte(stderr)})
	require.NoError(t, err)
	row, _ := dialect.LLxprt().Event(event)
	return row.CreateSpecificHookOutput(out)
}

// plain returns the effects without their changes, which have fields that can't be
// compared.
func plain(all effect.Effects) []effect.Effect {
	var some []effect.Effect
	for _, e := range all {
		e.Change = nil
		some = append(some, e)
	}
	return some
}

func TestOf(t *testing.T) {
	type effects = []effect.Effect
	const everything = `{"decision":"deny","reason":"no","continue":false,"stopReason":"enough","systemMessage":"mind","suppressOutput":true,"hookSpecificOutput":` +
		`{"tool_input":{"a":1},"llm_request":{"model":"x"},"llm_response":{"text":"mine"},"toolConfig":{"mode":"NONE"},"additionalContext":"note"}}`
	const allowing = `{"decision":"allow","systemMessage":"mind","suppressOutput":true,"hookSpecificOutput":` +
		`{"tool_input":{"a":1},"llm_request":{"model":"x"},"llm_response":{"text":"mine"},"toolConfig":{"mode":"NONE"},"additionalContext":"note"}}`
	tests := []struct {
		name   string
		event  hook.Event
		in     string
		want   effects
		reason string
	}{
		{"nothing", hook.BeforeTool, `{}`, nil, "INT-45"},
		{"allow", hook.BeforeTool, `{"decision":"allow","reason":"fine","stopReason":"unused"}`, nil, "HOOK-018, INT-45: a stop reason counts where something stops"},
		{"empty texts", hook.AfterTool, `{"systemMessage":"","hookSpecificOutput":{"additionalContext":""}}`, nil, "INT-28"},
		{"shown", hook.AfterTool, `{"suppressOutput":false}`, nil, "HOOK-132"},

		{"all before a tool", hook.BeforeTool, everything, effects{
			{Action: effect.Skip, Rule: "HOOK-016b", Reason: "no"}, {Action: effect.EndTurn, Rule: "HOOK-020", Reason: "no", Text: "enough"},
			{Action: effect.Remind, Rule: "HOOK-131", Text: "mind"}}, "HOOK-177: what is refused is not changed"},
		{"all after a tool", hook.AfterTool, everything, effects{
			{Action: effect.EndTurn, Rule: "HOOK-028", Reason: "no", Text: "enough"}, {Action: effect.Add, Rule: "HOOK-027", Text: "note"},
			{Action: effect.Remind, Rule: "HOOK-030", Text: "mind"}, {Action: effect.Hide, Rule: "HOOK-029"}}, "HOOK-178"},
		{"all before the model", hook.BeforeModel, everything, effects{
			{Action: effect.Skip, Rule: "HOOK-036", Reason: "no"}, {Action: effect.EndTurn, Rule: "HOOK-040", Reason: "no", Text: "enough"},
			{Action: effect.Remind, Rule: "HOOK-159", Text: "mind"}}, "HOOK-179, HOOK-184"},
		{"all after the model", hook.AfterModel, everything, effects{
			{Action: effect.EndTurn, Rule: "HOOK-048", Reason: "no", Text: "enough"}, {Action: effect.Rewrite, Rule: "HOOK-046"},
			{Action: effect.Remind, Rule: "HOOK-159", Text: "mind"}, {Action: effect.Hide, Rule: "HOOK-049"}}, "HOOK-180, INT-43"},
		{"all at tool selection", hook.BeforeToolSelection, everything, effects{
			{Action: effect.EndTurn, Rule: "HOOK-058", Reason: "no", Text: "enough"}, {Action: effect.Remind, Rule: "HOOK-159", Text: "mind"}}, "HOOK-181"},
		{"all of an agent event", hook.BeforeAgent, everything, effects{{Action: effect.Run, Rule: "HOOK-203"}}, "HOOK-203: answers are dropped"},

		{"allowing before a tool", hook.BeforeTool, allowing, effects{
			{Action: effect.Rewrite, Rule: "HOOK-019"}, {Action: effect.Remind, Rule: "HOOK-131", Text: "mind"}}, "HOOK-177"},
		{"allowing before the model", hook.BeforeModel, allowing, effects{
			{Action: effect.Rewrite, Rule: "HOOK-038"}, {Action: effect.Remind, Rule: "HOOK-159", Text: "mind"}}, "HOOK-179, INT-41: a response counts with a refusal alone"},
		{"allowing at tool selection", hook.BeforeToolSelection, allowing, effects{
			{Action: effect.Rewrite, Rule: "HOOK-055"}, {Action: effect.Remind, Rule: "HOOK-159", Text: "mind"}}, "HOOK-181"},
		{"allowing an agent event", hook.SessionStart, allowing, nil, "HOOK-203"},

		{"refused after a tool", hook.AfterTool, `{"decision":"block"}`, effects{{Action: effect.Run, Rule: "HOOK-178"}}, "INT-32"},
		{"refused after the model", hook.AfterModel, `{"decision":"block"}`, effects{{Action: effect.Run, Rule: "HOOK-180"}}, "INT-32"},
		{"refused at tool selection", hook.BeforeToolSelection, `{"decision":"block","hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`,
			effects{{Action: effect.Run, Rule: "HOOK-181"}, {Action: effect.Rewrite, Rule: "HOOK-055"}}, "INT-32: what it changes counts all the same"},
		{"a refusal stops an agent event", hook.SessionEnd, `{"continue":false}`, effects{{Action: effect.Run, Rule: "HOOK-203"}}, "HOOK-203"},

		{"reason of a stop", hook.AfterTool, `{"continue":false,"reason":"why"}`, effects{{Action: effect.EndTurn, Rule: "HOOK-028", Reason: "why", Text: "why"}}, "INT-33"},
		{"stop without words", hook.AfterTool, `{"continue":false}`,
			effects{{Action: effect.EndTurn, Rule: "HOOK-028", Reason: "No reason provided", Text: "No reason provided"}}, "INT-33"},
		{"permission", hook.BeforeTool, `{"reason":"top","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not here"}}`,
			effects{{Action: effect.Skip, Rule: "HOOK-199", Reason: "not here"}}, "HOOK-170, HOOK-199"},
		{"empty response", hook.AfterModel, `{"hookSpecificOutput":{"llm_response":{}}}`, nil, "INT-39"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, plain(effect.Of(dialect.LLxprt(), tt.event, final(t, tt.event, 0, tt.in, ""))), tt.reason)
		})
	}
	assert.Nil(t, effect.Of(dialect.LLxprt(), hook.BeforeTool, nil), "INT-01: no hook answered")
}

// The three descriptions of an event come from the same effects.
func TestDescribe(t *testing.T) {
	type words struct {
		Agent, Model, User, What, Before, After string
	}
	const (
		call     = `{"tool_name":"write_file","tool_input":{"a":1,"b":2}}`
		returned = `{"tool_name":"write_file","tool_input":{"a":1},"tool_response":{"llmContent":"done"}}`
		request  = `{"llm_request":{"model":"m","messages":[{"role":"user","content":"hi"}]}}`
		answered = `{"llm_request":{},"llm_response":{"candidates":[{"content":{"role":"model","parts":["hello"]},"finishReason":"STOP","index":0}]}}`
	)
	tests := []struct {
		name   string
		event  hook.Event
		input  string
		code   int
		stdout string
		want   words
		reason string
	}{
		{"tool", hook.BeforeTool, call, 0, `{}`, words{Agent: "runs the tool"}, "HOOK-018"},
		{"tool refused", hook.BeforeTool, call, 0, `{"decision":"deny","reason":"no"}`, words{Agent: "does not run the tool", Model: "no", User: "no"}, "HOOK-017"},
		{"tool refused with a message", hook.BeforeTool, call, 0, `{"decision":"deny","reason":"no","systemMessage":"mind"}`,
			words{Agent: "does not run the tool", Model: "no\n\n[System] mind", User: "no"}, "HOOK-159"},
		{"tool refused and stopped", hook.BeforeTool, call, 0, `{"decision":"deny","reason":"no","continue":false,"stopReason":"enough"}`,
			words{Agent: "does not run the tool and ends its loop", User: "enough"}, "HOOK-020, INT-33: no model is asked again"},
		{"text and stop", hook.AfterTool, returned, 0, `{"systemMessage":"mind","continue":false,"stopReason":"enough"}`,
			words{Agent: "ends its loop after the tool has run", User: "enough"}, "HOOK-028: no model is asked again"},
		{"tool changed", hook.BeforeTool, call, 0, `{"hookSpecificOutput":{"tool_input":{"b":3}}}`,
			words{Agent: "runs the tool with the changed input", What: "tool_input", Before: `{"a":1,"b":2}`, After: `{"a":1,"b":3}`}, "HOOK-019"},
		{"tool unchanged", hook.BeforeTool, call, 0, `{"hookSpecificOutput":{"tool_input":{"b":2}}}`, words{Agent: "runs the tool"}, "HOOK-019: it is the input that it had"},
		{"text before a tool", hook.BeforeTool, call, 0, `mind`, words{Agent: "runs the tool", Model: "the tool's own result\n\n[System] mind"}, "HOOK-064, HOOK-159"},

		{"result", hook.AfterTool, returned, 0, `{}`, words{Agent: "goes on with the tool's result"}, "HOOK-178"},
		{"result and context", hook.AfterTool, returned, 0, `{"systemMessage":"mind","hookSpecificOutput":{"additionalContext":"note"}}`,
			words{Agent: "goes on with the tool's result", Model: "done\n\nnote\n\n[System] mind"}, "INT-42"},
		{"parts and context", hook.AfterTool, `{"tool_response":{"llmContent":[{"text":"x"}]}}`, 0, `{"hookSpecificOutput":{"additionalContext":"note"}}`,
			words{Agent: "goes on with the tool's result", Model: `[{"text":"x"},{"text":"\n\nnote"}]`}, "INT-42"},
		{"result hidden", hook.AfterTool, returned, 0, `{"suppressOutput":true}`, words{Agent: "goes on with the tool's result, which the user does not see"}, "HOOK-029"},
		{"result and stop", hook.AfterTool, returned, 0, `{"continue":false,"stopReason":"enough","suppressOutput":true}`,
			words{Agent: "ends its loop after the tool has run", User: "enough"}, "HOOK-028"},
		{"refused too late", hook.AfterTool, returned, 2, ``, words{Agent: "goes on with the tool's result"}, "HOOK-178"},

		{"model", hook.BeforeModel, request, 0, `{"systemMessage":"mind"}`, words{Agent: "calls the model", Model: "[System] mind"}, "HOOK-159"},
		{"model refused", hook.BeforeModel, request, 2, ``, words{Agent: "does not call the model and goes on with an empty response"}, "HOOK-202"},
		{"model answered for", hook.BeforeModel, request, 0, `{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"mine"}}}`,
			words{Agent: "does not call the model and goes on with the hook's response", User: "mine"}, "HOOK-036"},
		{"model stopped", hook.BeforeModel, request, 0, `{"continue":false,"stopReason":"enough"}`,
			words{Agent: "does not call the model and ends its loop", User: "enough"}, "HOOK-040"},
		{"request changed", hook.BeforeModel, request, 0, `{"hookSpecificOutput":{"llm_request":{"model":"x"}}}`,
			words{Agent: "calls the model with the changed request", What: "llm_request",
				Before: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`, After: `{"model":"x","messages":[{"role":"user","content":"hi"}]}`}, "HOOK-038"},

		{"tools chosen", hook.BeforeToolSelection, request, 0, `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}}`,
			words{Agent: "calls the model with the changed request", What: "toolConfig", Before: `null`,
				After: `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}`}, "HOOK-055"},

		{"response changed and hidden", hook.AfterModel, answered, 0, `{"suppressOutput":true,"hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP","index":0}]}}}`,
			words{Agent: "goes on with the changed response, which the user does not see", What: "llm_response",
				Before: `{"text":"hello","candidates":[{"content":{"role":"model","parts":["hello"]},"finishReason":"STOP","index":0}]}`,
				After:  `{"text":"mine","candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP","index":0}]}`}, "HOOK-046, HOOK-049"},
		{"response kept", hook.AfterModel, answered, 0, `{}`, words{Agent: "goes on with the model's response"}, "HOOK-180"},
		{"response and stop", hook.AfterModel, answered, 0, `{"continue":false,"stopReason":"enough"}`,
			words{Agent: "ends its loop with the stop reason as the model's answer", User: "enough", What: "llm_response",
				Before: `{"text":"hello","candidates":[{"content":{"role":"model","parts":["hello"]},"finishReason":"STOP","index":0}]}`,
				After:  `{"text":"enough","candidates":[{"content":{"role":"model","parts":["enough"]},"finishReason":"STOP"}]}`}, "HOOK-048, INT-43"},

		{"the agent does not act", hook.SessionStart, `{}`, 2, ``, words{Agent: "goes on: it does not act on what hooks of SessionStart answer"}, "HOOK-203"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := jsonvalue.ParseObject([]byte(tt.input))
			require.NoError(t, err)
			d := effect.Describe(dialect.LLxprt(), tt.event, effect.Of(dialect.LLxprt(), tt.event, final(t, tt.event, tt.code, tt.stdout, "")), hook.InputFrom(in))
			got := words{Agent: d.Agent}
			if d.Model != nil {
				got.Model = *d.Model
			}
			if d.User != nil {
				got.User = *d.User
			}
			if d.Difference != nil {
				got.What, got.Before, got.After = d.Difference.What, string(jsonvalue.Marshal(d.Difference.Before)), string(jsonvalue.Marshal(d.Difference.After))
			}
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, tt.input, string(jsonvalue.Marshal(in)), "what the hooks read is not changed")
		})
	}
}
