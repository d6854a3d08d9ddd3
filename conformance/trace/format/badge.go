package format

import (
	"fmt"
	"io"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/badge"
)

// badgeOf is how many clauses are proven. The message alone tells a report whose
// gates are closed; where one of integrity is, the numbers rest on nothing, so
// that the badge has no color.
func badgeOf(r trace.Report) badge.Badge {
	l := r.Ladder
	b := badge.Badge{
		Label: "hooktest", Message: fmt.Sprintf("proven %d/%d", l.Proven, l.Denominator),
		Color: badge.ByShare(l.Proven, l.Denominator),
	}
	closed, integrity := blocking(r)
	switch {
	case integrity > 0:
		b.Message, b.Color = b.Message+", gates closed", badge.Grey
	case closed > 0:
		b.Message += ", gates closed"
		if b.Color == badge.Green {
			b.Color = badge.Yellow
		}
	}
	b.Title = b.Label + ": " + b.Message
	return b
}

func writeBadge(w io.Writer, r trace.Report) error { return badgeOf(r).WriteJSON(w) }

func writeBadgeSVG(w io.Writer, r trace.Report) error { return badgeOf(r).WriteSVG(w) }
