package registry

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/document"
)

// maxTimeout is some 146 years: a larger timeout could never pass, and half
// the range of a Duration allows adding a grace period to it.
const maxTimeout = time.Duration(1) << 62

// timeout reads a hook's timeout in the contract's unit, fractions included. A
// guard with a mistyped timeout still guards, with the default (INT-06).
//
//hooktest:impl HOOK-120 HOOK-083.7
func (r *reader) timeout(path string, config *document.Node) time.Duration {
	rules := r.contract.Handlers.Timeout
	node, ok := config.Field("timeout")
	if !ok || node.Kind() == document.Null {
		return rules.Default
	}
	path += ".timeout"
	if node.Kind() != document.Number {
		r.warn(rules.Rule, node.Position(), path, "must be a number of %s, not %s: it counts as %d", rules.Units, node.Kind().Article(), rules.Default/rules.Unit)
		return rules.Default
	}
	// The error is for a number beyond float64, which is infinite here as in
	// JavaScript.
	value, _ := node.Number().Float64()
	d, ok := duration(value, rules.Unit)
	if !ok {
		r.warn(rules.Rule, node.Position(), path, "must be greater than 0 and finite, not %s: it counts as %d", node.Number(), rules.Default/rules.Unit)
		return rules.Default
	}
	return d
}

// duration converts a positive number of units; ok is false for any other, and for
// infinity (INT-06). A value beyond the range of Duration becomes maxTimeout or 1 ns.
//
//hooktest:impl HOOK-083
func duration(value float64, unit time.Duration) (d time.Duration, ok bool) {
	if !(value > 0) || math.IsInf(value, 0) {
		return 0, false
	}
	if value >= float64(maxTimeout/unit) {
		return maxTimeout, true
	}
	return max(time.Duration(value*float64(unit)), 1), true
}

// coerced converts a value to a number as JavaScript does; NaN if it is not one.
// Of text it reads decimal numbers only.
func coerced(node *document.Node) float64 {
	switch node.Kind() {
	case document.Number:
		if value, err := node.Number().Float64(); err == nil {
			return value
		}
	case document.Bool:
		if node.Bool() {
			return 1
		}
		return 0
	case document.Array:
		if items := node.Items(); len(items) == 1 && items[0].Kind() != document.Bool {
			return coerced(items[0])
		}
	case document.String:
		text := strings.TrimSpace(node.Text())
		if value, err := strconv.ParseFloat(text, 64); err == nil && strings.Trim(text, "0123456789.eE+-") == "" {
			return value
		}
	}
	return math.NaN()
}
