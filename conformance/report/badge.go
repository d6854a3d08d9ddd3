package report

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/hooktest/hooktest/conformance/stream"
)

const badgeLabel = "hooktest"

// badge gives the words and the color. The words alone tell a finished run from
// any other.
func (r Run) badge() (message, color string) {
	t := r.totals
	message = fmt.Sprintf("%d / %d / %d clauses", t.Conformant, t.Observable, t.All)
	switch r.stream.Outcome() {
	case stream.Unfinished, stream.SuiteFault, stream.NothingJudged:
		return string(r.stream.Outcome()) + ": " + message, "lightgrey"
	}
	switch {
	case t.Conformant == t.Observable:
		return message, "brightgreen"
	case t.Conformant*10 >= t.Observable*9:
		return message, "yellow"
	case t.Conformant*2 >= t.Observable:
		return message, "orange"
	}
	return message, "red"
}

func writeBadge(w io.Writer, r Run) error {
	message, color := r.badge()
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
	}{1, badgeLabel, message, color})
}

// The message of a badge is white on a color that is dark enough for it: at
// least 4.5 to 1.
func badgeFill(color string) string {
	switch color {
	case "brightgreen":
		return "#1a7f37"
	case "yellow":
		return "#806600"
	case "orange":
		return "#a34700"
	case "red":
		return "#b3261e"
	}
	return "#5f6368"
}

// letterWidth is what a letter of the badge's font takes at 11 pixels, roughly;
// textLength makes the letters fit whichever font there is.
const letterWidth = 6.6

func writeBadgeSVG(w io.Writer, r Run) error {
	message, color := r.badge()
	left, right := badgeWidth(badgeLabel), badgeWidth(message)
	title := fmt.Sprintf("%s: %s", badgeLabel, numbers(r.totals))
	if color == "lightgrey" {
		title += ", " + string(r.stream.Outcome())
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" role="img" aria-label="%[2]s">
  <title>%[2]s</title>
  <rect width="%[1]d" height="20" rx="3" fill="%[3]s"/>
  <path d="M3 0h%[4]dv20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#24292f"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="6" y="14" textLength="%[5]d">%[6]s</text>
    <text x="%[7]d" y="14" textLength="%[8]d">%[9]s</text>
  </g>
</svg>
`, left+right, title, badgeFill(color), left-3, left-12, badgeLabel, left+6, right-12, message)
	return err
}

func badgeWidth(text string) int { return int(float64(utf8.RuneCountInString(text))*letterWidth) + 12 }
