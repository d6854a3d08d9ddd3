package jsregexp

import (
	"unicode"
	"unicode/utf16"
)

// maxCaptures is the number of capturing groups that V8 allows.
const maxCaptures = 1<<16 - 1

// groupTable lists the capturing groups of a whole pattern. References may
// point forward, and whether `\1` or `\k` is a reference at all depends on the
// groups that follow, so it is built before the pattern is parsed.
type groupTable struct {
	count int
	// named is true when a group has a name, even a malformed one.
	named bool
	// numbers holds the number of the first group of each name.
	numbers map[string]int
}

// scanGroups finds the capturing groups of units. It trusts that the pattern is
// well formed; the parser finds what is not.
func scanGroups(units []rune) groupTable {
	table := groupTable{numbers: map[string]int{}}
	c := cursor{units: units}
	inClass := false
	for !c.done() {
		switch unit := c.next(); {
		case unit == '\\':
			c.pos++
		case inClass:
			inClass = unit != ']'
		case unit == '[':
			inClass = true
		case unit == '(':
			table.scanGroup(&c)
		}
	}
	return table
}

// scanGroup counts the group whose opening parenthesis was already read.
func (t *groupTable) scanGroup(c *cursor) {
	if !c.at("?") {
		t.count++
		return
	}
	if !c.at("?<") || c.at("?<=") || c.at("?<!") {
		return
	}
	t.count++
	t.named = true
	inName := cursor{units: c.units, pos: c.pos + len("?<")}
	name, ok := inName.groupName()
	if !ok {
		return
	}
	if _, taken := t.numbers[name]; !taken {
		t.numbers[name] = t.count
	}
}

// groupName reads a group name and the `>` that ends it.
func (c *cursor) groupName() (name string, ok bool) {
	var runes []rune
	for {
		if len(runes) > 0 && c.accept(">") {
			return string(runes), true
		}
		r, ok := c.groupNameRune()
		if !ok || !isNameRune(r, len(runes) == 0) {
			return "", false
		}
		runes = append(runes, r)
	}
}

// groupNameRune reads one code point of a group name, where names follow the
// rules of the u flag even though the rest of the pattern does not.
func (c *cursor) groupNameRune() (rune, bool) {
	if c.done() {
		return 0, false
	}
	unit := c.next()
	if unit != '\\' {
		return c.joinTrail(unit, func() (rune, bool) { return c.next(), true })
	}
	if !c.accept("u") {
		return 0, false
	}
	if c.accept("{") {
		return c.bracedHex()
	}
	unit, ok := c.hex(4)
	if !ok {
		return 0, false
	}
	return c.joinTrail(unit, func() (rune, bool) {
		if !c.accept(`\u`) {
			return 0, false
		}
		return c.hex(4)
	})
}

// joinTrail returns lead, joined with the trailing surrogate that read returns if the
// two form a pair. Otherwise c stays after lead.
func (c *cursor) joinTrail(lead rune, read func() (rune, bool)) (rune, bool) {
	if !utf16.IsSurrogate(lead) || c.done() {
		return lead, true
	}
	mark := c.pos
	if trail, ok := read(); ok {
		if r := utf16.DecodeRune(lead, trail); r != unicode.ReplacementChar {
			return r, true
		}
	}
	c.pos = mark
	return lead, true
}

// isNameRune reports whether r is allowed in an ECMAScript identifier name.
func isNameRune(r rune, first bool) bool {
	if r == '$' || r == '_' {
		return true
	}
	if unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space) {
		return false
	}
	if unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	const zeroWidthNonJoiner, zeroWidthJoiner = 0x200c, 0x200d
	return !first && (r == zeroWidthNonJoiner || r == zeroWidthJoiner ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}
