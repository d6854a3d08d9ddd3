package adapter

import (
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/outcome"
)

// RequestLimit is how long the answer to a request may take, unless its case has
// a budget or the protocol another limit for its method.
const RequestLimit = 10 * time.Second

// A Fault is a request that got no valid answer and caused this itself.
type Fault struct {
	// Verdict is Timeout, Crash or ProtocolViolation.
	Verdict outcome.Verdict
	Message string
	// Stray reports whether a line on stdout was not JSON, such as a message that
	// the program prints for people.
	Stray bool
	// Stderr is the end of what the adapter wrote to stderr.
	Stderr string
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Verdict, f.Message) }

// Misshapen is a request whose answer can't be a result of its method. The
// adapter keeps running.
type Misshapen struct{ Message string }

func (m *Misshapen) Error() string { return string(outcome.ProtocolViolation) + ": " + m.Message }

// Restarted is a request that lost the adapter, and with it all sessions, without
// proof that it was the cause. The request may have been carried out in part, so
// it can't be repeated alone. Run its case again from the start, once and without
// other cases: if the adapter is lost again, that is the case's own Fault.
type Restarted struct {
	// Cause is what ended the adapter: the fault of another request, or a crash
	// while several requests were open, any of which may be the cause.
	Cause *Fault
}

func (r *Restarted) Error() string { return "the adapter was restarted: " + r.Cause.Error() }

// GaveUp is a request that was not made because several restarts of the adapter
// in a row failed. All later requests end the same way; the run is incomplete.
type GaveUp struct {
	// Restarts is how often the adapter was restarted.
	Restarts int
	// Last is what ended the last attempt: a *Fault, an *Error, or an
	// error of this machine.
	Last error
}

func (g *GaveUp) Error() string {
	return fmt.Sprintf("gave up after %d restarts of the adapter: %v", g.Restarts, g.Last)
}
