package suite

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// blame returns the verdict for the error of a request.
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
	if _, ok := errors.AsType[*adapterLost](err); ok {
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

// RequestFailed begins the account of a request that the implementation answered with an
// error.
const RequestFailed = "the request failed: "

// account describes the error of a request for a person. An adapter that embeds a hook
// system often can't separate its own exceptions from those of the hook system, so an
// adapter error gets a hint.
func account(err error) string {
	switch blame(err) {
	case outcome.Fail:
		return RequestFailed + err.Error()
	case outcome.AdapterError:
		return fmt.Sprintf("the adapter answered with an error: %v\nif your hook system threw, that is a failure of the implementation", err)
	}
	return err.Error()
}

// An adapterLost is the error of a request that the harness does not make, because an
// earlier request of the same case made the adapter exit or stop responding.
type adapterLost struct {
	// line is the line of the earlier request, and fault is what that request did to
	// the adapter.
	line  int
	fault *adapter.Fault
}

func (d *adapterLost) Error() string {
	return fmt.Sprintf("not asked: the request on line %d has taken the adapter away (%v)", d.line, d.fault)
}

// what names the request that the blocked checks wait for.
func (d *adapterLost) what() []string { return []string{fmt.Sprintf("the request on line %d", d.line)} }

// notClaimed is the error of a request that is not made, because it needs a feature
// that the implementation does not claim.
type notClaimed struct{ feature adapter.Feature }

const notClaimedText = "the implementation does not claim "

func (e notClaimed) Error() string { return notClaimedText + string(e.feature) }

// NotClaimed returns the feature that the text of an unsupported check names. For any
// other text, ok is false.
func NotClaimed(got string) (f adapter.Feature, ok bool) {
	name, ok := strings.CutPrefix(got, notClaimedText)
	return adapter.Feature(name), ok
}
