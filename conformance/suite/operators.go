package suite

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An operator reads what a case wants and gives the test of found values for it.
// An error is a fault of the case, whatever is found.
type operator func(want string) (test, error)

// A test judges a found value. Where the value is of another kind than the
// operator speaks of, it does not apply: neither it nor its opposite holds.
type test func(got any) (holds, applies bool)

// operators say how a found value is compared with a wanted one.
var operators = map[string]operator{
	"is":       is,
	"contains": contains,
	"includes": includes,
	"matches":  matches,
	"has":      has,
	"at-least": atLeast,
	"at-most":  atMost,
}

// of makes the test of the values of one kind.
func of[T any](holds func(got T) bool) test {
	return func(got any) (bool, bool) {
		typed, applies := got.(T)
		return applies && holds(typed), applies
	}
}

// is compares whole values of any kind: what is no JSON in the case is text, and
// only JSON of the same kind equals JSON.
func is(want string) (test, error) {
	v, err := literal(want)
	return func(got any) (bool, bool) { return same(got, v), true }, err
}

// contains looks for text in a string.
func contains(want string) (test, error) {
	return of(func(got string) bool { return strings.Contains(got, want) }), nil
}

// includes looks for an item of an array that is equal.
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

// has tells whether an object holds every member of the wanted one.
func has(want string) (test, error) {
	v, err := decode([]byte(want))
	wanted, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s is no JSON object", want)
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
		return nil, fmt.Errorf("%s is no number", want)
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
