package aggregator

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// result makes an execution result out of a short word for what a hook did:
// "silent", "refuse:reason", "text:message", "fail:warning", or a JSON answer.
func result(t require.TestingT, what string) hook.ExecutionResult {
	r := hook.ExecutionResult{Success: true, Ending: hook.Exited, Duration: time.Millisecond}
	kind, rest, _ := strings.Cut(what, ":")
	allow, deny := hook.Allow, hook.Deny
	switch kind {
	case "silent":
	case "refuse":
		r.Success, r.Code = false, 2
		r.Output = &hook.Output{Decision: &deny, Reason: &rest, Origin: hook.FromRefusal}
	case "text":
		r.Output = &hook.Output{Decision: &allow, SystemMessage: &rest, Origin: hook.FromPlainText}
	case "fail":
		r.Success, r.Code, r.Err = false, 1, errors.New(rest)
		warning := "Warning: " + rest
		r.Output = &hook.Output{Decision: &allow, SystemMessage: &warning, Origin: hook.FromFailure}
	default:
		obj, err := jsonvalue.ParseObject([]byte(what))
		require.NoError(t, err)
		r.Output, _ = hook.OutputFrom(obj)
	}
	return r
}

func results(t require.TestingT, what []string) []hook.ExecutionResult {
	all := make([]hook.ExecutionResult, len(what))
	for i, w := range what {
		all[i] = result(t, w)
	}
	return all
}

// The suite has more combinations; TestProperties draws them.
func TestFinalOutput(t *testing.T) {
	const none = "none"
	tests := []struct {
		name    string
		event   hook.Event
		chained bool
		in      []string
		want    string
		reason  string
	}{
		{"silence", hook.BeforeTool, false, []string{"silent"}, none, "INT-01"},
		{"one block wins", hook.BeforeTool, false, []string{`{"decision":"allow"}`, `{"decision":"block","reason":"no"}`},
			`{"decision":"block","reason":"no"}`, "HOOK-092"},
		{"the last blocking word", hook.AfterTool, false, []string{`{"decision":"block"}`, `{"decision":"deny"}`},
			`{"decision":"deny"}`, "INT-27"},
		{"a stop leaves the decision open", hook.BeforeTool, false, []string{`{"continue":false,"stopReason":"s"}`, `{"decision":"allow"}`},
			`{"continue":false,"stopReason":"s"}`, "INT-27"},
		{"texts join in plan order, empty ones skipped", hook.AfterTool, false,
			[]string{`{"reason":"a","systemMessage":"x"}`, `{"reason":"","systemMessage":"y","hookSpecificOutput":{"additionalContext":"c"}}`,
				`{"reason":"b","stopReason":"s","hookSpecificOutput":{"additionalContext":"d","k":1}}`},
			`{"decision":"allow","reason":"a\nb","stopReason":"s","systemMessage":"x\ny","hookSpecificOutput":{"additionalContext":"c\nd","k":1}}`,
			"HOOK-093, 094, 095, INT-28"},
		{"suppression wins", hook.AfterTool, false, []string{`{"suppressOutput":true}`, `{"suppressOutput":false}`},
			`{"decision":"allow","suppressOutput":true}`, "HOOK-096"},
		{"all three effects together", hook.AfterTool, false,
			[]string{`{"suppressOutput":true,"hookSpecificOutput":{"additionalContext":"c"}}`, `{"systemMessage":"m"}`},
			`{"decision":"allow","suppressOutput":true,"systemMessage":"m","hookSpecificOutput":{"additionalContext":"c"}}`, "HOOK-208"},
		{"changed keys add up", hook.BeforeTool, false,
			[]string{`{"hookSpecificOutput":{"tool_input":{"a":1,"o":{"x":1}}}}`, `{"hookSpecificOutput":{"tool_input":{"b":2,"o":{"y":2}}}}`},
			`{"decision":"allow","hookSpecificOutput":{"tool_input":{"a":1,"o":{"y":2},"b":2}}}`, "INT-24, HOOK-216: shallow"},
		{"unknown fields stay", hook.BeforeTool, false, []string{`{"x":1}`}, `{"decision":"allow","x":1}`, "INT-14"},

		{"absent and null replace nothing", hook.AfterModel, false, []string{`{"decision":"deny","reason":"a"}`, `{"decision":null,"suppressOutput":true}`},
			`{"decision":"deny","reason":"a","suppressOutput":true}`, "INT-29"},
		{"plain text alone", hook.BeforeModel, false, []string{"text:hello"}, `{"decision":"allow","systemMessage":"hello"}`, "HOOK-064"},
		{"exit 2 is not overridden", hook.BeforeModel, false, []string{"refuse:no", `{"decision":"allow","reason":"yes"}`},
			`{"decision":"deny","reason":"no"}`, "INT-29, section 35"},
		{"parallel requests replace whole", hook.BeforeModel, false,
			[]string{`{"hookSpecificOutput":{"llm_request":{"model":"a","config":{"topK":1}},"k":1}}`, `{"hookSpecificOutput":{"llm_request":{"messages":[]}}}`},
			`{"hookSpecificOutput":{"llm_request":{"messages":[]},"k":1}}`, "INT-25, HOOK-098"},
		{"chained requests add up", hook.BeforeModel, true,
			[]string{`{"hookSpecificOutput":{"llm_request":{"model":"a","config":{"topK":1}}}}`, `{"hookSpecificOutput":{"llm_request":{"config":{"topP":1}}}}`},
			`{"hookSpecificOutput":{"llm_request":{"model":"a","config":{"topP":1}}}}`, "INT-25"},
		{"the plain merge", hook.PreCompress, false, []string{`{"systemMessage":"a","hookSpecificOutput":{"x":1}}`, `{"systemMessage":"b","hookSpecificOutput":{"y":2}}`},
			`{"systemMessage":"b","hookSpecificOutput":{"x":1,"y":2}}`, "INT-31"},

		{"names unite, sorted, once", hook.BeforeToolSelection, false,
			[]string{`{"hookSpecificOutput":{"toolConfig":{"mode":"AUTO","allowedFunctionNames":["b","a"]}}}`, `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["c","a"]}}}`},
			`{"decision":"allow","hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["a","b","c"]}}}`, "HOOK-099, 100, 102"},
		{"NONE empties the list", hook.BeforeToolSelection, false,
			[]string{`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`, `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["a"]}}}`},
			`{"decision":"allow","hookSpecificOutput":{"toolConfig":{"mode":"NONE","allowedFunctionNames":[]}}}`, "HOOK-101"},
		{"UTF-16 order", hook.BeforeToolSelection, false, []string{`{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["\uffee","😀"]}}}`},
			`{"decision":"allow","hookSpecificOutput":{"toolConfig":{"mode":"AUTO","allowedFunctionNames":["😀","` + "\uffee" + `"]}}}`, "INT-30"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			agg := New(dialect.LLxprt()).AggregateResults(results(t, tt.in), tt.event, tt.chained)
			if tt.want == none {
				assert.Nil(t, agg.FinalOutput, tt.reason)
				return
			}
			require.NotNil(t, agg.FinalOutput, tt.reason)
			assert.Equal(t, tt.want, string(jsonvalue.Marshal(agg.FinalOutput.Output().Object())), tt.reason)
		})
	}
}

func TestToolSelectionWarnsOfWhatItIgnores(t *testing.T) {
	agg := New(dialect.LLxprt()).AggregateResults(results(t, []string{`{"hookSpecificOutput":{"toolConfig":{"mode":"none","allowedFunctionNames":"a"}}}`,
		`{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["a",7]}}}`}), hook.BeforeToolSelection, false)
	want := `{"decision":"allow","hookSpecificOutput":{"toolConfig":{"mode":"AUTO","allowedFunctionNames":["a"]}}}`
	assert.Equal(t, want, string(jsonvalue.Marshal(agg.FinalOutput.Output().Object())), "INT-30")
	require.Len(t, agg.Warnings, 3)
	for _, w := range agg.Warnings {
		assert.Equal(t, "INT-30", w.Rule)
	}
}

var answers = []string{
	"silent", "refuse:no", "text:hi", "fail:x", `{"decision":"block","reason":"r"}`, `{"decision":"deny"}`, `{"decision":"allow"}`,
	`{"decision":"ask"}`, `{"decision":null}`, `{"continue":false}`, `{"decision":"Deny"}`, `{"hookSpecificOutput":{"permissionDecision":"deny"}}`,
	`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`, `{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["b","a"]}}}`,
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		event := rapid.SampledFrom(dialect.LLxprt().EventNames()).Draw(rt, "event")
		in := rapid.SliceOfN(rapid.SampledFrom(answers), 0, 6).Draw(rt, "answers")
		agg := New(dialect.LLxprt()).AggregateResults(results(rt, in), event, rapid.Bool().Draw(rt, "chained"))
		blocking := agg.FinalOutput != nil && agg.FinalOutput.IsBlockingDecision()

		if slices.Contains(in, "refuse:no") {
			require.True(rt, blocking, "section 35: exit 2 always blocks")
		}
		explicit := slices.ContainsFunc(in, func(a string) bool {
			return a == "refuse:no" || strings.Contains(a, `"block"`) || strings.Contains(a, `"decision":"deny"`)
		})
		permission := slices.ContainsFunc(in, func(a string) bool { return strings.Contains(a, "permissionDecision") })
		if !explicit && !permission {
			require.False(rt, blocking, "HOOK-110: nothing but an explicit block blocks")
		}

		// Principle 3: what failed or said nothing takes no effect away.
		quiet := slices.DeleteFunc(slices.Clone(in), func(a string) bool { return a == "silent" || strings.HasPrefix(a, "fail:") })
		alone := New(dialect.LLxprt()).AggregateResults(results(rt, quiet), event, false)
		if agg.FinalOutput == nil {
			require.Nil(rt, alone.FinalOutput)
			return
		}
		require.Equal(rt, string(jsonvalue.Marshal(alone.FinalOutput.Output().Object())), string(jsonvalue.Marshal(agg.FinalOutput.Output().Object())))
	})
}
