package trace

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
)

func TestCompareDistinguishes(t *testing.T) {
	cases := []struct {
		name   string
		change func(*world)
		want   []Change
	}{
		{"nothing", func(*world) {}, []Change{}},
		{"the requirement moved", func(w *world) { w.Requirements[1].Clauses[0].Text = "the bell rings twice" }, []Change{
			{"HOOK-002.1", RequirementMoved, Proven, Proven, "the text was: the bell rings"},
		}},
		{"the test moved", func(w *world) {
			w.Cases = w.Cases[:1]
			w.addCase("01-first/HOOK-002-bell", "HOOK-002", "HOOK-002.1/loud")
		}, []Change{
			{"HOOK-002.1", TestMoved, Proven, Proven, "HOOK-002.1/long in 01-first/HOOK-002-bell is gone, HOOK-002.1/loud in 01-first/HOOK-002-bell changed"},
		}},
		{"the implementation changed", func(w *world) { w.Links[2].Digest = strings.Repeat("c", 64) }, []Change{
			{"HOOK-002.1", ImplementationChanged, Proven, Proven, "ring in engine/bell.go changed"},
		}},
		{"the proof was lost", func(w *world) { w.unproven() }, []Change{
			{"HOOK-002.1", ProofLost, Proven, Passed, "HOOK-002.1/broken was killed, and its status is survived"},
			{"HOOK-002.1", RungLost, Proven, Passed, "HOOK-002.1/broken: survived"},
		}},
		{"the check fails", func(w *world) { w.verdicts["HOOK-002.1/long"] = outcome.Fail }, []Change{
			{"HOOK-002.1", RungLost, Proven, Executed, "HOOK-002.1/long has the verdict fail"},
		}},
		{"a mutant is gone", func(w *world) { w.Mutants.Mutants = w.Mutants.Mutants[:2] }, []Change{
			{"HOOK-002.1", ProofLost, Proven, Passed, "HOOK-002.1/broken was killed and is gone"},
			{"HOOK-002.1", RungLost, Proven, Passed, "no mutant violates it"},
		}},
		{"a clause more and one less", func(w *world) {
			w.Requirements[1].Clauses[0] = catalogue.Clause{ID: "HOOK-002.2", Number: 2, Text: "the bell hangs", Verify: catalogue.ByTest}
		}, []Change{
			{"HOOK-002.2", RequirementAdded, "", Unlinked, "the bell hangs"},
			{"HOOK-002.1", RequirementGone, Proven, "", "the bell rings"},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			old := newWorld(t).build()
			w := newWorld(t)
			c.change(w)
			assert.Equal(t, c.want, Compare(old, w.build()).Changes)
		})
	}
}

func TestARungThatWasGained(t *testing.T) {
	w := newWorld(t)
	w.verdicts["HOOK-002.1/long"] = outcome.Fail
	assert.Equal(t, []Change{{"HOOK-002.1", RungGained, Executed, Proven, ""}}, Compare(w.build(), newWorld(t).build()).Changes)
}

func TestAReportIsReadAsItWasWritten(t *testing.T) {
	r := newWorld(t).build()
	var once, again bytes.Buffer
	require.NoError(t, Write(&once, r))
	written := once.String()
	back, err := Read(&once)
	require.NoError(t, err)
	require.NoError(t, Write(&again, back))
	assert.True(t, written == again.String(), "what is read is what was written")
	assert.True(t, json.Valid([]byte(written)))
	for name, text := range map[string]string{
		"no JSON": "<html>", "another document": `{"schema":"urn:hooktest:schema:conformance-report"}`, "nothing": "",
	} {
		_, err := Read(strings.NewReader(text))
		assert.ErrorContains(t, err, "this is not a report of a trace", name)
	}
}
