package jsregexp

import (
	"slices"
	"strings"
)

// lastUnit is the greatest UTF-16 code unit.
const lastUnit rune = 0xffff

// unitRange is an inclusive range of code units.
type unitRange struct {
	first, last rune
}

// unitSet is a set of code units, in no particular order and possibly with
// overlapping ranges.
type unitSet []unitRange

// complement returns the code units that are not in s, in ascending order.
func (s unitSet) complement() unitSet {
	var result unitSet
	next := rune(0)
	for _, r := range s.normal() {
		if r.first > next {
			result = append(result, unitRange{next, r.first - 1})
		}
		next = r.last + 1
	}
	if next <= lastUnit {
		result = append(result, unitRange{next, lastUnit})
	}
	return result
}

// normal returns s with its ranges ascending, disjoint and not adjacent.
func (s unitSet) normal() unitSet {
	sorted := slices.Clone(s)
	slices.SortFunc(sorted, func(a, b unitRange) int { return int(a.first - b.first) })
	var result unitSet
	for _, r := range sorted {
		if n := len(result); n > 0 && r.first <= result[n-1].last+1 {
			result[n-1].last = max(result[n-1].last, r.last)
			continue
		}
		result = append(result, r)
	}
	return result
}

// emit writes an expression that matches one code unit of s.
func (s unitSet) emit(out *strings.Builder) {
	ranges := s.normal()
	if len(ranges) == 0 {
		out.WriteString("(?!)")
		return
	}
	out.WriteByte('[')
	for _, r := range ranges {
		r.emit(out, 0, firstSurrogate-1)
		r.emit(out, firstSurrogate, lastSurrogate)
		r.emit(out, lastSurrogate+1, lastUnit)
	}
	out.WriteByte(']')
}

// emit writes the part of r that lies between first and last: the engine's
// runes are contiguous within the surrogates and around them, not across.
func (r unitRange) emit(out *strings.Builder, first, last rune) {
	first, last = max(first, r.first), min(last, r.last)
	if first > last {
		return
	}
	emitUnit(out, first)
	if first < last {
		out.WriteByte('-')
		emitUnit(out, last)
	}
}

// digits is the set of \d.
func digits() unitSet {
	return unitSet{{'0', '9'}}
}

// wordUnits is the set of \w.
func wordUnits() unitSet {
	return unitSet{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
}

// lineTerminators is what `.` does not match.
func lineTerminators() unitSet {
	return unitSet{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
}

// spaces is the set of \s: WhiteSpace and LineTerminator of the ECMAScript
// lexical grammar.
func spaces() unitSet {
	return unitSet{
		{'\t', '\r'}, {' ', ' '}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a},
		{0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff},
	}
}

// classEscape returns the set that a letter names after a backslash.
func classEscape(letter rune) (set unitSet, ok bool) {
	switch letter {
	case 'd':
		return digits(), true
	case 'D':
		return digits().complement(), true
	case 's':
		return spaces(), true
	case 'S':
		return spaces().complement(), true
	case 'w':
		return wordUnits(), true
	case 'W':
		return wordUnits().complement(), true
	}
	return nil, false
}
