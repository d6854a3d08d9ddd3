package format

import (
	"fmt"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/notation"
)

// badgeOf returns a badge with the number of proven clauses. The message reports whether a
// gate fails. If an integrity gate fails, the figures are not reliable, so the badge
// has no color.
func badgeOf(r trace.Report) notation.Badge {
	l := r.Ladder
	b := notation.Badge{
		Label: "hooktest", Message: fmt.Sprintf("proven %d/%d", l.Proven, l.Denominator),
		Color: notation.ByShare(l.Proven, l.Denominator),
	}
	failing, integrity := blocking(r)
	switch {
	case integrity > 0:
		b.Message, b.Color = b.Message+", gates fail", notation.Grey
	case failing > 0:
		b.Message += ", gates fail"
		if b.Color == notation.Green {
			b.Color = notation.Yellow
		}
	}
	b.Title = b.Label + ": " + b.Message
	return b
}

// blocking returns the number of findings that block, and of those of integrity gates.
func blocking(r trace.Report) (all, integrity int) {
	for _, f := range r.Findings {
		switch {
		case f.Blocks && f.Gate.Integrity():
			integrity++
			fallthrough
		case f.Blocks:
			all++
		}
	}
	return all, integrity
}
