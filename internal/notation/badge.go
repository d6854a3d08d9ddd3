package notation

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/layout"
)

// A Color is the name of a color of shields.io.
type Color string

// The colors.
const (
	Green  Color = "brightgreen"
	Yellow Color = "yellow"
	Orange Color = "orange"
	Red    Color = "red"
	Grey   Color = "lightgrey"
)

// ByShare returns the color of a part of a whole: green only for the whole, grey if the
// whole is 0.
func ByShare(part, whole int) Color {
	switch {
	case whole == 0:
		return Grey
	case part >= whole:
		return Green
	case part*10 >= whole*9:
		return Yellow
	case part*2 >= whole:
		return Orange
	}
	return Red
}

// A Badge is a label and a message. The message has to be clear without the color.
type Badge struct {
	Label, Message string
	// Title is the picture's long text.
	Title string
	Color Color
}

// WriteJSON writes the response of a shields.io endpoint.
func (b Badge) WriteJSON(w io.Writer) error {
	return layout.Encode(w, struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         Color  `json:"color"`
	}{1, b.Label, b.Message, b.Color})
}

// fill is dark enough for white letters: at least 4.5 to 1.
func (c Color) fill() string {
	switch c {
	case Green:
		return "#1a7f37"
	case Yellow:
		return "#806600"
	case Orange:
		return "#a34700"
	case Red:
		return "#b3261e"
	}
	return "#5f6368"
}

// letterWidth is the approximate width of a letter of the badge's font at 11 pixels; the
// attribute textLength makes any font fit.
const letterWidth = 6.6

// WriteSVG writes the picture, which has no external references.
func (b Badge) WriteSVG(w io.Writer) error {
	left, right := width(b.Label), width(b.Message)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" role="img" aria-label="%[2]s">
  <title>%[2]s</title>
  <rect width="%[1]d" height="20" rx="3" fill="%[3]s"/>
  <path d="M3 0h%[4]dv20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#24292f"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="6" y="14" textLength="%[5]d">%[6]s</text>
    <text x="%[7]d" y="14" textLength="%[8]d">%[9]s</text>
  </g>
</svg>
`, left+right, escaped(b.Title), b.Color.fill(), left-3, left-12, escaped(b.Label), left+6, right-12, escaped(b.Message))
	return err
}

func escaped(text string) string {
	var b bytes.Buffer
	// A buffer takes everything.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

func width(text string) int { return int(float64(utf8.RuneCountInString(text))*letterWidth) + 12 }
