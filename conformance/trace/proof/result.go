package proof

import "github.com/hooktest/hooktest/conformance/stream"

// A Status is the result of judging a mutant. Only Killed proves anything.
type Status string

const (
	// Killed: a check of the clause itself failed, with the right reason.
	Killed Status = "killed"
	// Survived: no check of the suite noticed.
	Survived Status = "survived"
	// Decorative: checks of other clauses failed, and the clause's own passed.
	Decorative Status = "decorative"
	// Inert: no case of the clause runs the edited lines.
	Inert Status = "inert"
	// WrongReason: the clause's own check failed, but it was not the named check, had
	// not the named text, or was not judged.
	WrongReason Status = "wrong-reason"
	// Unfair: it violates only an interpretation, but checks of requirements fail.
	Unfair Status = "unfair"
	// Unviable: the edit does not compile.
	Unviable Status = "unviable"
	// TimedOut: the mutant was too slow to be judged.
	TimedOut Status = "timed-out"
	// Crashed: the mutant exited or violated the protocol before it was judged.
	Crashed Status = "crashed"
	// Uncontrolled: the clause's own check does not pass without the mutant, or does
	// not exist.
	Uncontrolled Status = "uncontrolled"
)

// Statuses returns all statuses, Killed first.
func Statuses() []Status {
	return []Status{Killed, Survived, Decorative, Inert, WrongReason, Unfair, Unviable, TimedOut, Crashed, Uncontrolled}
}

// A Result is the result of one mutant.
type Result struct {
	Mutant string `json:"mutant"`
	Clause string `json:"clause"`
	Status Status `json:"status"`
	Sites  []Site `json:"sites"`
	// Detail says why the mutant was not killed.
	Detail string `json:"detail,omitempty"`
	// Killer is the check of the clause that failed, with its evidence: the
	// counterexample.
	Killer *stream.Check `json:"killer,omitempty"`
	// Noticed are the checks of the clause that failed by an assertion of their own,
	// for any reason, which shows that they can fail. Sorted.
	Noticed []string `json:"noticed,omitempty"`
	// Others are the other checks with a red verdict, sorted, each once.
	Others []string `json:"others,omitempty"`
	// Ran is the number of judged checks in the clause's cases.
	Ran          int     `json:"ran"`
	Milliseconds float64 `json:"milliseconds"`
	// Key identifies all inputs of the result.
	Key string `json:"key,omitempty"`
}
