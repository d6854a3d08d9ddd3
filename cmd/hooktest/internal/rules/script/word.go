package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A word is one word of a command. Each expansion is one NUL in text.
type word struct {
	text   string
	static bool
	node   *syntax.Word
}

// at returns the offset in the script of an offset in the text: that of the word if it is not in
// single quotes.
func (w word) at(offset int) int {
	begins := int(w.node.Pos().Offset())
	if quoted, single := w.node.Parts[0].(*syntax.SglQuoted); single && len(w.node.Parts) == 1 && !quoted.Dollar {
		return begins + 1 + offset
	}
	return begins
}

// wordOf returns a word without its quotes and backslashes.
func wordOf(w *syntax.Word) word {
	if w == nil {
		return word{}
	}
	var b strings.Builder
	static := spell(&b, w.Parts, false)
	return word{b.String(), static, w}
}

func spell(b *strings.Builder, parts []syntax.WordPart, quoted bool) (static bool) {
	static = true
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescaped(p.Value, quoted))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			static = spell(b, p.Parts, true) && static
		default:
			b.WriteByte(0)
			static = false
		}
	}
	return static
}

// hereOf returns the text of a here-document. A shell does not expand it if its delimiter is
// quoted.
func hereOf(r *syntax.Redirect) word {
	literal := slices.ContainsFunc(r.Word.Parts, func(p syntax.WordPart) bool {
		lit, plain := p.(*syntax.Lit)
		return !plain || strings.Contains(lit.Value, `\`)
	})
	var b strings.Builder
	static := true
	for _, p := range r.Hdoc.Parts {
		switch lit, plain := p.(*syntax.Lit); {
		case !plain:
			b.WriteByte(0)
			static = false
		case literal:
			b.WriteString(lit.Value)
		default:
			b.WriteString(without(lit.Value, inHere))
		}
	}
	return word{b.String(), static, r.Hdoc}
}

// The characters before which a backslash is removed: inside double quotes, and in a here-document.
const (
	inQuotes = "$`\"\\\n"
	inHere   = "$`\\\n"
)

// unescaped removes the backslashes that a shell removes.
func unescaped(text string, quoted bool) string {
	if quoted {
		return without(text, inQuotes)
	}
	return without(text, "")
}

// without removes the backslashes before some characters, or before all.
func without(text, before string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (before == "" || strings.IndexByte(before, text[i+1]) >= 0) {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
