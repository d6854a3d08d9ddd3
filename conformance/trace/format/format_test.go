package format_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/format"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/runnertest"
	"github.com/hooktest/hooktest/schemas"
)

func TestNames(t *testing.T) {
	assert.Equal(t, "pretty", format.OfTraces()[0].Name)
}

type brokenPipe struct{}

var errPipe = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errPipe }

func TestAWriterThatFailsIsReported(t *testing.T) {
	for _, f := range format.OfTraces() {
		assert.ErrorIs(t, f.Write(brokenPipe{}, sample(), report.Look{}), errPipe, f.Name)
	}
}

func TestEqualReportsGiveEqualBytesAndStayAsTheyAre(t *testing.T) {
	for _, name := range format.OfTraces().Names() {
		r := sample()
		assert.Equal(t, render(t, name, r), render(t, name, sample()), name)
		assert.Equal(t, sample(), r, "%s changes the report", name)
	}
}

func TestAReportSpeaksToNoRunner(t *testing.T) {
	for _, name := range format.OfTraces().Names() {
		// CSV lines end with CRLF.
		assert.Empty(t, runnertest.Foreign(strings.ReplaceAll(render(t, name, sample()), "\r\n", "\n")), name)
	}
}

// The tests of the formats need a sample with everything.
func TestTheSampleHasEveryRungAndEveryGate(t *testing.T) {
	r := sample()
	rungs, gates := map[trace.Rung]bool{}, map[trace.Gate]bool{}
	for _, requirement := range r.Requirements {
		for _, c := range requirement.Clauses {
			rungs[c.Rung] = true
		}
	}
	for _, f := range r.Findings {
		gates[f.Gate] = true
	}
	for _, rung := range trace.Rungs() {
		assert.True(t, rungs[rung], rung)
	}
	for _, gate := range trace.Gates() {
		assert.True(t, gates[gate], gate)
	}
}

func TestTheJSONDocumentFitsItsSchemaAndCanBeReadAgain(t *testing.T) {
	for name, r := range map[string]trace.Report{"sample": sample(), "fine": fine()} {
		text := render(t, "json", r)
		require.NoError(t, schemas.ValidateBytes("trace-report", "trace.json", []byte(text), document.Options{}), name)
		again, err := trace.Read(strings.NewReader(text))
		require.NoError(t, err)
		assert.Equal(t, text, render(t, "json", again), name)
	}
}

// The schema lists what the report's own packages list.
func TestTheSchemaKnowsEveryWord(t *testing.T) {
	source, err := schemas.Source("trace-report")
	require.NoError(t, err)
	root, err := document.Parse("", source, document.Options{})
	require.NoError(t, err)
	enum := func(pointer string) []string {
		node, ok := root.Pointer("/$defs/" + pointer + "/enum")
		require.True(t, ok, pointer)
		var all []string
		for _, item := range node.Items() {
			all = append(all, item.Text())
		}
		return all
	}
	assert.Equal(t, texts(trace.Gates()), enum("finding/properties/gate"))
	assert.Equal(t, texts(trace.Rungs()), enum("clause/properties/rung"))
	assert.Equal(t, texts(trace.Rungs()), enum("requirement/properties/rung"))
	assert.Equal(t, texts(trace.Rungs()), enum("change/properties/from"))
	assert.Equal(t, texts(trace.Rungs()), enum("change/properties/to"))
	assert.Equal(t, texts(trace.Rungs())[1:], enum("waiver/properties/rung"))
	assert.Equal(t, texts(proof.Statuses()), enum("mutant/properties/status"))
	assert.Equal(t, append([]string{""}, texts(outcome.All())...), enum("check/properties/verdict"))
}

func texts[T ~string](all []T) []string {
	var words []string
	for _, one := range all {
		words = append(words, string(one))
	}
	return words
}

func TestAReportOfNothingHasEmptyLists(t *testing.T) {
	text := render(t, "json", trace.Report{Schema: trace.Schema, Baseline: &trace.Comparison{}, Implementations: []trace.Implementation{{}},
		Cases: []trace.Case{{}}, Files: []trace.File{{}, {Declarations: []trace.Declaration{{}}}}, Schemas: []trace.SchemaNode{{}}, Mutants: []trace.Mutant{{}}})
	assert.NotContains(t, text, "null")
	var d struct {
		Findings []trace.Finding
		Cases    []trace.Case
	}
	require.NoError(t, json.Unmarshal([]byte(text), &d))
	assert.NotNil(t, d.Findings)
	assert.NotNil(t, d.Cases[0].Clauses)
}

func TestBadges(t *testing.T) {
	failed := func(gate trace.Gate) trace.Report {
		r := fine()
		r.Findings = []trace.Finding{{Gate: gate, Message: "m", Blocks: true}}
		return r
	}
	none := fine()
	none.Ladder = trace.Ladder{}
	partly := fine()
	partly.Ladder = trace.Ladder{Denominator: 704, Proven: 703}
	told := fine()
	told.Findings = []trace.Finding{{Gate: trace.GateProven, Message: "m"}}
	tests := []struct {
		name   string
		in     trace.Report
		want   string
		color  string
		reason string
	}{
		{"all", fine(), "proven 1/1", "brightgreen", "nothing is missing"},
		{"one is missing", partly, "proven 703/704", "yellow", "green is for all alone"},
		{"tuned", told, "proven 1/1", "brightgreen", "the finding fails no gate"},
		{"nothing", none, "proven 0/0", "lightgrey", "nothing proven is never success"},
		{"coverage failed", failed(trace.GateInspected), "proven 1/1, gates fail", "yellow", "a failed gate is not green"},
		{"integrity failed", failed(trace.StaleLock), "proven 1/1, gates fail", "lightgrey", "the numbers rest on nothing"},
		{"few", sample(), "proven 2/7, gates fail", "lightgrey", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.JSONEq(t, `{"schemaVersion": 1, "label": "hooktest", "message": "`+tt.want+`", "color": "`+tt.color+`"}`, render(t, "badge", tt.in), tt.reason)
			assert.Contains(t, render(t, "badge-svg", tt.in), "<title>hooktest: "+tt.want+"</title>")
		})
	}
}

// arbitrary returns random texts: any characters, any bytes, or pieces of an attack.
func arbitrary() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.Map(rapid.SliceOf(rapid.SampledFrom(strings.SplitAfter(attack, " "))), func(s []string) string { return strings.Join(s, "") }),
	)
}

// eachAttack checks a format with reports whose texts are untrusted.
func eachAttack(t *testing.T, name string, judge func(t require.TestingT, text, out string)) {
	judge(t, attack, render(t, name, attacked(attack)))
	rapid.Check(t, func(rt *rapid.T) {
		text := arbitrary().Draw(rt, "text")
		judge(rt, text, render(t, name, attacked(text)))
	})
}
