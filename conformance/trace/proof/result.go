package proof

import "github.com/hooktest/hooktest/conformance/stream"

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
	// WrongReason: the clause's own check did not pass, but not the one that is
	// named, not by what is named, or without a judgement of the engine.
	WrongReason Status = "wrong-reason"
	// Unfair: it breaks an interpretation alone, and checks of requirements fail.
	Unfair Status = "unfair"
	// Unviable: the edit does not compile.
	Unviable Status = "unviable"
	// TimedOut: the mutant was too slow to be judged.
	TimedOut Status = "timed-out"
	// Crashed: the mutant ended, or broke the protocol, before it was judged.
	Crashed Status = "crashed"
	// Uncontrolled: the clause's own check does not pass without the mutant, or
	// there is none.
	Uncontrolled Status = "uncontrolled"
)

// Statuses are all statuses, the proving one first.
func Statuses() []Status {
	return []Status{Killed, Survived, Decorative, Inert, WrongReason, Unfair, Unviable, TimedOut, Crashed, Uncontrolled}
}

// A Result is what became of one mutant.
type Result struct {
	Mutant string `json:"mutant"`
	Clause string `json:"clause"`
	Status Status `json:"status"`
	Sites  []Site `json:"sites"`
	// Detail says in words why the mutant was not killed.
	Detail string `json:"detail,omitempty"`
	// Killer is the check of the clause that failed, with its evidence: the
	// counter-example.
	Killer *stream.Check `json:"killer,omitempty"`
	// Noticed are the checks of the clause that failed by assertions of their own,
	// for whatever reason: the mutant shows that they can. Sorted.
	Noticed []string `json:"noticed,omitempty"`
	// Others are the other checks with a red verdict, sorted, each once.
	Others []string `json:"others,omitempty"`
	// Ran is how many checks of the clause's cases were judged.
	Ran          int     `json:"ran"`
	Milliseconds float64 `json:"milliseconds"`
	// Key identifies everything that the result rests on.
	Key string `json:"key,omitempty"`
}
