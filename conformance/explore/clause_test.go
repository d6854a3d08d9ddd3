package explore

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

func TestClausesOf(t *testing.T) {
	draw := func(event string, hooks ...Hook) Draw {
		d := Draw{Event: event, Payload: leastPayload(event), Groups: []Group{{}}}
		for i, h := range hooks {
			h.Name = string(rune('a' + i))
			d.Hooks = append(d.Hooks, h)
			d.Groups[0].Entries = append(d.Groups[0].Entries, Entry{Hook: h.Name})
		}
		return d
	}
	quiet, empty, refuses := Hook{}, Hook{Answer: map[string]any{}}, Hook{Exit: 2, Stderr: "x"}
	fails := Hook{Exit: 1, Stderr: "x"}
	tests := []struct {
		draw   Draw
		kind   string
		want   string
		reason string
	}{
		{draw("BeforeTool", quiet), "saw.@env.CLAUDE_PROJECT_DIR", "HOOK-188.3", "each variable has its own clause"},
		{draw("BeforeTool", refuses), "final.reason", "HOOK-067a.2 HOOK-016a.3", "the text on stderr is the reason"},
		{draw("BeforeTool", refuses, fails), "final.systemMessage", "HOOK-214.4 INT-26", "the refusal next to the failure has no influence on it"},
		{draw("BeforeTool", empty, fails), "final.systemMessage", "HOOK-214.4 INT-26", "nor has the answer"},
		{draw("BeforeToolSelection", refuses), "final.decision", "INT-30", "exit codes do not change what the merge of tool selections keeps"},
		{draw("AfterModel", quiet), "saw.llm_request.toolConfig", "HOOK-072.7 HOOK-072.8", "each member of a request has its own clauses"},
		{draw("BeforeTool", Hook{Before: "true"}), "outputs", "INT-13", "an interpretation decides about output that is not an object"},
		{draw("SessionEnd", Hook{Answer: map[string]any{"reason": "x", "stopReason": "y"}}), "final.effectiveReason", "INT-33", "reason and stopReason are the same"},
	}
	for _, tt := range tests {
		assert.Equal(t, strings.Fields(tt.want), clausesOf(tt.draw, tt.kind), "%s on %s: %s", tt.kind, tt.draw.Event, tt.reason)
	}
}

func TestPayloadsStayWhole(t *testing.T) {
	tests := []struct {
		payload string
		want    bool
		reason  string
	}{
		{`{"toolName":"x","toolInput":{}}`, true, "a tool may get nothing"},
		{`{"llmRequest":{"model":"m","contents":"x"}}`, true, "as little as a caller can say"},
		{`{"llmRequest":{"model":"m","contents":[{"role":"user","parts":[{"text":"x"}]}]}}`, true, "a turn"},
		{`{"llmRequest":{}}`, false, "INT-37 decides about a request without a model and contents"},
		{`{"llmRequest":{"model":"m","contents":[]}}`, false, "a request has contents"},
		{`{"llmRequest":{"model":"m","contents":[{"parts":[{"text":"x"}]}]}}`, false, "a turn has a role"},
		{`{"llmRequest":{"model":"m","contents":[{"role":"user","parts":[{}]}]}}`, false, "a part is something"},
		{`{"llmRequest":{"model":"m","contents":"x"},"llmResponse":{}}`, false, "a response has candidates"},
		{`{"llmRequest":{"model":"m","contents":"x"},"llmResponse":{"candidates":[]}}`, true, "if none, then that"},
		{`{"llmRequest":{"model":"m","contents":"x"},"llmResponse":{"candidates":[{}]}}`, false, "a candidate says something"},
	}
	for _, tt := range tests {
		v, err := decode([]byte(tt.payload))
		require.NoError(t, err)
		assert.Equal(t, tt.want, whole(v.(map[string]any)), "%s: %s", tt.payload, tt.reason)
	}
	for _, e := range adapter.Events() {
		assert.True(t, whole(leastPayload(e.Name)), e.Name)
	}
}

func TestWhatFollowsIsNoCause(t *testing.T) {
	all := []Difference{{Path: "ran.b", Want: "0", Got: "1"}, {Path: "order", Want: `["a"]`, Got: `["a","b"]`}, {Path: "final.reason", Want: `"x"`}}
	assert.Equal(t, []string{"ran"}, roots(all), "who runs another hook has another order, and another answer")
	assert.Equal(t, []string{"order"}, roots(all[1:]))
}

// An implementation may or may not record a transcript, but it has to give a
// path, possibly empty.
func TestPathsOfTranscriptsAreAlike(t *testing.T) {
	saw := func(stdin string) string {
		o := observations{}
		(&world{folder: "/draws/1"}).observeRun(o, spyhook.Record{Hook: "a", Stdin: []byte(stdin)})
		return o["saw.a.transcript_path"]
	}
	none := saw(`{"transcript_path":""}`)
	assert.Equal(t, none, saw(`{"transcript_path":"/home/chats/1.json"}`))
	assert.NotEqual(t, none, saw(`{"transcript_path":5}`))
	assert.NotEqual(t, none, saw(`{}`))
}

// Every clause that the rules name is in the catalogue.
func TestRulesNameClauses(t *testing.T) {
	known, err := catalogue.Load()
	require.NoError(t, err)
	require.NotEmpty(t, rules())
	for _, r := range rules() {
		require.NotEmpty(t, strings.Fields(r.clauses), r)
		for id := range strings.FieldsSeq(r.clauses) {
			_, isClause := known.Clause(id)
			_, isInterpretation := known.Interpretation(id)
			assert.True(t, isClause || isInterpretation, id)
		}
		for kind := range strings.FieldsSeq(r.kinds) {
			assert.GreaterOrEqual(t, stage(kind), 0, kind)
		}
		for event := range strings.FieldsSeq(r.events) {
			assert.Contains(t, WorldOf(everything()).Events, event)
		}
	}
}
