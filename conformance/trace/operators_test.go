package trace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestOperatorsAreCounted(t *testing.T) {
	w := newWorld(t)
	w.left("bell.ring", proof.Left{ID: "bell.ring/drop-2", Change: "n++ → nothing", Status: "timed-out"}, proof.Left{ID: "bell.ring/negate-1", Change: "a → b", Status: "inert"})
	o := w.build().Operators
	assert.Equal(t, Operators{
		Mutants: 42, Killed: 39, Survived: 2, Lost: 1, Equivalent: 1, Unexplained: 1, Declarations: 2,
		Survivors: []Survivor{
			{ID: "bell.ring/drop-2", Change: "n++ → nothing", File: "engine/bell.go", Status: "timed-out"},
			{ID: "bell.ring/negate-1", Change: "a → b", File: "engine/bell.go", Status: "inert"},
			{ID: "door.(*Door).Open/negate-1", Change: "open → !(open)", File: "engine/door.go", Status: "survived", Class: "equivalent", Reason: "the door is open"},
		},
	}, o)
}

// A function that changed since it was judged is reported but does not block: the next
// proof of the changes handles it.
func TestAChangedFunctionIsReported(t *testing.T) {
	w := newWorld(t)
	w.Functions["bell.ring engine/bell.go"] = "another"
	r := w.build()
	require.Len(t, r.Findings, 1)
	assert.Equal(t, GateOperators, r.Findings[0].Gate)
	assert.False(t, r.Findings[0].Blocks)
	assert.Equal(t, "1 of 2 mutated functions have changed since their mutants were judged", r.Findings[0].Message)
	assert.Equal(t, 1, r.Operators.Changed)
}

// An excuse may be added before its function is judged in its current state.
func TestAnExcuseOfWhatWasNotJudgedYetIsNotStale(t *testing.T) {
	for _, tt := range []struct{ name, id string }{
		{"a function that the ledger does not have", "bell.chime/drop-1"},
		{"a function that has changed since", "bell.ring/drop-1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.Functions["bell.ring engine/bell.go"] = strings.Repeat("e", 64)
			w.Excuses.Survivors[tt.id] = proof.Survivor{ID: tt.id, Change: "ring() → nothing", Class: proof.Outside, Reason: "r", Position: "s:1"}
			for _, f := range w.build().Findings {
				assert.NotEqual(t, StaleSurvivor, f.Gate, f.Message)
			}
		})
	}
}

// Only mutants that a text decides and that a user could notice lower the score.
func TestTheScoreIsOfWhatACheckOughtToKill(t *testing.T) {
	for _, tt := range []struct {
		name        string
		of          Operators
		judged, due int
	}{
		{"all killed", Operators{Mutants: 10, Killed: 10}, 10, 10},
		{"one that is equivalent", Operators{Mutants: 10, Killed: 9, Survived: 1, Equivalent: 1}, 10, 9},
		{"one that no text decides", Operators{Mutants: 10, Killed: 9, Survived: 1, Outside: 1}, 10, 9},
		{"one without a reason", Operators{Mutants: 10, Killed: 9, Survived: 1, Unexplained: 1}, 10, 10},
		{"one that was not judged", Operators{Mutants: 10, Killed: 9, Lost: 1}, 9, 9},
	} {
		assert.Equal(t, tt.judged, tt.of.Judged(), tt.name)
		assert.Equal(t, tt.due, tt.of.Due(), tt.name)
	}
}

// The world has 40 judged mutants in addition to the survivors.
func TestTheLimitOfWhatIsOutside(t *testing.T) {
	for _, tt := range []struct {
		name    string
		outside int
		policy  map[Gate]float64
		gates   []Gate
	}{
		{"a fifth of all is no more than a fifth", 10, map[Gate]float64{GateOutside: 20}, nil},
		{"a fifth is the default limit", 10, nil, nil},
		{"more", 10, map[Gate]float64{GateOutside: 19.9}, []Gate{GateOutside}},
		{"none at all", 0, map[Gate]float64{GateOutside: 0}, nil},
		{"one is more than none", 1, map[Gate]float64{GateOutside: 0}, []Gate{GateOutside}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.excuse(proof.Outside, w.survivors(tt.outside)...)
			w.Policy.Limit = tt.policy
			var gates []Gate
			for _, f := range blocking(w.build()) {
				gates = append(gates, f.Gate)
			}
			assert.Equal(t, tt.gates, gates)
		})
	}
}

func TestThePolicyTunesOperators(t *testing.T) {
	w := newWorld(t)
	w.survivors(2)
	w.Policy.Require = map[Gate]float64{GateOperators: 90, GateSurvivors: 30}
	for _, f := range w.build().Findings {
		assert.False(t, f.Blocks, "%s %s", f.Gate, f.Message)
	}
	w.Policy.Require = map[Gate]float64{GateOperators: 0, GateChecks: 0}
	w.Operators, w.Excuses.Survivors = proof.Ledger{}, nil
	assert.Empty(t, w.build().Findings, "a policy that requires nothing reports nothing")
}

// A mutant's number may stay while its change differs; an excuse applies to one change
// only.
func TestAnExcuseIsForOneChange(t *testing.T) {
	w := newWorld(t)
	w.left("door.(*Door).Open", proof.Left{ID: "door.(*Door).Open/negate-1", Change: "shut → !(shut)", Status: "survived"})
	var gates []Gate
	for _, f := range w.build().Findings {
		gates = append(gates, f.Gate)
	}
	assert.Equal(t, []Gate{StaleSurvivor, GateSurvivors}, gates)
}
