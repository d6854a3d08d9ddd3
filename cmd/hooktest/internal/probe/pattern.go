package probe

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// plain returns a text that a script's pattern matches, or the text itself if it is not a valid
// pattern.
func plain(pattern string) string {
	// POSIX classes, and word boundaries in grep's syntax.
	pattern = strings.NewReplacer(`[[:space:]]`, " ", `[[:blank:]]`, " ", `\<`, "", `\>`, "").Replace(pattern)
	if regexp.QuoteMeta(pattern) == pattern {
		return pattern
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return pattern
	}
	var b strings.Builder
	sample(&b, tree.Simplify())
	return b.String()
}

// sample writes a short text that an expression matches.
func sample(b *strings.Builder, e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpLiteral:
		b.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		b.WriteRune(member(e.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture, syntax.OpPlus:
		sample(b, e.Sub[0])
	case syntax.OpRepeat:
		for range min(e.Min, 40) {
			sample(b, e.Sub[0])
		}
	case syntax.OpConcat:
		for i, sub := range e.Sub {
			// A starred part between two others most likely matches blanks: without one, the words
			// would run together.
			if sub.Op == syntax.OpStar && i > 0 && i < len(e.Sub)-1 {
				b.WriteByte(' ')
				continue
			}
			sample(b, sub)
		}
	case syntax.OpAlternate:
		sample(b, e.Sub[0])
	}
}

// member returns a character of a class: a blank if it has one, else the first visible one.
func member(ranges []rune) rune {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] <= ' ' && ' ' <= ranges[i+1] {
			return ' '
		}
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1] > ' ' {
			return max(ranges[i], '!')
		}
	}
	return 'x'
}
