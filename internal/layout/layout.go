// Package layout formats JSON for people. It turns compact JSON into JSON of the same
// value, indented as deeply as that is cheap: an untrusted text with ten thousand
// levels must not become a hundred megabytes of blanks.
//
// The output is at most twice as long as the input, plus 64 KiB. No value changes and
// none is omitted; deeper levels stay compact.
//
// The package does not validate: invalid JSON stays invalid.
package layout

import (
	"io"

	"github.com/hooktest/hooktest/internal/jsontext"
	"github.com/hooktest/hooktest/internal/visible"
)

const (
	// levels is how many levels are indented at most. More would not be readable.
	levels = 24
	// allowance is how many bytes indentation may always take, so any small document
	// is indented.
	allowance = 64 << 10
)

// Alike formats compact texts for a comparison line by line: all are indented to the
// same level, each without a final newline.
func Alike(texts ...[]byte) [][]byte {
	var all costs
	size := 0
	measured := make([]costs, len(texts))
	for i, text := range texts {
		size += len(text)
		measured[i] = measure(text)
		for level, cost := range measured[i] {
			all[level] += cost
		}
	}
	level := 0
	for level < levels && all.above(level+1) <= size+allowance {
		level++
	}
	laid := make([][]byte, len(texts))
	for i, text := range texts {
		laid[i] = indent(make([]byte, 0, len(text)+measured[i].above(level)+len("\n")), text, level)
	}
	return laid
}

// costs are the bytes that it takes to break the containers of each level over lines.
type costs [levels]int

// above returns the cost of all levels above one.
func (c costs) above(level int) int {
	sum := 0
	for _, cost := range c[:level] {
		sum += cost
	}
	return sum
}

func measure(text []byte) (c costs) {
	walk(text, func(_, depth int, m mark) {
		if depth >= levels {
			return
		}
		switch m {
		case opens, separates:
			c[depth] += len("\n") + 2*(depth+1)
		case closes:
			c[depth] += len("\n") + 2*depth
		case names:
			c[depth]++
		}
	})
	return c
}

// indent appends a text whose first levels are broken over lines.
func indent(out, text []byte, level int) []byte {
	newline := func(depth int) {
		out = append(out, '\n')
		for range depth {
			out = append(out, ' ', ' ')
		}
	}
	done := 0
	walk(text, func(at, depth int, m mark) {
		if depth >= level {
			return
		}
		end := at + 1
		if m == closes {
			end = at
		}
		out = append(out, text[done:end]...)
		done = end
		switch m {
		case opens, separates:
			newline(depth + 1)
		case closes:
			newline(depth)
		case names:
			out = append(out, ' ')
		}
	})
	return append(out, text[done:]...)
}

// A mark is a byte of JSON at which a layout may break.
type mark int

const (
	opens mark = iota
	closes
	separates
	names
)

// walk goes through the marks of all containers that are not empty. depth counts
// the containers around the one that the mark belongs to.
func walk(text []byte, visit func(at, depth int, m mark)) {
	depth, empty, quoted := 0, false, false
	within := func(at int, m mark) {
		// Only invalid JSON has marks outside of all containers.
		if depth > 0 {
			visit(at, depth-1, m)
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
			if empty = i+1 < len(text) && text[i+1] == c+2; !empty {
				within(i, opens)
			}
		case c == ']' || c == '}':
			if !empty {
				within(i, closes)
			}
			depth, empty = max(depth-1, 0), false
		case c == ',':
			within(i, separates)
		case c == ':':
			within(i, names)
		}
	}
}

// Write writes a compact text as a document that ends with a newline. Characters that
// could deceive a reader or act as a command to a CI runner are written as escapes,
// which changes no value.
func Write(w io.Writer, text []byte) error {
	_, err := w.Write(append(Alike(visible.JSON(text))[0], '\n'))
	return err
}

// Encode is Write for a Go value, as encoding/json writes it without HTML's
// escapes.
func Encode(w io.Writer, value any) error {
	text, err := jsontext.Encode(value)
	if err != nil {
		return err
	}
	return Write(w, text)
}
