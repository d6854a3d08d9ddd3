package report

import "github.com/hooktest/hooktest/internal/visible"

// A Look is how text for a person looks. The zero Look is that of a file.
type Look struct {
	// Width is the number of columns to write for; 0 stands for 80. Commands to
	// be copied are never cut.
	Width int
	// Paint sets visible text off; nil leaves all text plain.
	Paint func(Tone, string) string
}

// Set is a text made visible and set off.
func (l Look) Set(tone Tone, text string) string {
	text = visible.Text(text)
	if tone == Plain || l.Paint == nil {
		return text
	}
	return l.Paint(tone, text)
}

// A Tone is the color family of a verdict or of a part of a text. Its meaning
// never rests on color alone.
type Tone int

const (
	Plain Tone = iota
	Strong
	Faint
	Good
	Bad
	Caution
)

// Shape is a sign that tells the tones apart without their colors.
func (t Tone) Shape() string {
	switch t {
	case Good:
		return "✓"
	case Bad:
		return "✗"
	case Caution:
		return "△"
	}
	return "○"
}
