package adapter

import (
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/outcome"
)

// RequestLimit is how long the answer to a request may take, unless its case has
// a budget or the protocol another limit for its method.
const RequestLimit = 10 * time.Second

// A Fault is a request that got no answer, or none that the protocol allows,
// through its own doing.
type Fault struct {
	// Verdict is Timeout, Crash or ProtocolViolation.
	Verdict outcome.Verdict
	Message string
	// Stray tells that a line on stdout was no JSON, as what a program prints for
	// people is none.
	Stray bool
	// Stderr is the end of what the adapter wrote to stderr.
	Stderr string
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Verdict, f.Message) }

// Misshapen is a request whose answer can't be one of its method. The adapter goes
// on as if nothing had happened.
type Misshapen struct{ Message string }

func (m *Misshapen) Error() string { return string(outcome.ProtocolViolation) + ": " + m.Message }

// Restarted is a request that lost the adapter, and with it all sessions, by no
// proven fault of its own. What it asked for may have happened in part, so it
// can't be repeated by itself: the case that made it is to be run again from its
// start, once, and best with nothing beside it, because then whatever takes the
// adapter down is that case's own Fault.
type Restarted struct {
	// Cause is what ended the adapter: the fault of another request, or a crash
	// under several open requests, of which any may be guilty.
	Cause *Fault
}

func (r *Restarted) Error() string { return "the adapter was restarted: " + r.Cause.Error() }

// GaveUp is a request that was not made because the adapter did not start again,
// several times in a row. All later ones come to the same; the run is incomplete.
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
