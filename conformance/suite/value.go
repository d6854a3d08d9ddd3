package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// decode reads one JSON value and keeps the digits of its numbers.
func decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("text behind the value")
	}
	return v, nil
}

// show writes a value as one line of JSON, a missing one as (absent).
func show(v any, found bool) string {
	if !found {
		return "(absent)"
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// lookup follows a path of keys and indexes separated by dots; # is the length
// of an array, an object or a string. The empty path is the value itself.
func lookup(v any, path string) (any, bool) {
	if path == "" || path == "." {
		return v, true
	}
	for _, step := range strings.Split(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			if step == "#" {
				v = json.Number(strconv.Itoa(len(at)))
				continue
			}
			next, ok := at[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			if step == "#" {
				v = json.Number(strconv.Itoa(len(at)))
				continue
			}
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(at) {
				return nil, false
			}
			v = at[i]
		case string:
			if step != "#" {
				return nil, false
			}
			v = json.Number(strconv.Itoa(len(at)))
		default:
			return nil, false
		}
	}
	return v, true
}

// operators say how a found value is compared with a wanted one.
var operators = map[string]func(got any, want string) (bool, error){
	"is":       equal,
	"contains": contains,
	"matches":  matches,
	"has":      has,
	"at-least": func(got any, want string) (bool, error) {
		return compare(got, want, func(a, b float64) bool { return a >= b })
	},
	"at-most": func(got any, want string) (bool, error) {
		return compare(got, want, func(a, b float64) bool { return a <= b })
	},
}

// equal compares whole values. A string is compared with the text as it stands,
// or with a JSON string; every other value with JSON, key order and number
// spelling of no account. Text that is no JSON is a string, which no other value
// equals: what kind of value comes is up to the implementation.
func equal(got any, want string) (bool, error) {
	if s, ok := got.(string); ok {
		if s == want {
			return true, nil
		}
		if !strings.HasPrefix(want, `"`) {
			return false, nil
		}
	}
	v, err := decode([]byte(want))
	return err == nil && same(got, v), nil
}

func same(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok || a == b {
			return ok
		}
		x, errX := a.Float64()
		y, errY := b.Float64()
		return errX == nil && errY == nil && x == y
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			other, ok := b[key]
			if !ok || !same(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// contains looks for text in a string, or for an equal item in an array.
func contains(got any, want string) (bool, error) {
	switch got := got.(type) {
	case string:
		return strings.Contains(got, want), nil
	case []any:
		for _, item := range got {
			if ok, err := equal(item, want); err == nil && ok {
				return true, nil
			}
		}
		return false, nil
	}
	return false, nil
}

// matches searches a string for a regular expression.
func matches(got any, want string) (bool, error) {
	pattern, err := regexp.Compile(want)
	if err != nil {
		return false, err
	}
	s, ok := got.(string)
	return ok && pattern.MatchString(s), nil
}

// has tells whether an object holds every member of the wanted one.
func has(got any, want string) (bool, error) {
	v, err := decode([]byte(want))
	if err != nil {
		return false, fmt.Errorf("%s is no JSON: %w", want, err)
	}
	wanted, ok := v.(map[string]any)
	if !ok {
		return false, fmt.Errorf("has takes an object")
	}
	object, ok := got.(map[string]any)
	if !ok {
		return false, nil
	}
	for key, value := range wanted {
		if other, ok := object[key]; !ok || !same(other, value) {
			return false, nil
		}
	}
	return true, nil
}

func compare(got any, want string, holds func(a, b float64) bool) (bool, error) {
	limit, err := strconv.ParseFloat(want, 64)
	if err != nil {
		return false, fmt.Errorf("%q is no number", want)
	}
	n, ok := got.(json.Number)
	if !ok {
		return false, nil
	}
	x, err := n.Float64()
	return err == nil && holds(x, limit), nil
}
