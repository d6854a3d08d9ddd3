package suite

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/jsontext"
)

func decode(data []byte) (any, error) {
	var v any
	err := jsontext.Decode(data, &v)
	return v, err
}

// literal reads a value as cases write it: what is JSON is that value, and all
// else is text as it stands. What begins like an object, a list or a string and
// is none is an error, as it would be text by mistake.
func literal(word string) (any, error) {
	v, err := decode([]byte(word))
	if err == nil {
		return v, nil
	}
	if start := strings.TrimSpace(word); start != "" && strings.ContainsRune(`{["`, rune(start[0])) {
		return nil, fmt.Errorf("%s begins like JSON and is none (text that begins so is written as a JSON string)", word)
	}
	return word, nil
}

// show writes a value as one line of JSON.
func show(v any) string {
	text, err := jsontext.Encode(v)
	if err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return string(text)
}

// A finding is what a path leads to.
type finding struct {
	value any
	there bool
	// obstacle is what the path can't go through, such as a text where it names
	// a member: nothing is there, and nothing is absent either.
	obstacle string
}

func (f finding) String() string {
	switch {
	case f.obstacle != "":
		return "(no way: " + f.obstacle + ")"
	case !f.there:
		return "(absent)"
	}
	return show(f.value)
}

// lookup follows a path of keys and indexes separated by dots. A step of digits
// is an index and goes into arrays alone, any other a key of an object; # is the
// length of an array, #bytes that of a string. The empty path and a dot are the
// value itself. Of null everything is absent.
func lookup(v any, path string) finding {
	if path == "" || path == "." {
		return finding{value: v, there: true}
	}
	steps := strings.Split(path, ".")
	for i, step := range steps {
		next, there, passable := enter(v, step)
		if !passable {
			at := "the value"
			if i > 0 {
				at = strings.Join(steps[:i], ".")
			}
			return finding{obstacle: at + " is " + show(v)}
		}
		if !there {
			return finding{}
		}
		v = next
	}
	return finding{value: v, there: true}
}

// enter takes one step of a path into a value; passable tells whether the value
// is of a kind that has such steps.
func enter(v any, step string) (next any, there, passable bool) {
	index := step != "" && strings.Trim(step, "0123456789") == ""
	switch v := v.(type) {
	case nil:
		return nil, false, true
	case map[string]any:
		next, there = v[step]
		return next, there, !index && !strings.HasPrefix(step, "#")
	case []any:
		if step == "#" {
			return length(len(v)), true, true
		}
		if i, err := strconv.Atoi(step); index && err == nil && i < len(v) {
			return v[i], true, true
		}
		return nil, false, index
	case string:
		return length(len(v)), step == "#bytes", step == "#bytes"
	}
	return nil, false, false
}

func length(n int) json.Number { return json.Number(strconv.Itoa(n)) }

// same compares whole values of one kind, key order and number spelling of no
// account.
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
