package trace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestAWorldInWhichEverythingIsRight(t *testing.T) {
	r := newWorld(t).build()
	assert.Empty(t, r.Findings)
	assert.Equal(t, Ladder{
		Clauses: 4, Tests: 3, Inspections: 1, Denominator: 3,
		Linked: 3, Executed: 3, Passed: 3, Proven: 3, Inspected: 1,
	}, r.Ladder)
}

// Each gate fails for one fault alone, and its finding names the subject.
func TestEachGateAlone(t *testing.T) {
	cases := []struct {
		name    string
		gate    Gate
		subject string
		reason  string
		wrong   func(*world)
	}{
		{"a directive names what there is not", UnknownID, "HOOK-099", "a typing error would link nothing in silence", func(w *world) {
			w.Links[1].IDs = []string{"HOOK-001", "HOOK-099"}
			w.lock()
		}},
		{"a directive names a clause that there is not", UnknownID, "HOOK-001.9", "clauses are ids, too", func(w *world) {
			w.Links[1].IDs = []string{"HOOK-001", "HOOK-001.9"}
			w.lock()
		}},
		{"a schema names what there is not", UnknownID, "HOOK-777", "schemas link, too", func(w *world) {
			w.Schemas[0].Names = []string{"HOOK-001.1", "HOOK-777"}
		}},
		{"a merged requirement", RetiredID, "HOOK-003", "its obligations are in another requirement", func(w *world) {
			w.Links[1].IDs = []string{"HOOK-001", "HOOK-003"}
			w.lock()
		}},
		{"one id twice on a declaration", DuplicateLink, "HOOK-001", "counted twice is not covered twice", func(w *world) {
			w.LinkFaults = []link.Fault{{Kind: link.Duplicate, File: "engine/door.go", Line: 9, Subject: "HOOK-001", Message: "twice"}}
		}},
		{"one id twice on a schema node", DuplicateLink, "HOOK-001.1", "the same for schemas", func(w *world) {
			w.Schemas[0].Names = []string{"HOOK-001.1", "HOOK-001.1"}
		}},
		{"four ids", WideLink, "Door", "a declaration for everything says nothing", func(w *world) {
			w.LinkFaults = []link.Fault{{Kind: link.Wide, File: "engine/door.go", Line: 2, Subject: "Door", Message: "four"}}
		}},
		{"a directive on a file", MisplacedLink, "engine/door.go", "it binds to no declaration", func(w *world) {
			w.LinkFaults = []link.Fault{{Kind: link.Misplaced, File: "engine/door.go", Line: 1, Subject: "engine/door.go", Message: "floating"}}
		}},
		{"a number without a requirement", MissingID, "HOOK-004", "every integer is accounted for", func(w *world) {
			w.Ledger.Missing = []int{4}
		}},
		{"a check without an assertion", VacuousScope, "HOOK-001.2", "it can't fail", func(w *world) {
			w.vacuous["HOOK-001.2"] = true
		}},
		{"a declared check that the run does not have", NotEmitted, "HOOK-002.1/long", "silence is not success", func(w *world) {
			w.silent["HOOK-002.1/long"] = true
			w.Policy.Require = map[Gate]float64{GateLinked: 0, GateExecuted: 0, GatePassed: 0, GateProven: 0}
			w.Lock.Clauses["HOOK-002.1"] = lowered(w.Lock.Clauses["HOOK-002.1"], Executed)
		}},
		{"the run of another engine", ForeignRun, "the reference engine", "the code has changed since", func(w *world) {
			w.Observed = false
		}},
		{"the run of another suite", ForeignRun, "another", "its verdicts are about other cases", func(w *world) {
			reference := w.run("reference")
			w.Digests.Suite = catalogueDigest
			another := w.run("another")
			w.Digests.Suite = suiteDigest
			w.Runs = []stream.Run{reference, another}
		}},
		{"a run that was cut off", IncompleteRun, "reference", "what did not run is not known", func(w *world) {
			w.why = "interrupted"
		}},
		{"a run of a part of the suite", IncompleteRun, "reference", "a selection can hide anything", func(w *world) {
			w.selection = stream.Selection{Skip: []string{"HOOK-002"}}
		}},
		{"a changed text", SuspectLink, "HOOK-001.2", "no review confirms that the case still checks it", func(w *world) {
			w.Requirements[0].Clauses[1].Text = "the door closes softly"
		}},
		{"no lock", StaleLock, LockFile, "nothing would be remembered", func(w *world) {
			w.Lock = nil
		}},
		{"other code than in the lock", StaleLock, LockFile, "the change is to be seen in a commit", func(w *world) {
			w.Links[0].Digest = w.Links[2].Digest
		}},
		{"a lock without a clause", StaleLock, LockFile, "a lock with missing clauses is stale", func(w *world) {
			delete(w.Lock.Clauses, "HOOK-001.1")
		}},
		{"a mutant that was taken away", StaleLock, "HOOK-001.1/gone", "what it proved is proven no more", func(w *world) {
			w.Lock.Mutants["HOOK-001.1/gone"] = LockedMutant{Mutant: "HOOK-001.1/gone"}
		}},
		{"a declaration that no case runs", DeadLink, "unused", "the link decorates", func(w *world) {
			w.Links = append(w.Links, link.Declaration{File: "engine/bell.go", Name: "unused", Line: 50, EndLine: 60, IDs: []string{"HOOK-002.1"}, Runs: true})
			w.lock()
		}},
		{"a mutant that no longer fits", StaleMutant, "HOOK-002.1/broken", "what can't be broken any more is not proven", func(w *world) {
			w.Unfit = map[string]string{"HOOK-002.1/broken": "its text occurs twice"}
		}},
		{"an excuse for what is killed", StaleSurvivor, "bell.ring/drop-1", "it would excuse the next mutant with that name", func(w *world) {
			w.Excuses.Survivors["bell.ring/drop-1"] = proof.Survivor{ID: "bell.ring/drop-1", Change: "ring() → nothing", Class: proof.Outside, Reason: "r", Position: "s:1"}
		}},
		{"a check that no mutant makes fail", GateChecks, "HOOK-002.1/long", "what never failed may be unable to", func(w *world) {
			delete(w.Operators.Checks, "HOOK-002.1/long")
		}},
		{"a check whose case has changed since", GateChecks, "HOOK-002.1/long", "what failed was another check", func(w *world) {
			by := w.Operators.Checks["HOOK-002.1/long"]
			by.Case = strings.Repeat("0", 16)
			w.Operators.Checks["HOOK-002.1/long"] = by
		}},
		{"a check whose mutant is of a function that has changed since", GateChecks, "HOOK-002.1/long", "what failed was for another mutant", func(w *world) {
			by := w.Operators.Checks["HOOK-002.1/long"]
			by.Code = strings.Repeat("0", 16)
			w.Operators.Checks["HOOK-002.1/long"] = by
		}},
		{"a survivor without a reason", GateSurvivors, "bell.ring/negate-1", "a check is missing", func(w *world) {
			w.left("bell.ring", proof.Left{ID: "bell.ring/negate-1", Change: "a → b", Status: "inert"})
		}},
		{"too many survivors", GateOperators, proof.LedgerFile, "each is a check that is missing", func(w *world) {
			w.survivors(3)
			w.Policy.Require = map[Gate]float64{GateSurvivors: 0}
		}},
		{"too many survivors excused as outside of all texts", GateOutside, proof.SurvivorsFile, "an excuse is easier to write than a check", func(w *world) {
			w.excuse(proof.Outside, w.survivors(11)...)
		}},
		{"no mutant of an operator was judged", GateOperators, proof.LedgerFile, "all of nothing is nothing", func(w *world) {
			w.Operators.Declarations, w.Excuses.Survivors = nil, nil
		}},
		{"a waiver that is over", WaiverExpired, "HOOK-002.1", "an excuse has an end", func(w *world) {
			w.unproven()
			w.Policy.Waivers = []Waiver{{ID: "HOOK-002.1", Rung: Proven, Reason: "soon", Until: "2026-11-20"}}
			w.Policy.Require = map[Gate]float64{GateProven: 0}
		}},
		{"a waiver that excuses nothing", WaiverUnused, "HOOK-002.1", "an excuse too many hides the next gap", func(w *world) {
			w.Policy.Waivers = []Waiver{{ID: "HOOK-002.1", Rung: Proven, Reason: "soon", Until: "2026-12-31"}}
		}},
		{"a clause without code", GateLinked, "HOOK-002.1", "no link says where it is implemented", func(w *world) {
			w.Links = w.Links[:2]
			w.lock()
		}},
		{"a clause whose case runs other code", GateExecuted, "HOOK-002.1", "the link is not witnessed", func(w *world) {
			w.Links[2].Runs = false
			w.lock()
		}},
		{"a clause whose check fails", GatePassed, "HOOK-002.1", "a failing test is not coverage", func(w *world) {
			w.verdicts["HOOK-002.1/long"] = outcome.Fail
			w.lock()
		}},
		{"a clause with a survivor", GateProven, "HOOK-002.1", "its check would not notice", func(w *world) {
			w.unproven()
		}},
		{"a clause without a mutant", GateProven, "HOOK-002.1", "no mutant tried to break it", func(w *world) {
			w.Mutants.Mutants = w.Mutants.Mutants[:2]
			w.lock()
		}},
		{"an inspection that fails", GateInspected, "HOOK-001.3", "inspections count by what they find", func(w *world) {
			w.Inspections["HOOK-001.3"] = Inspection{Shows: "what the door is made of", Done: true, Error: "it is plastic"}
			w.lock()
		}},
		{"a keyword that no vector holds", GateSchemas, "HOOK-001.1", "the schema could be weakened unnoticed", func(w *world) {
			w.Schemas[0].Weakenings[0].Killed = false
		}},
		{"a clause below its rung", GateBaseline, "HOOK-002.1", "coverage may only rise, regardless of the required share", func(w *world) {
			locked := *w.Lock
			w.unproven()
			w.Lock = &locked
			w.Policy.Require = map[Gate]float64{GateProven: 50}
		}},
	}
	seen := map[Gate]bool{}
	for _, c := range cases {
		seen[c.gate] = true
		t.Run(string(c.gate)+"/"+c.name, func(t *testing.T) {
			w := newWorld(t)
			c.wrong(w)
			all := blocking(w.build())
			require.Len(t, all, 1, c.reason)
			assert.Equal(t, c.gate, all[0].Gate, all[0].Message)
			assert.Equal(t, c.subject, all[0].Subject, all[0].Message)
			assert.NotEmpty(t, all[0].Message)
		})
	}
	for _, g := range Gates() {
		assert.True(t, seen[g], "no case in which %s is the only thing wrong", g)
	}
}

// unproven makes the mutant of HOOK-002.1 survive, in the lock too.
func (w *world) unproven() {
	id := "HOOK-002.1/broken"
	r := w.Proofs[id]
	r.Status, r.Killer = proof.Survived, nil
	w.Proofs[id] = r
	w.lock()
}

func lowered(l LockedClause, r Rung) LockedClause {
	l.Rung = r
	return l
}

func TestAWaiverExcusesUntilItsLastDay(t *testing.T) {
	for _, c := range []struct {
		name, until string
		gates       []Gate
	}{
		{"the day before", "2026-11-20", []Gate{WaiverExpired, GateProven}},
		{"on its last day", "2026-11-21", nil},
		{"the day after", "2026-11-22", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.unproven()
			w.Policy.Waivers = []Waiver{{ID: "HOOK-002", Rung: Proven, Reason: "soon", Until: c.until}}
			r := w.build()
			var gates []Gate
			for _, f := range blocking(r) {
				gates = append(gates, f.Gate)
			}
			assert.Equal(t, c.gates, gates)
			assert.Equal(t, []string{"HOOK-002.1"}, r.Waivers[0].Matches)
		})
	}
}

func TestASharePartOfTheDenominator(t *testing.T) {
	w := newWorld(t)
	w.unproven()
	w.Policy.Require = map[Gate]float64{GateProven: 66.6}
	r := w.build()
	assert.Empty(t, blocking(r), "two of three are more than 66.6 %")
	require.Len(t, r.Findings, 1, "the gap is still reported")
	assert.Equal(t, GateProven, r.Findings[0].Gate)
	w.Policy.Require[GateProven] = 66.7
	assert.Len(t, blocking(w.build()), 1)
}

// A gate that is tuned down does not excuse higher rungs.
func TestALowGateDoesNotOpenTheHigherOnes(t *testing.T) {
	w := newWorld(t)
	w.Links = w.Links[:2]
	w.lock()
	w.Policy.Require = map[Gate]float64{GateLinked: 50}
	all := blocking(w.build())
	require.Len(t, all, 1)
	assert.Equal(t, GateLinked, all[0].Gate)
	w.Policy.Require = map[Gate]float64{GateLinked: 50, GateExecuted: 50, GatePassed: 50, GateProven: 50}
	assert.Empty(t, blocking(w.build()))
}

func TestAnEquivalentLeavesTheDenominator(t *testing.T) {
	w := newWorld(t)
	w.Mutants.Mutants = w.Mutants.Mutants[:2]
	w.Mutants.Equivalents = []proof.Equivalent{{Clause: "HOOK-002.1", Reason: "the bell has no engine"}}
	w.lock()
	r := w.build()
	assert.Empty(t, r.Findings)
	assert.Equal(t, Ladder{
		Clauses: 4, Tests: 3, Inspections: 1, Equivalent: 1, Denominator: 2,
		Linked: 2, Executed: 2, Passed: 2, Proven: 2, Inspected: 1,
	}, r.Ladder)
	assert.Equal(t, "the bell has no engine", w.clause(r, "HOOK-002.1").Equivalent)
}
