package jsregexp

import (
	"strings"
	"unicode"
)

// cursor walks over the code units of a pattern.
type cursor struct {
	units []rune
	pos   int
}

func (c *cursor) done() bool {
	return c.pos >= len(c.units)
}

// peek returns the unit at the cursor, or -1 at the end.
func (c *cursor) peek() rune {
	if c.done() {
		return -1
	}
	return c.units[c.pos]
}

// next returns peek and steps over it.
func (c *cursor) next() rune {
	unit := c.peek()
	c.pos++
	return unit
}

// at reports whether the ASCII text ahead is at the cursor.
func (c *cursor) at(ahead string) bool {
	if len(c.units)-c.pos < len(ahead) {
		return false
	}
	for i := range len(ahead) {
		if c.units[c.pos+i] != rune(ahead[i]) {
			return false
		}
	}
	return true
}

// accept steps over the ASCII text ahead if it is at the cursor.
func (c *cursor) accept(ahead string) bool {
	if !c.at(ahead) {
		return false
	}
	c.pos += len(ahead)
	return true
}

// hex reads exactly n hexadecimal digits, or nothing.
func (c *cursor) hex(n int) (value rune, ok bool) {
	mark := c.pos
	for range n {
		digit := hexDigit(c.next())
		if digit < 0 {
			c.pos = mark
			return 0, false
		}
		value = value<<4 | digit
	}
	return value, true
}

// bracedHex reads the digits of `\u{…}` and the closing brace.
func (c *cursor) bracedHex() (value rune, ok bool) {
	for !c.accept("}") {
		digit := hexDigit(c.next())
		if digit < 0 {
			return 0, false
		}
		if value = value<<4 | digit; value > unicode.MaxRune {
			return 0, false
		}
		ok = true
	}
	return value, ok
}

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(unit rune) rune {
	if unit < 0 || unit > unicode.MaxASCII {
		return -1
	}
	return rune(strings.IndexByte("0123456789abcdef", byte(unicode.ToLower(unit))))
}

// octal reads a legacy octal escape whose first digit is at the cursor: up to
// three digits with a value below 256.
func (c *cursor) octal() rune {
	value := c.next() - '0'
	for range 2 {
		if digit := c.peek(); !isOctal(digit) || value >= 0o40 {
			break
		}
		value = value<<3 | (c.next() - '0')
	}
	return value
}

// decimal reads a run of digits and clamps its value to limit.
func (c *cursor) decimal(limit int) (value int, ok bool) {
	for isDigit(c.peek()) {
		value = min(value*10+int(c.next()-'0'), limit)
		ok = true
	}
	return value, ok
}

func isDigit(unit rune) bool {
	return '0' <= unit && unit <= '9'
}

func isOctal(unit rune) bool {
	return '0' <= unit && unit <= '7'
}

func isLetter(unit rune) bool {
	return 'a' <= unit && unit <= 'z' || 'A' <= unit && unit <= 'Z'
}
