package config

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

// Fixed returns a text with the fixes of the findings applied, each once, and the number of
// findings that it fixes. It skips a finding if one of its edits overlaps an earlier one, because
// the text may have moved.
func Fixed(text []byte, found []finding.Finding) (after []byte, n int) {
	var all []finding.Edit
	for _, f := range found {
		its := f.Repair.In(text)
		if len(its) > 0 && !slices.ContainsFunc(its, func(e finding.Edit) bool {
			return slices.ContainsFunc(all, func(other finding.Edit) bool { return meet(e, other) })
		}) {
			all = append(all, its...)
			n++
		}
	}
	slices.SortStableFunc(all, func(a, b finding.Edit) int { return cmp.Compare(a.From, b.From) })
	var out bytes.Buffer
	done := 0
	for _, e := range all {
		out.Write(text[done:e.From])
		out.WriteString(e.Text)
		done = e.To
	}
	out.Write(text[done:])
	return out.Bytes(), n
}

// meet reports whether two edits overlap, or insert at the same place.
func meet(a, b finding.Edit) bool {
	if a.From == a.To && b.From == b.To {
		return a.From == b.From
	}
	return a.From < b.To && b.From < a.To
}

// Doubles reports whether after has a duplicate key in an object that before does not have: a fix
// that adds one would override the first value. It ignores text that is not JSON.
func Doubles(before, after []byte) bool {
	had := doubled(before)
	for name, n := range doubled(after) {
		if n > had[name] {
			return true
		}
	}
	return false
}

// doubled counts the overridden keys of a text by their names.
func doubled(text []byte) map[string]int {
	all := map[string]int{}
	if p := parse(File{Text: text}); p.root != nil {
		for _, field := range duplicates(p.root) {
			all[field.Name]++
		}
	}
	return all
}

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
