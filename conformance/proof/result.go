package proof

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// A Status says what became of a mutant. Only Killed proves anything.
type Status string

const (
	// Killed: a check of the clause itself failed, with the right reason.
	Killed Status = "killed"
	// Survived: no check of the suite noticed.
	Survived Status = "survived"
	// Decorative: checks of other clauses failed, the clause's own passed.
	Decorative Status = "decorative"
	// Inert: no case of the clause runs the edited lines.
	Inert Status = "inert"
	// WrongReason: the clause's own check failed, but not the one that is named or
	// not by what is named.
	WrongReason Status = "wrong-reason"
	// Unviable: the edit does not compile.
	Unviable Status = "unviable"
	// TimedOut: the mutant was too slow to be judged.
	TimedOut Status = "timed-out"
	// Crashed: the mutant ended, or broke the protocol, before it was judged.
	Crashed Status = "crashed"
	// Uncontrolled: the clause's own check does not pass without the mutant.
	Uncontrolled Status = "uncontrolled"
)

// Statuses are all statuses, the proving one first.
func Statuses() []Status {
	return []Status{Killed, Survived, Decorative, Inert, WrongReason, Unviable, TimedOut, Crashed, Uncontrolled}
}

// A Result is what became of one mutant.
type Result struct {
	Mutant string         `json:"mutant"`
	Clause string         `json:"clause"`
	Status Status         `json:"status"`
	Sites  []mutants.Site `json:"sites"`
	// Detail says in words why the mutant was not killed.
	Detail string `json:"detail,omitempty"`
	// Killer is the check of the clause that failed, with its evidence: the
	// counter-example.
	Killer *stream.Check `json:"killer,omitempty"`
	// Others are the other checks that failed, by name.
	Others []string `json:"others,omitempty"`
	// Ran is how many checks were judged.
	Ran          int     `json:"ran"`
	Milliseconds float64 `json:"milliseconds"`
	// Key identifies everything that the result rests on.
	Key string `json:"key,omitempty"`
}

// weigh says what the checks of a mutant's own cases come to. sure is false
// where the rest of the suite has to be asked.
func weigh(m mutants.Mutant, run stream.Run) (r Result, sure bool) {
	r = Result{Mutant: m.ID, Clause: m.Clause}
	var own []stream.Check
	for _, c := range run.Checks() {
		r.Ran++
		if c.Clause == m.Clause {
			own = append(own, c)
		}
	}
	var elsewise *stream.Check
	worst := verdict.Pass
	for i, c := range own {
		if c.Verdict == verdict.Fail {
			if r.Killer == nil && rightReason(m, c) {
				r.Killer = &own[i]
			} else if elsewise == nil {
				elsewise = &own[i]
			}
		}
		worst = verdict.Worst(worst, c.Verdict)
	}
	for _, c := range run.Checks() {
		if c.Verdict.Red() && (r.Killer == nil || c.Check != r.Killer.Check || c.Case != r.Killer.Case) {
			r.Others = append(r.Others, c.Check)
		}
	}
	switch {
	case r.Killer != nil:
		r.Status = Killed
	case elsewise != nil:
		r.Status, r.Detail = WrongReason, elsewise.Check+" fails: "+mismatches(*elsewise)
	case worst == verdict.Timeout:
		r.Status, r.Detail = TimedOut, "a request of the clause's case got no answer in time"
	case worst == verdict.Crash, worst == verdict.ProtocolViolation, worst == verdict.AdapterError:
		r.Status, r.Detail = Crashed, "the clause's own check ends in the verdict "+string(worst)
	case worst != verdict.Pass:
		r.Status, r.Detail = Uncontrolled, "the clause's own check ends in the verdict "+string(worst)
	case len(own) == 0:
		r.Status, r.Detail = Uncontrolled, "no check of the clause was judged: "+run.Footer.Why
	default:
		return r, false
	}
	return r, true
}

func rightReason(m mutants.Mutant, c stream.Check) bool {
	if m.Check != "" && c.Check != m.Check {
		return false
	}
	return m.Says == "" || strings.Contains(mismatches(c), m.Says)
}

func mismatches(c stream.Check) string {
	var parts []string
	for _, one := range c.Mismatches {
		parts = append(parts, one.What+": want "+one.Want+", got "+one.Got)
	}
	return strings.Join(parts, "; ")
}
