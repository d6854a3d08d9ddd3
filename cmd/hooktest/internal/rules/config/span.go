package config

import (
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

// afterName returns the offset after the quoted name that begins at from.
func (v *view) afterName(from int) int {
	for i := from + 1; i < len(v.Text); i++ {
		switch v.Text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(v.Text)
}

// replaced returns the edit that replaces a value.
func (v *view) replaced(node *document.Node, with string) finding.Repair {
	return edits(finding.Edit{From: node.Position().Offset, To: node.End(), Text: with})
}

func edits(all ...finding.Edit) finding.Repair { return finding.Repair{Edits: all} }

// rawOffset returns the file offset of the byte at an index of a string's text; ok is false if it
// is unknown.
func (v *view) rawOffset(node *document.Node, index int) (offset int, ok bool) {
	i := node.Position().Offset + 1
	for done := 0; done < index; {
		if i >= len(v.Text) {
			return 0, false
		}
		if v.Text[i] != '\\' {
			_, size := utf8.DecodeRune(v.Text[i:])
			i, done = i+size, done+size
			continue
		}
		if i+1 < len(v.Text) && v.Text[i+1] == 'u' {
			return 0, false
		}
		i, done = i+2, done+1
	}
	return i, true
}
