package scrub

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A view is a text with its \uXXXX and \/ escapes decoded, so that a secret is found in any JSON
// spelling, and in JSON inside JSON. Changes in the view are written back to the original places.
type view struct {
	text []byte
	// source is the text with escapes. at has, for each byte of the view and for its end, its
	// offset in source. It is nil if there are no escapes.
	source []byte
	at     []int32
}

// deepest is the maximum number of JSON levels that may escape the same letter.
const deepest = 4

// look decodes a text.
func look(source []byte) view {
	v := view{text: bytes.Clone(source), source: source}
	for range deepest {
		if !v.decode() {
			break
		}
	}
	return v
}

// decode decodes one level and reports whether there was anything to decode.
func (v *view) decode() bool {
	if !bytes.Contains(v.text, []byte(`\u`)) && !bytes.Contains(v.text, []byte(`\/`)) {
		return false
	}
	text, at := make([]byte, 0, len(v.text)), make([]int32, 0, len(v.text)+1)
	changed := false
	for i := 0; i < len(v.text); {
		escape, end, decoded := i+1, i+1, []byte(nil)
		if v.text[i] == '\\' {
			escape, end, decoded = escapeAt(v.text, i)
			changed = changed || len(decoded) > 0
		}
		for ; i < escape; i++ {
			text, at = append(text, v.text[i]), append(at, v.origin(i))
		}
		for j, c := range decoded {
			from := v.origin(end)
			if j == 0 {
				from = v.origin(escape)
			}
			text, at = append(text, c), append(at, from)
		}
		i = end
	}
	v.text, v.at = text, append(at, v.origin(len(v.text)))
	return changed
}

// origin returns the offset of a byte of the view in the source.
func (v *view) origin(i int) int32 {
	if v.at == nil {
		return int32(i)
	}
	return v.at[i]
}

// escapeAt checks the backslashes at i: from escape to end is \/ or a printable \uXXXX, which is
// decoded. For anything else, both are the end of the backslashes and the letter after them.
func escapeAt(text []byte, i int) (escape, end int, decoded []byte) {
	run := past(text, i, `\`)
	// Each level of JSON doubles the backslashes; an odd rest before the escape's own is
	// an escaped backslash.
	slashes := (run - i) & (i - run)
	escape = run - slashes
	unit, ok := hexUnit(text, run)
	switch {
	case run < len(text) && text[run] == '/':
		return escape, run + 1, []byte{'/'}
	case !ok || unit < ' ' || unit == 0x7f:
		break
	case unit == '"':
		return escape, run + 5, append(bytes.Repeat([]byte{'\\'}, 2*slashes-1), '"')
	case unit == '\\':
		return escape, run + 5, bytes.Repeat([]byte{'\\'}, 2*slashes)
	case utf16.IsSurrogate(unit):
		low, _ := hexUnit(text, run+5+slashes)
		if r := utf16.DecodeRune(unit, low); r != utf8.RuneError {
			return escape, run + 5 + slashes + 5, utf8.AppendRune(nil, r)
		}
	default:
		return escape, run + 5, utf8.AppendRune(nil, unit)
	}
	end = min(run+1, len(text))
	return end, end, nil
}

// hexUnit reads uXXXX.
func hexUnit(text []byte, i int) (rune, bool) {
	if i+5 > len(text) || text[i] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(text[i+1:i+5]), 16, 16)
	return rune(unit), err == nil
}

// with returns the source with the masked bytes of the view.
func (v view) with(masked []byte) []byte {
	if v.at == nil {
		return masked
	}
	out := make([]byte, 0, len(v.source))
	for i, c := range masked {
		if c == v.text[i] {
			out = append(out, v.source[v.at[i]:v.at[i+1]]...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// An edit replaces a part of a view.
type edit struct {
	from, to int
	with     string
}

// edited returns the source with parts of the view replaced; the edits are in order.
func (v view) edited(edits []edit) []byte {
	var out []byte
	last := int32(0)
	for _, e := range edits {
		out = append(append(out, v.source[last:v.origin(e.from)]...), e.with...)
		last = v.origin(e.to)
	}
	return append(out, v.source[last:]...)
}
