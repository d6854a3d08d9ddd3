// Package door holds what a request comes to that an implementation under test
// did not answer: a fault of its own, a fault of another request that took the
// implementation down, or the end of all attempts.
//
// It starts nothing and speaks to nobody.
package door

import (
	"fmt"

	"github.com/hooktest/hooktest/conformance/verdict"
)

// A Fault is a request that got no answer, or none that the protocol allows,
// through its own doing.
type Fault struct {
	// Verdict is Timeout, Crash or ProtocolViolation.
	Verdict verdict.Verdict
	Message string
	// Stderr is the end of what the adapter wrote to stderr.
	Stderr string
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Verdict, f.Message) }

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

// GaveUp is a request that was not made because the adapter has been restarted
// too often. All later ones come to the same; the run is incomplete.
type GaveUp struct {
	// Restarts is how often the adapter was restarted.
	Restarts int
	// Last is what ended the last attempt: a *Fault, an *adapter.Error, or an
	// error of this machine.
	Last error
}

func (g *GaveUp) Error() string {
	return fmt.Sprintf("gave up after %d restarts of the adapter: %v", g.Restarts, g.Last)
}
