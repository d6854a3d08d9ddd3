package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf16"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Way is another notation of the same JSON.
type Way struct {
	Name string
	// Does ends a sentence about it.
	Does string
	// Write returns a payload in that notation.
	Write func([]byte) []byte
}

// Ways returns all of them. An agent may change its notation with any version.
func Ways() []Way {
	return []Way{
		{"spacing", "with blanks and line breaks between the values", spaced},
		{"order", "with the fields in another order", reordered},
		{"escapes", "with slashes and letters beyond ASCII written as escapes", escaped},
	}
}

func spaced(payload []byte) []byte {
	var b bytes.Buffer
	// Payloads are drawn as JSON, so Indent can't fail.
	_ = json.Indent(&b, payload, "", "  ")
	b.WriteByte('\n')
	return b.Bytes()
}

func reordered(payload []byte) []byte {
	value, err := jsonvalue.Parse(payload)
	if err != nil {
		return payload
	}
	return jsonvalue.Marshal(reversed(value))
}

func reversed(value any) any {
	switch v := value.(type) {
	case *jsonvalue.Object:
		turned := jsonvalue.New()
		keys := slices.Clone(v.Keys())
		slices.Reverse(keys)
		for _, key := range keys {
			inner, _ := v.Get(key)
			turned.Set(key, reversed(inner))
		}
		return turned
	case []any:
		return lists.Of(v, reversed)
	}
	return value
}

// escaped escapes the characters that some JSON libraries escape and others do not: slashes, HTML
// characters, and everything beyond ASCII. They occur only inside strings.
func escaped(payload []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(payload) {
		switch {
		case r == '/':
			b.WriteString(`\/`)
		case r > 0x7e:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		case r == '<' || r == '>' || r == '&' || r == '\'':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}
