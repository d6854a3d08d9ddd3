package hook

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func object(t require.TestingT, text string) *jsonvalue.Object {
	if text == "" {
		return nil
	}
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err, text)
	return o
}

func compact(o *jsonvalue.Object) string {
	if o == nil {
		return ""
	}
	return string(jsonvalue.Marshal(o))
}

// answer reads a valid answer.
func answer(t require.TestingT, text string) *Output {
	out, warnings := OutputFrom(object(t, text))
	require.Empty(t, warnings, text)
	return out
}

func TestOutputFrom(t *testing.T) {
	const all = `{"decision":"deny","reason":"r","continue":false,"stopReason":"s","suppressOutput":true,"systemMessage":"m",` +
		`"hookSpecificOutput":{"hookEventName":"BeforeTool","additionalContext":"c","tool_input":{"a":1.0},"llm_request":{},"llm_response":{},"toolConfig":{},"mine":[1]},"other":{"z":1}}`
	tests := []struct {
		name, in, want string
		warnings       []string
		reason         string
	}{
		{"every field", all, all, nil, "HOOK-157; INT-14: unknown fields are kept"},
		{"nothing", `{}`, `{}`, nil, "HOOK-158"},
		{"null is absent", `{"decision":null,"reason":null,"continue":null,"stopReason":null,"suppressOutput":null,"systemMessage":null,"hookSpecificOutput":null}`, `{}`, nil, "HOOK-158"},
		{"null inside is absent", `{"hookSpecificOutput":{"tool_input":null,"additionalContext":null}}`, `{"hookSpecificOutput":{}}`, nil, "INT-15"},
		{"order and case", `{"z":1,"Decision":"deny","hookSpecificOutput":{"Tool_input":1,"tool_input":{}},"reason":"r"}`,
			`{"reason":"r","hookSpecificOutput":{"Tool_input":1,"tool_input":{}},"z":1,"Decision":"deny"}`, nil, "INT-14: keys are case-sensitive"},
		{"wrong types", `{"decision":true,"reason":1,"continue":"false","stopReason":[],"suppressOutput":"true","systemMessage":{},"hookSpecificOutput":"x"}`, `{}`, []string{
			"decision must be a string but is a boolean: the field counts as absent",
			"reason must be a string but is a number: the field counts as absent",
			"continue must be a boolean but is a string: the field counts as absent; did you mean false without quotes?",
			"stopReason must be a string but is an array: the field counts as absent",
			"suppressOutput must be a boolean but is a string: the field counts as absent; did you mean true without quotes?",
			"systemMessage must be a string but is an object: the field counts as absent",
			"hookSpecificOutput must be an object but is a string: the field counts as absent",
		}, "INT-15"},
		{"wrong types inside", `{"hookSpecificOutput":{"tool_input":[],"llm_request":1,"llm_response":"x","toolConfig":true,"additionalContext":{},"mine":1}}`, `{"hookSpecificOutput":{"mine":1}}`, []string{
			"hookSpecificOutput.tool_input must be an object but is an array: the field counts as absent",
			"hookSpecificOutput.llm_request must be an object but is a number: the field counts as absent",
			"hookSpecificOutput.llm_response must be an object but is a string: the field counts as absent",
			"hookSpecificOutput.toolConfig must be an object but is a boolean: the field counts as absent",
			"hookSpecificOutput.additionalContext must be a string but is an object: the field counts as absent",
		}, "INT-15"},
		{"a text that is not a boolean in quotes", `{"reason":false,"continue":"no"}`, `{}`, []string{
			"reason must be a string but is a boolean: the field counts as absent",
			"continue must be a boolean but is a string: the field counts as absent",
		}, "INT-15: nothing is likely to be meant"},
		{"zero and one are not booleans", `{"continue":0,"suppressOutput":1}`, `{}`, []string{
			"continue must be a boolean but is a number: the field counts as absent",
			"suppressOutput must be a boolean but is a number: the field counts as absent",
		}, "INT-15: continue stops only as false, suppressOutput hides only as true"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := object(t, tt.in)
			out, warnings := OutputFrom(in)
			assert.Equal(t, tt.want, compact(out.Object()), tt.reason)
			assert.Equal(t, rules("INT-15", tt.warnings), warnings, tt.reason)
			assert.Equal(t, FromJSON, out.Origin)
			assert.Equal(t, compact(object(t, tt.in)), compact(in), "the answer does not change")
		})
	}
}

// rules makes warnings with one rule.
func rules(rule string, texts []string) []Warning {
	var warnings []Warning
	for _, text := range texts {
		warnings = append(warnings, Warning{Rule: rule, Text: text})
	}
	return warnings
}

func TestDecisions(t *testing.T) {
	tests := []struct {
		decision        string
		blocking, known bool
	}{
		{"block", true, true},
		{"deny", true, true},
		{"allow", false, true},
		{"approve", false, true},
		{"ask", false, true},
		{"Deny", false, false},
		{" deny", false, false},
		{"BLOCK", false, false},
		{"reject", false, false},
		{"", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.decision, func(t *testing.T) {
			assert.Equal(t, tt.blocking, Blocking(tt.decision), "HOOK-182, INT-16: compared exactly")
			out, warnings := OutputFrom(jsonvalue.New(jsonvalue.Member{Key: "decision", Value: tt.decision}))
			require.NotNil(t, out.Decision)
			assert.Equal(t, tt.decision, *out.Decision, "an unknown word stays to be shown")
			if tt.known {
				assert.Empty(t, warnings)
				return
			}
			require.Len(t, warnings, 1)
			assert.Equal(t, "INT-16", warnings[0].Rule)
			assert.Contains(t, warnings[0].Text, "it does not block")
		})
	}
}

func TestExplicitBlock(t *testing.T) {
	tests := []struct {
		name, in string
		origin   Origin
		want     bool
		reason   string
	}{
		{"a JSON answer", `{"decision":"block"}`, FromJSON, true, "HOOK-110"},
		{"exit code 2", `{"decision":"deny"}`, FromRefusal, true, "HOOK-110"},
		{"plain text", `{"decision":"deny"}`, FromPlainText, false, "HOOK-064: its decision is synthesised"},
		{"a failure", `{"decision":"deny"}`, FromFailure, false, "HOOK-112: a failed hook never blocks"},
		{"allow", `{"decision":"allow"}`, FromJSON, false, "HOOK-110"},
		{"no decision", `{"continue":false}`, FromJSON, false, "INT-23"},
		{"permissionDecision", `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, FromJSON, false, "HOOK-171"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := answer(t, tt.in)
			out.Origin = tt.origin
			assert.Equal(t, tt.want, out.ExplicitBlock(), tt.reason)
		})
	}
	assert.False(t, (*Output)(nil).ExplicitBlock(), "HOOK-065: without output there is no decision")
	assert.False(t, (*Output)(nil).Stops(), "HOOK-065")
}

func FuzzOutputFrom(f *testing.F) {
	for _, seed := range []string{`{}`, `{"decision":1,"hookSpecificOutput":{"tool_input":null}}`, `{"decision":"deny","continue":false,"x":[]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := jsonvalue.ParseObject([]byte(text))
		if err != nil {
			return
		}
		first, _ := OutputFrom(o)
		again, _ := OutputFrom(first.Object())
		require.Equal(t, compact(first.Object()), compact(again.Object()), "what was read reads the same")
		for _, class := range classes() {
			final := class.Of(first)
			require.NotEmpty(t, final.EffectiveReason(), "INT-33: never empty")
			blocked, reason := final.BlockingError()
			require.Equal(t, final.IsBlockingDecision(), blocked)
			require.Equal(t, blocked, reason != "")
			final.Warnings()
		}
	})
}
