package suite

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// blame turns the error of a request into a verdict.
func blame(err error) outcome.Verdict {
	if fault, ok := errors.AsType[*adapter.Fault](err); ok {
		return fault.Verdict
	}
	if _, ok := errors.AsType[*adapter.Misshapen](err); ok {
		return outcome.ProtocolViolation
	}
	if _, ok := errors.AsType[notClaimed](err); ok {
		return outcome.Unsupported
	}
	if _, ok := errors.AsType[*departure](err); ok {
		return outcome.Blocked
	}
	answered, ok := errors.AsType[*adapter.Error](err)
	switch {
	case !ok:
		return outcome.NotRun
	case answered.Kind == adapter.KindAdapter:
		return outcome.AdapterError
	}
	// A claimed feature that is not supported is a failure, too.
	return outcome.Fail
}

// account is what a request came to instead of an answer, for people. An adapter
// can't tell its own exceptions from those of the hook system that it embeds
// unless its author has seen to it.
func account(err error) string {
	if blame(err) == outcome.AdapterError {
		return fmt.Sprintf("the adapter answered with an error: %v\nif your hook system threw, that is a failure of the implementation", err)
	}
	return err.Error()
}

// A departure is the failure of a request that is not made, because one before it
// in the same case has cost the harness the adapter.
type departure struct {
	// line is that of the request which did, and fault what became of it.
	line  int
	fault *adapter.Fault
}

func (d *departure) Error() string {
	return fmt.Sprintf("not asked: the request on line %d has taken the adapter away (%v)", d.line, d.fault)
}

// what is what the checks behind it wait for.
func (d *departure) what() []string { return []string{fmt.Sprintf("the request on line %d", d.line)} }

// notClaimed is the failure of a request that is not made, because it needs a
// feature that the implementation does not claim.
type notClaimed struct{ feature adapter.Feature }

const notClaimedText = "the implementation does not claim "

func (e notClaimed) Error() string { return notClaimedText + string(e.feature) }

// NotClaimed reads the feature out of what an unsupported check got instead of
// an answer; ok is false for any other text.
func NotClaimed(got string) (f adapter.Feature, ok bool) {
	name, ok := strings.CutPrefix(got, notClaimedText)
	return adapter.Feature(name), ok
}
