package suite

import (
	"fmt"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A Check is the result of one scope.
type Check struct {
	// Check and Clause are the ids of the scope; Case is the name of its case.
	Check, Clause, Case string
	Level               cases.Level
	Verdict             outcome.Verdict
	// Mismatches are the assertions that did not hold, or the reason why there are
	// none.
	Mismatches []Mismatch
	// Waits names what a blocked check waits for: the control, the requirements that it
	// needs, or the request that took the adapter away.
	Waits []string
	// Assertions is the number of assertions made.
	Assertions int
	Line       int
	// Request and Answer are the last ones judged, as JSON. Stderr is the end of the
	// adapter's stderr if the adapter failed.
	Request, Answer []byte
	Stderr          string
}

// A Mismatch is one assertion that did not hold.
type Mismatch struct {
	// Line is the line in the script.
	Line int
	// What is the assertion as written. Want and Got are the expected and the actual
	// value.
	What, Want, Got string
}

func (m Mismatch) String() string {
	return fmt.Sprintf("line %d: %s: want %s, got %s", m.Line, m.What, m.Want, m.Got)
}

// scope collects the assertions of a check while the case runs.
type scope struct {
	cases.Scope
	assertions int
	mismatches []Mismatch
	// fault is the verdict of the failed request whose answer is judged here; "" if
	// none failed.
	fault           outcome.Verdict
	request, answer []byte
	stderr          string
	// waits names what prevents a verdict.
	waits []string
	// firings are the answers that the check depends on and that hooks can have
	// influenced.
	firings []*firing
	// unseen are the observations that the adapter does not support.
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
