package report

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/notation"
)

// badge returns the run as three numbers. Its words distinguish a finished run from
// an unfinished one, and from the smoke test, which is for edit loops alone.
func (r Run) badge() notation.Badge {
	t := r.totals
	b := notation.Badge{
		Label:   "hooktest",
		Message: fmt.Sprintf("%d / %d / %d clauses", t.Conformant, t.Observable, t.All),
		Title:   "hooktest: " + numbers(t.Numbers),
		Color:   notation.ByShare(t.Conformant, t.Observable),
	}
	if lost := r.stream.Lost(); len(lost) > 0 {
		first, color, what := lost[0], notation.Grey, "not all of "
		if i := slices.IndexFunc(lost, func(one stream.Required) bool { return !one.Partly() }); i >= 0 {
			first, color, what = lost[i], notation.Red, "without "
		}
		b.Message, b.Title, b.Color = what+first.Name+": "+b.Message, b.Title+", "+first.Wrong(), color
	}
	if slices.Contains(r.stream.Header.Selection.Profiles, stream.Smoke) {
		b.Message, b.Title, b.Color = "smoke test alone: "+b.Message, b.Title+", by the smoke test alone", notation.Grey
	}
	switch o := r.stream.Outcome(); o {
	case stream.Unfinished, stream.SuiteFault, stream.NothingJudged:
		b.Message, b.Title, b.Color = string(o)+": "+b.Message, b.Title+", "+string(o), notation.Grey
	}
	return b
}
