package suite

import (
	"fmt"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A Check is the outcome of one scope.
type Check struct {
	// Check and Clause are the scope's; Case names its case.
	Check, Clause, Case string
	Level               cases.Level
	Verdict             outcome.Verdict
	// Mismatches are all assertions that did not hold, or why there are none.
	Mismatches []Mismatch
	// Waits names what a blocked check waits for: the control, the requirements
	// that it needs, or the request that took the adapter away.
	Waits []string
	// Assertions counts those that were made.
	Assertions int
	Line       int
	// Request and Answer are the last ones that were judged, as JSON; Stderr is
	// the end of the adapter's where it failed.
	Request, Answer []byte
	Stderr          string
}

// A Mismatch is one assertion that did not hold.
type Mismatch struct {
	// Line is the script's.
	Line int
	// What is the assertion as written, Want and Got the two sides.
	What, Want, Got string
}

func (m Mismatch) String() string {
	return fmt.Sprintf("line %d: %s: want %s, got %s", m.Line, m.What, m.Want, m.Got)
}

// scope is a check in the making.
type scope struct {
	cases.Scope
	assertions int
	mismatches []Mismatch
	// fault is why the request whose answer is judged here failed.
	fault           outcome.Verdict
	request, answer []byte
	stderr          string
	// waits names what keeps the check from being judged.
	waits []string
	// firings are the answers it rests on that hooks can have a part in.
	firings []*firing
	// unseen names what the adapter can't observe.
	unseen []string
}

func (s *scope) verdict() outcome.Verdict {
	switch {
	case s.fault != "":
		return s.fault
	case s.assertions == 0:
		return outcome.SuiteError
	case len(s.mismatches) > 0:
		return outcome.Fail
	case len(s.unseen) > 0:
		return outcome.NotObservable
	}
	return outcome.Pass
}
