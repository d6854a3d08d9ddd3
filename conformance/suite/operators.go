package suite

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An operator makes a test from the expected value of a case. An error is a fault of
// the case, not of the value found.
type operator func(want string) (test, error)

// A test judges a value. If the value is of another kind than the operator needs, the
// test does not apply: neither it nor its negation holds.
type test func(got any) (holds, applies bool)

// operators compare an actual value with the expected one.
var operators = map[string]operator{
	"is":       is,
	"contains": contains,
	"includes": includes,
	"matches":  matches,
	"has":      has,
	"at-least": atLeast,
	"at-most":  atMost,
}

// of returns a test of values of one kind.
func of[T any](holds func(got T) bool) test {
	return func(got any) (bool, bool) {
		typed, applies := got.(T)
		return applies && holds(typed), applies
	}
}

// is compares whole values of any kind. An expected value that is not JSON is text, and
// JSON equals only JSON of the same kind.
func is(want string) (test, error) {
	v, err := literal(want)
	return func(got any) (bool, bool) { return same(got, v), true }, err
}

// contains looks for text in a string.
func contains(want string) (test, error) {
	return of(func(got string) bool { return strings.Contains(got, want) }), nil
}

// includes looks for an equal item in an array.
func includes(want string) (test, error) {
	v, err := literal(want)
	return of(func(got []any) bool {
		return slices.ContainsFunc(got, func(item any) bool { return same(item, v) })
	}), err
}

// matches searches a string for a regular expression.
func matches(want string) (test, error) {
	pattern, err := regexp.Compile(want)
	if err != nil {
		return nil, err
	}
	return of(pattern.MatchString), nil
}

// has reports whether an object has every member of the expected object.
func has(want string) (test, error) {
	v, err := decode([]byte(want))
	wanted, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s is not a JSON object", want)
	}
	return of(func(got map[string]any) bool {
		for key, value := range wanted {
			if other, ok := got[key]; !ok || !same(other, value) {
				return false
			}
		}
		return true
	}), nil
}

func atLeast(want string) (test, error) {
	return compared(want, func(got, limit float64) bool { return got >= limit })
}

func atMost(want string) (test, error) {
	return compared(want, func(got, limit float64) bool { return got <= limit })
}

// compared compares numbers.
func compared(want string, holds func(got, limit float64) bool) (test, error) {
	v, err := decode([]byte(want))
	number, ok := v.(json.Number)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s is not a number", want)
	}
	limit, err := number.Float64()
	if err != nil {
		return nil, err
	}
	return of(func(got json.Number) bool {
		x, err := got.Float64()
		return err == nil && holds(x, limit)
	}), nil
}
