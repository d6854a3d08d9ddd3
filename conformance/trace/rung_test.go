package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestTheRungOfAClause(t *testing.T) {
	cases := []struct {
		name   string
		id     string
		want   Rung
		gap    string
		reason string
		change func(*world)
	}{
		{"all there", "HOOK-002.1", Proven, "", "every rung is reached", func(*world) {}},
		{"no check", "HOOK-002.1", Unlinked, "no case checks it", "code alone links nothing", func(w *world) {
			w.Cases = w.Cases[:1]
		}},
		{"no code", "HOOK-002.1", Unlinked, "no declaration of the engine names it", "a case alone links nothing", func(w *world) {
			w.Links = w.Links[:2]
		}},
		{"nothing observed", "HOOK-002.1", Linked, "no run of this engine with its coverage is at hand", "an old run shows nothing of this engine", func(w *world) {
			w.Observed = false
		}},
		{"other lines run", "HOOK-002.1", Linked, "its cases run none of the declarations that name it", "the witness is the case's own coverage", func(w *world) {
			w.Links[2].Line, w.Links[2].EndLine = 20, 30
		}},
		{"another case runs it", "HOOK-002.1", Linked, "its cases run none of the declarations that name it", "only the case that carries the check counts", func(w *world) {
			w.Witness.Cases["01-first/HOOK-001-door"]["engine/bell.go"] = w.Witness.Cases["01-first/HOOK-002-bell"]["engine/bell.go"]
			delete(w.Witness.Cases["01-first/HOOK-002-bell"], "engine/bell.go")
		}},
		{"only a type", "HOOK-002.1", Linked, "the declarations that name it have no code that runs", "a type can't be executed", func(w *world) {
			w.Links[2].Runs = false
		}},
		{"one of two checks fails", "HOOK-002.1", Executed, "HOOK-002.1/long has the verdict fail", "a clause passes with all its checks", func(w *world) {
			w.verdicts["HOOK-002.1/long"] = outcome.Fail
		}},
		{"one of two checks is not judged", "HOOK-002.1", Executed, "HOOK-002.1/loud has the verdict none: it was not judged", "nothing run is never success", func(w *world) {
			w.silent["HOOK-002.1/loud"] = true
		}},
		{"unsupported", "HOOK-002.1", Executed, "HOOK-002.1/long has the verdict unsupported", "only pass passes", func(w *world) {
			w.verdicts["HOOK-002.1/long"] = outcome.Unsupported
		}},
		{"no mutant", "HOOK-002.1", Passed, "no mutant violates it", "passing is not a proof", func(w *world) {
			w.Mutants.Mutants = w.Mutants.Mutants[:2]
		}},
		{"a survivor", "HOOK-002.1", Passed, "HOOK-002.1/broken: survived", "the check does not bite", func(w *world) {
			w.unproven()
		}},
		{"decorative", "HOOK-001.1", Passed, "HOOK-001.1/broken: decorative", "killed elsewhere is not killed", func(w *world) {
			r := w.Proofs["HOOK-001.1/broken"]
			r.Status, r.Killer = proof.Decorative, nil
			w.Proofs["HOOK-001.1/broken"] = r
			w.lock()
		}},
		{"one of two mutants survives", "HOOK-001.1", Passed, "HOOK-001.1/other was not judged since something it rests on changed", "every mutant has to be killed", func(w *world) {
			w.Mutants.Mutants = append(w.Mutants.Mutants, proof.Mutant{ID: "HOOK-001.1/other", Clause: "HOOK-001.1"})
		}},
		{"a proof of other code", "HOOK-001.1", Passed, "HOOK-001.1/broken was not judged since something it rests on changed", "a key that does not fit proves nothing", func(w *world) {
			w.Keys["HOOK-001.1/broken"] = "ffffffffffffffffffffffff"
		}},
		{"proven by the lock alone", "HOOK-001.1", Proven, "", "the lock remembers kills under the present key", func(w *world) {
			delete(w.Proofs, "HOOK-001.1/broken")
		}},
		{"inspected", "HOOK-001.3", Passed, "", "the highest rung of an inspection", func(*world) {}},
		{"no inspection", "HOOK-001.3", Unlinked, "no inspection decides it", "nothing decides it", func(w *world) {
			delete(w.Inspections, "HOOK-001.3")
		}},
		{"not inspected", "HOOK-001.3", Linked, "the inspection was not carried out", "there is one, and it did not run", func(w *world) {
			w.Inspections["HOOK-001.3"] = Inspection{Shows: "wood"}
		}},
		{"found wanting", "HOOK-001.3", Executed, "the inspection fails: plastic", "what it found counts", func(w *world) {
			w.Inspections["HOOK-001.3"] = Inspection{Shows: "wood", Done: true, Error: "plastic"}
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.change(w)
			clause := w.clause(w.build(), c.id)
			assert.Equal(t, c.want, clause.Rung, c.reason)
			assert.Equal(t, c.gap, clause.Gap, c.reason)
		})
	}
}

// A requirement has the lowest rung of its clauses by test.
func TestTheRungOfARequirement(t *testing.T) {
	w := newWorld(t)
	w.verdicts["HOOK-001.2"] = outcome.Fail
	r := w.build()
	assert.Equal(t, Executed, r.Requirements[0].Rung)
	assert.Equal(t, Proven, r.Requirements[1].Rung)
	assert.Empty(t, r.Requirements[2].Rung, "a merged requirement has none")
}

func TestWhatAMutantAndALinkSay(t *testing.T) {
	w := newWorld(t)
	w.Sites["HOOK-002.1/broken"][0].Line, w.Sites["HOOK-002.1/broken"][0].EndLine = 99, 99
	r := w.build()
	inLink := map[string]bool{}
	for _, m := range r.Mutants {
		inLink[m.ID] = m.InLink
	}
	assert.Equal(t, map[string]bool{"HOOK-001.1/broken": true, "HOOK-001.2/broken": true, "HOOK-002.1/broken": false}, inLink)
	assert.Equal(t, []File{
		{Path: "engine/bell.go", Declarations: []Declaration{{Name: "ring", Line: 5, EndLine: 9, Names: []string{"HOOK-002.1"}, Executed: true}}, Mutants: []string{"HOOK-002.1/broken"}},
		{Path: "engine/door.go", Declarations: []Declaration{
			{Name: "(*Door).Open", Line: 10, EndLine: 20, Names: []string{"HOOK-001"}, Executed: true},
			{Name: "Door", Line: 3, EndLine: 6, Names: []string{"HOOK-001"}, Executed: true},
		}, Mutants: []string{"HOOK-001.1/broken", "HOOK-001.2/broken"}},
	}, r.Files)
	clause := w.clause(r, "HOOK-001.1")
	assert.Equal(t, []string{"01-first/HOOK-001-door"}, clause.Implementations[0].RanIn)
	assert.Equal(t, "HOOK-001", clause.Implementations[0].Names, "the directive names the whole requirement")
	assert.Equal(t, "clause HOOK-001.1\nwant initialized is true", clause.Checks[0].Lines)
	assert.Equal(t, []string{"schemas/door.schema.json#/properties/open"}, clause.Schemas)
}
