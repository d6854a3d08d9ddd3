package suite

import (
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// controlName is the name of a control, instead of a check's name.
const controlName = "control"

// A control is a scope that must hold before its checks are judged. It shows that the
// thing they are about can happen at all, or that another requirement, which they need,
// holds. Its name says which.
type control struct {
	scope
	// checks are the checks that this control applies to; empty for all checks of the
	// case.
	checks []string
}

// of reports whether the control applies to a check.
func (c *control) of(check string) bool {
	return c.assertions > 0 && (len(c.checks) == 0 || slices.Contains(c.checks, check))
}

// judge returns the verdict of a check with this control. If the control fails, the
// check neither passes nor fails: if the thing can't happen at all, its absence proves
// nothing.
func (c *control) judge(v outcome.Verdict, waits []string, mismatches []Mismatch) (outcome.Verdict, []string, []Mismatch) {
	own := c.verdict()
	switch {
	case own == outcome.Pass, v != outcome.Pass && v != outcome.Fail:
		return v, waits, mismatches
	case own == outcome.Unsupported, own == outcome.NotObservable:
		return own, nil, c.mismatches
	}
	return outcome.Blocked, []string{c.Check}, c.mismatches
}

// controlOf returns the scope of the control with this name and these checks. It makes
// the control if there is none.
func (w *world) controlOf(name string, checks []string) *scope {
	for _, c := range w.controls {
		if c.Check == name && slices.Equal(c.checks, checks) {
			return &c.scope
		}
	}
	c := &control{scope{Scope: cases.Scope{Check: name}}, checks}
	w.controls = append(w.controls, c)
	return &c.scope
}

// controlling reports whether a scope belongs to a control.
func (w *world) controlling(s *scope) bool {
	return slices.ContainsFunc(w.controls, func(c *control) bool { return &c.scope == s })
}
