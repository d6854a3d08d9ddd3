package registry

import (
	"math"
	"time"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// maxTimeout is some 146 years: a larger timeout could never pass, and half
// the range of a Duration leaves room to add a grace period to it.
const maxTimeout = time.Duration(1) << 62

// timeout reads a hook's timeout in milliseconds, fractions included. A guard
// with a mistyped timeout still guards, with the default (INT-06).
//
//hooktest:impl HOOK-120 HOOK-083.7
func (r *reader) timeout(path string, config *document.Node) time.Duration {
	node, ok := config.Field("timeout")
	if !ok || node.Kind() == document.Null {
		return hook.DefaultTimeout
	}
	path += ".timeout"
	if node.Kind() != document.Number {
		r.warn("INT-06", node.Position(), path, "must be a number of milliseconds, not %s: it counts as %d", node.Kind().Article(), hook.DefaultTimeout.Milliseconds())
		return hook.DefaultTimeout
	}
	// The error is that of a number beyond those that JavaScript knows, which is
	// infinite there and here.
	value, _ := node.Number().Float64()
	d, ok := milliseconds(value)
	if !ok {
		r.warn("INT-06", node.Position(), path, "must be greater than 0 and finite, not %s: it counts as %d", node.Number(), hook.DefaultTimeout.Milliseconds())
		return hook.DefaultTimeout
	}
	return d
}

// milliseconds converts a positive number; ok is false for any other, and for
// infinity (INT-06). What is too large or too small for a Duration becomes maxTimeout or 1 ns.
//
//hooktest:impl HOOK-083
func milliseconds(value float64) (d time.Duration, ok bool) {
	if !(value > 0) || math.IsInf(value, 0) {
		return 0, false
	}
	if value >= float64(maxTimeout/time.Millisecond) {
		return maxTimeout, true
	}
	return max(time.Duration(value*float64(time.Millisecond)), 1), true
}
