package suite

import (
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// controlName stands for a control where a check would be named.
const controlName = "control"

// A control is a scope that has to hold before anything is said of its checks: one
// that shows that what they are about could happen, or what they need of another
// requirement. Its name says which.
type control struct {
	scope
	// checks are those that it is the control of; all of the case for none.
	checks []string
}

// of tells whether a check rests on the control.
func (c *control) of(check string) bool {
	return c.assertions > 0 && (len(c.checks) == 0 || slices.Contains(c.checks, check))
}

// judge is a verdict in the light of the control: where that does not hold,
// nothing is said of the clause, neither that it holds, for what can't be seen to
// happen proves nothing by not happening, nor that it does not.
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

// controlOf is the control of that name and of the checks, which is made where
// there is none yet.
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

// controlling tells whether a scope is a control's.
func (w *world) controlling(s *scope) bool {
	return slices.ContainsFunc(w.controls, func(c *control) bool { return &c.scope == s })
}
