// Package jstext implements ECMAScript's text semantics for Go strings: which
// characters trimming removes, and how strings are ordered.
//
// Strings are UTF-8. A byte that is not part of valid UTF-8 counts as one
// U+FFFD, which is what a decoder would have put in its place. The package does
// not change case, normalise, or consult a locale.
package jstext

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Trim returns s without leading and trailing ECMAScript white space and line
// terminators, as String.prototype.trim does. U+FEFF and U+00A0 are removed;
// U+0085 and U+180E stay, unlike in strings.TrimSpace.
func Trim(s string) string {
	return strings.TrimFunc(s, isSpace)
}

// TrimBytes is Trim for bytes. The result is a subslice of b, or nil when
// nothing but white space was there.
func TrimBytes(b []byte) []byte {
	return bytes.TrimFunc(b, isSpace)
}

// isSpace reports whether r is WhiteSpace or LineTerminator in the ECMAScript
// lexical grammar.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\u2028', '\u2029', '\ufeff':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}

// Compare orders a and b by their UTF-16 code units, as the relational
// operators and the default Array.prototype.sort of ECMAScript do. It returns
// -1, 0 or +1. The order differs from that of the bytes where a supplementary
// character meets one in U+E000 to U+FFFF: the supplementary character, which
// begins with a surrogate, stands first.
//
//hooktest:impl HOOK-102
func Compare(a, b string) int {
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			return compareRunes(ra, rb)
		}
		a, b = a[na:], b[nb:]
	}
	switch {
	case b != "":
		return -1
	case a != "":
		return 1
	}
	return 0
}

// compareRunes orders two different runes. Within one plane range the order of
// code units is the order of code points, so only a mixed pair needs the
// leading surrogate.
func compareRunes(a, b rune) int {
	if leadUnit(a) != leadUnit(b) {
		a, b = leadUnit(a), leadUnit(b)
	}
	if a < b {
		return -1
	}
	return 1
}

// leadUnit returns the first UTF-16 code unit of r.
func leadUnit(r rune) rune {
	const supplementary = 0x10000
	if r < supplementary {
		return r
	}
	return 0xd800 + (r-supplementary)>>10
}
