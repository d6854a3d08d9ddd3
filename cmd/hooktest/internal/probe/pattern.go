package probe

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// plain is a text that a pattern of a script matches, or the text itself where it is no
// pattern that can be read.
func plain(pattern string) string {
	// The shells' own classes, and borders of words as grep writes them.
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
			// A part with a star between two others most likely stands for blanks:
			// without any, the words would run together.
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

// member is one character of a class: a blank where that is one, else the first that
// can be seen.
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
