package stream

import (
	"io"
	"slices"
)

// A Run is a stream in memory.
type Run struct {
	Header Header
	// Cases are in the order in which they began.
	Cases []Case
	// Footer is the stream's. If there was none, it is one that says so, with the
	// totals of the events read.
	Footer Footer
	// Ended reports whether the stream had a footer.
	Ended bool
}

// A Case holds the events of one case. End is nil for one that did not end.
type Case struct {
	Start  CaseStart
	Checks []Check
	End    *CaseEnd
}

// Checks returns all checks, by case.
func (r Run) Checks() []Check {
	var all []Check
	for _, c := range r.Cases {
		all = append(all, c.Checks...)
	}
	return all
}

// UntrueFailures returns the entries of the known-failure file with a fault.
func (r Run) UntrueFailures() []KnownFailure {
	return slices.DeleteFunc(slices.Clone(r.Footer.KnownFailures), func(k KnownFailure) bool { return k.Fault == "" })
}

// An Outcome is a run in one word.
type Outcome string

const (
	// AsExpected: every selected case was run, something was judged, no check of
	// the level requirement has a failing verdict, the known failures are right,
	// nothing required is lost, and the adapter shut down correctly.
	AsExpected Outcome = "as-expected"
	// Against: at least one verdict is against the implementation or its adapter, an
	// entry of the known-failure file is wrong, or something required is lost.
	Against Outcome = "against"
	// SuiteFault: a case of any level is broken, so the run is not conclusive.
	SuiteFault Outcome = "suite-fault"
	// Unfinished: not every selected case was run.
	Unfinished Outcome = "unfinished"
	// NothingJudged: no check has a verdict about the implementation, which is
	// never success.
	NothingJudged Outcome = "nothing-judged"
)

// Outcome returns the first of SuiteFault, Unfinished, Against and NothingJudged
// that applies to the run, else AsExpected.
func (r Run) Outcome() Outcome {
	checks := r.Footer.Totals.Checks
	switch {
	case r.Footer.Totals.Broken() > 0:
		return SuiteFault
	case !r.Footer.Complete:
		return Unfinished
	case checks.Red() > 0 || len(r.UntrueFailures()) > 0 || len(r.Lost()) > 0 || r.Footer.ShutdownFault != nil:
		return Against
	case checks.Judged() == 0:
		return NothingJudged
	}
	return AsExpected
}

// Write writes the run as a stream, case by case. A run that was cut off gets
// the footer that says so.
func (r Run) Write(w io.Writer) error {
	out, err := NewWriter(w, r.Header)
	if err != nil {
		return err
	}
	for _, c := range r.Cases {
		if err := c.Write(out); err != nil {
			return err
		}
	}
	return out.finish(r.Footer)
}

// Write writes the events of one case to a stream.
func (c Case) Write(w *Writer) error {
	if err := w.Start(c.Start); err != nil {
		return err
	}
	for _, check := range c.Checks {
		if err := w.Check(check); err != nil {
			return err
		}
	}
	if c.End == nil {
		return nil
	}
	return w.End(*c.End)
}

// clone copies a run as deep as Normalize and Merge change it.
func (r Run) clone() Run {
	r.Header.Requirements = slices.Clone(r.Header.Requirements)
	r.Cases = slices.Clone(r.Cases)
	r.Footer.KnownFailures = slices.Clone(r.Footer.KnownFailures)
	r.Footer.Required = slices.Clone(r.Footer.Required)
	if r.Footer.Restarts != nil {
		r.Footer.Restarts = new(*r.Footer.Restarts)
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Checks = slices.Clone(c.Checks)
		if c.End != nil {
			c.End = new(*c.End)
		}
	}
	return r
}
