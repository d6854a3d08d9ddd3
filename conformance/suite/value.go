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

// literal reads a value as cases write it: JSON is decoded, anything else is text. A
// word that begins like a JSON object, list or string but is not valid JSON is an
// error, because it would become text by mistake.
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

// show returns a value as one line of JSON.
func show(v any) string {
	text, err := jsontext.Encode(v)
	if err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return string(text)
}

// A finding is the result of following a path into a value.
type finding struct {
	value any
	there bool
	// obstacle describes the value that stopped the path, such as a text where the path
	// expects an object. Then the target is neither present nor absent.
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

// lookup follows a path of keys and indexes, separated by dots. A step of digits is an
// index and applies to arrays only. Any other step is a key of an object. # is the
// length of an array, #bytes the length of a string. The empty path and "." are the
// value itself. Every path into null is absent.
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

// enter follows one step of a path. passable reports whether values of this kind have
// such steps.
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

// same reports whether two values are equal. The order of keys and the spelling of
// numbers do not matter.
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
