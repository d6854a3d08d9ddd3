package trace

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
)

// The percentages that the gates require for mutants made by operators, if the policy
// has none. OperatorScore is the minimal share of killed mutants among those that a
// check should kill. OutsideShare is the maximal share of judged mutants that may be
// outside of the text.
const (
	OperatorScore = 95
	OutsideShare  = 20
)

// Operators is the result of judging the mutants that operators made of the engine.
type Operators struct {
	// Mutants = Killed + Survived + Lost. Lost mutants hung or crashed before a check
	// failed, which proves nothing. Survived = Equivalent + Outside + Unexplained.
	Mutants  int `json:"mutants"`
	Killed   int `json:"killed"`
	Survived int `json:"survived"`
	Lost     int `json:"lost"`
	// Equivalent and Outside are survivors with a reason, Unexplained are those
	// without.
	Equivalent  int `json:"equivalent"`
	Outside     int `json:"outside"`
	Unexplained int `json:"unexplained"`
	// Declarations is the number of mutated functions, Changed the number of those that
	// have changed since.
	Declarations int `json:"declarations"`
	Changed      int `json:"changed"`
	// Survivors are all mutants that no check killed.
	Survivors []Survivor `json:"survivors"`
	// Unmutated are functions that are not mutated.
	Unmutated []proof.Unmutated `json:"unmutated,omitempty"`
}

// Judged returns the number of judged mutants: all except the lost ones.
func (o Operators) Judged() int { return o.Killed + o.Survived }

// Due returns the number of judged mutants that a check should kill; the score is a
// share of it. No check could kill an equivalent mutant, and a check that kills a
// mutant outside of the text would fail correct implementations.
func (o Operators) Due() int { return o.Judged() - o.Equivalent - o.Outside }

// A Survivor is a mutant of an operator that no check killed.
type Survivor struct {
	ID     string `json:"id"`
	Change string `json:"change"`
	File   string `json:"file"`
	// Status is survived, inert, timed-out or crashed.
	Status string `json:"status"`
	// Class is equivalent or outside, and Reason says why; both are empty if the list
	// has no entry.
	Class  string `json:"class,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (b *builder) operators() {
	if b.in.Functions == nil {
		return
	}
	o := Operators{Survivors: []Survivor{}}
	for _, j := range b.in.Operators.Sorted() {
		o.Declarations++
		o.Mutants += j.Mutants
		o.Killed += j.Killed
		if !j.Fresh(b.in.Functions) {
			o.Changed++
		}
		for _, left := range j.Left {
			s := Survivor{ID: left.ID, Change: left.Change, File: j.File, Status: left.Status}
			excuse, listed := b.in.Excuses.Survivors[left.ID]
			if listed && excuse.Change == left.Change {
				s.Class, s.Reason = string(excuse.Class), excuse.Reason
			}
			switch {
			case !left.Survived():
				o.Lost++
			case s.Class == string(proof.Indistinct):
				o.Equivalent++
			case s.Class == string(proof.Outside):
				o.Outside++
			default:
				o.Unexplained++
			}
			o.Survivors = append(o.Survivors, s)
		}
	}
	o.Survived = o.Equivalent + o.Outside + o.Unexplained
	o.Unmutated = b.in.Excuses.Unmutated
	b.report.Operators = o
}

// operatorFindings checks the score against the required one, and the list of survivors
// against the actual survivors.
func (b *builder) operatorFindings() {
	o := b.report.Operators
	if b.in.Functions == nil {
		return
	}
	wanted := tuned(b.in.Policy.Require, GateOperators, OperatorScore)
	if o.Mutants == 0 {
		if wanted == 0 {
			return
		}
		b.add(GateOperators, proof.LedgerFile, proof.LedgerFile, proof.Command+" --operators", "no mutant that an operator made was judged")
		return
	}
	if score := share(o.Killed, o.Due()); score < wanted {
		b.add(GateOperators, proof.LedgerFile, proof.LedgerFile, "write the checks that are missing",
			"checks kill %d of %d mutants that operators made and that a check ought to kill, %.1f %%; %g %% are wanted", o.Killed, o.Due(), score, wanted)
	}
	most := tuned(b.in.Policy.Limit, GateOutside, OutsideShare)
	if outside := share(o.Outside, o.Judged()); o.Outside > 0 && outside > most {
		b.add(GateOutside, proof.SurvivorsFile, proof.SurvivorsFile, "look for the text that speaks of them and write the checks, or list functions that no text is about under unmutated",
			"%d of %d judged mutants are said to be outside of the text, %.1f %%; at most %g %% may be", o.Outside, o.Judged(), outside, most)
	}
	closed := share(o.Equivalent+o.Outside, o.Survived) < b.wants(GateSurvivors)
	left := map[string]bool{}
	for _, s := range o.Survivors {
		left[s.ID+": "+s.Change] = true
		if s.Class == "" && (proof.Left{Status: s.Status}).Survived() {
			b.add(GateSurvivors, s.ID, source.Position(s.File), "write the check that is missing, or say in "+proof.SurvivorsFile+" why none can be",
				"no check notices %s: %s", s.ID, s.Change).Blocks = closed
		}
	}
	var stale []proof.Survivor
	for _, s := range b.in.Excuses.Survivors {
		declaration, _, _ := strings.Cut(s.ID, "/")
		judged, known := b.in.Operators.Declarations[declaration]
		// The survivors of a function are unknown if it changed since it was judged.
		if known && judged.Fresh(b.in.Functions) && !left[s.ID+": "+s.Change] {
			stale = append(stale, s)
		}
	}
	slices.SortFunc(stale, func(x, y proof.Survivor) int { return strings.Compare(x.ID, y.ID) })
	for _, s := range stale {
		b.add(StaleSurvivor, s.ID, s.Position, "remove it, or name what it has become", "%s (%s) does not survive, or is not a mutant any more", s.ID, s.Change)
	}
	if o.Changed > 0 {
		b.add(GateOperators, proof.LedgerFile, proof.LedgerFile, proof.Command+" --operators",
			"%d of %d mutated functions have changed since their mutants were judged", o.Changed, o.Declarations).Blocks = false
	}
}
