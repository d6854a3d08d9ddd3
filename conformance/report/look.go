package report

import (
	"cmp"

	"github.com/hooktest/hooktest/internal/visible"
)

// A Look is how text for a person looks. The zero Look is that of a file.
type Look struct {
	// Width is the number of columns to write for; 0 means 80. Commands to be
	// copied are never cut.
	Width int
	// Paint highlights visible text; nil leaves all text plain.
	Paint func(Tone, string) string
}

// Set returns a text made visible and highlighted.
func (l Look) Set(tone Tone, text string) string {
	text = visible.Text(text)
	if tone == Plain || l.Paint == nil {
		return text
	}
	return l.Paint(tone, text)
}

// A Tone is the color family of a verdict or of a part of a text. Color is never
// the only sign of its meaning.
type Tone int

const (
	Plain Tone = iota
	Strong
	Faint
	Good
	Bad
	Caution
)

// Shape returns a sign that distinguishes the tones without colors.
func (t Tone) Shape() string {
	return cmp.Or(map[Tone]string{Good: "✓", Bad: "✗", Caution: "△"}[t], "○")
}
