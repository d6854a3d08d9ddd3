// Package jsonvalue turns JSON text into Go values that lose nothing a hook
// author could have meant, and back into the exact bytes a hook reads.
//
// A value is nil, bool, string, json.Number, []any or *Object. Objects keep the
// order of their keys, compare keys with case, and let the last of several
// equal keys win, as JavaScript's JSON.parse does; numbers keep every digit;
// bytes that are not UTF-8 become U+FFFD (INT-14). Marshal writes compact
// UTF-8 without HTML escaping and without a final newline (INT-11).
//
// The package knows no positions (package document does) and no schema.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deeply arrays and objects may nest in a parsed text. Hook output is
// untrusted: ten million opening brackets must cause an error for the hook, not a stack
// overflow of the engine.
const MaxDepth = 10_000

// ErrDepth reports a text that nests deeper than MaxDepth.
var ErrDepth = errors.New("nested deeper than 10000 levels")

// A SyntaxError says where a text is not valid JSON. Offset counts bytes from 0.
type SyntaxError struct {
	Offset  int64
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.Message)
}

// Parse reads exactly one JSON value; anything but white space after it is an error.
// Errors are *SyntaxError or ErrDepth.
func Parse(data []byte) (any, error) {
	// The whole text is checked first: the token reader below accepts some
	// sequences (such as a missing comma) that are not JSON.
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		if strings.Contains(err.Error(), "exceeded max depth") {
			return nil, ErrDepth
		}
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, &SyntaxError{Offset: max(syntax.Offset-1, 0), Message: syntax.Error()}
		}
		return nil, &SyntaxError{Offset: 0, Message: err.Error()}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return read(dec)
}

// ParseObject is Parse for a text whose value must be an object.
func ParseObject(data []byte) (*Object, error) {
	v, err := Parse(data)
	if err != nil {
		return nil, err
	}
	o, ok := v.(*Object)
	if !ok {
		return nil, fmt.Errorf("want an object, got %s", KindOf(v))
	}
	return o, nil
}

func read(dec *json.Decoder) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, unexpected(err)
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	switch delim {
	case '{':
		o := New()
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, unexpected(err)
			}
			v, err := read(dec)
			if err != nil {
				return nil, err
			}
			o.Set(key.(string), v)
		}
		_, err = dec.Token()
		return o, unexpected(err)
	default:
		list := []any{}
		for dec.More() {
			v, err := read(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, unexpected(err)
	}
}

func unexpected(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return &SyntaxError{Message: err.Error()}
}

// KindOf returns the JSON type of a value: null, boolean, number, string, array or
// object; for any other Go value it is "unknown".
func KindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		return "number"
	case []any:
		return "array"
	case *Object:
		return "object"
	}
	return "unknown"
}

// Article puts the article before the name of a JSON type, for a sentence.
func Article(kind string) string {
	switch kind {
	case "null":
		return kind
	case "array", "integer", "object":
		return "an " + kind
	}
	return "a " + kind
}

// Marshal writes v as compact JSON. It panics on a value that is not one of this
// package's, which is a bug in the caller; From converts values of other Go types.
func Marshal(v any) []byte {
	// Growing the buffer for a large text while writing would cost five times its size.
	return Append(make([]byte, 0, size(v)), v)
}

// size returns the length of v's text, or a little more, if all strings are UTF-8.
func size(v any) int {
	switch v := v.(type) {
	case string:
		return stringSize(v)
	case json.Number:
		return len(v)
	case []any:
		n := len("[]")
		for _, item := range v {
			n += size(item) + len(",")
		}
		return n
	case *Object:
		if v == nil {
			break
		}
		n := len("{}")
		for _, m := range v.members {
			n += stringSize(m.Key) + size(m.Value) + len(":,")
		}
		return n
	}
	return len("false")
}

func stringSize(s string) int {
	n := len(`""`) + len(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			n++
		case c < 0x20:
			n += len(`\u001f`) - 1
		}
	}
	return n
}

// Append appends the text of Marshal to dst.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case json.Number:
		return append(dst, v...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, item)
		}
		return append(dst, ']')
	case *Object:
		if v == nil {
			return append(dst, "null"...)
		}
		dst = append(dst, '{')
		for i, m := range v.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendString(dst, m.Key)
			dst = append(dst, ':')
			dst = Append(dst, m.Value)
		}
		return append(dst, '}')
	}
	panic(fmt.Sprintf("jsonvalue: %T is not a JSON value", v))
}

// appendString escapes what JSON must have escaped and nothing else, the way
// JSON.stringify does: <, >, &, U+2028 and U+2029 stay as they are.
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= 0x20:
			dst = append(dst, c)
		case c == '\b':
			dst = append(dst, '\\', 'b')
		case c == '\f':
			dst = append(dst, '\\', 'f')
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
	}
	return append(dst, '"')
}

// Clone copies v deeply, so that the copy can be changed alone.
func Clone(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Clone(item)
		}
		return list
	case *Object:
		return v.Clone()
	}
	return v
}

// Equal reports whether two values are equal. The order of keys is ignored. Numbers
// compare by value if both fit a float64 exactly as written, otherwise digit for digit.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && equalNumbers(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Equal)
	case *Object:
		b, ok := b.(*Object)
		if !ok || a.Len() != b.Len() {
			return false
		}
		for key, value := range a.All() {
			other, ok := b.Get(key)
			if !ok || !Equal(value, other) {
				return false
			}
		}
		return true
	}
	return a == b
}

func equalNumbers(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, errX := a.Float64()
	y, errY := b.Float64()
	// Beyond 2^53 two different integers share one float64.
	return errX == nil && errY == nil && x == y && math.Abs(x) < 1<<53
}

// From turns Go values as encoding/json would see them into this package's:
// maps become objects with sorted keys, numbers json.Number, structs what
// their JSON is. Values of this package pass through unchanged.
func From(v any) (any, error) {
	switch v.(type) {
	case nil, bool, string, json.Number, *Object:
		return v, nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}
