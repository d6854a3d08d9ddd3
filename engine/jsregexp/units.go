package jsregexp

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// codeUnits returns the UTF-16 code units of s, one per element.
func codeUnits(s string) []rune {
	units := make([]rune, 0, len(s))
	for _, r := range s {
		if lead, trail := utf16.EncodeRune(r); lead != utf8.RuneError {
			units = append(units, lead, trail)
		} else {
			units = append(units, r)
		}
	}
	return units
}

const (
	firstSurrogate, lastSurrogate rune = 0xd800, 0xdfff

	// surrogateShift moves surrogates to a plane that the code units of no
	// string reach. The engine keeps parts of a program as UTF-8, where a
	// surrogate would turn into U+FFFD.
	surrogateShift rune = 0xf0000 - firstSurrogate
)

// engineRune returns the rune that represents a code unit in the engine.
func engineRune(unit rune) rune {
	if firstSurrogate <= unit && unit <= lastSurrogate {
		return unit + surrogateShift
	}
	return unit
}

// engineText returns the code units of s as the engine reads them.
func engineText(s string) []rune {
	units := codeUnits(s)
	for i, unit := range units {
		units[i] = engineRune(unit)
	}
	return units
}

// emitUnit writes an expression for one code unit, for use in a class and
// outside. Letters stay readable; any other unit might be syntax.
func emitUnit(out *strings.Builder, unit rune) {
	switch r := engineRune(unit); {
	case isLetter(r) || r != unit:
		out.WriteRune(r)
	default:
		fmt.Fprintf(out, `\u%04x`, r)
	}
}
