package stream

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/hooktest/hooktest/conformance/outcome"
)

// book takes the events of one stream in order, rejects an event that contradicts
// earlier ones, and holds the run so far. Writer and Read share it, so every
// written stream can be read.
type book struct {
	run     Run
	begun   bool
	clauses map[string]bool
	cases   map[string]*entry
}

// entry is what the book knows of one case.
type entry struct {
	index  int
	checks map[string]bool
}

func (b *book) take(event any) error {
	if _, ok := event.(*Header); ok == b.begun {
		if b.begun {
			return errors.New("a second header")
		}
		return errors.New("the first line is not a header")
	}
	if b.run.Ended {
		return errors.New("a line after the footer")
	}
	switch e := event.(type) {
	case *Header:
		return b.header(e)
	case *CaseStart:
		return b.caseStart(e)
	case *Check:
		return b.check(e)
	case *CaseEnd:
		return b.caseEnd(e)
	case *Footer:
		return b.footer(e)
	}
	return fmt.Errorf("an event of type %T", event)
}

func (b *book) header(h *Header) error {
	if err := h.valid(); err != nil {
		return err
	}
	b.begun = true
	b.run.Header = *h
	b.cases = map[string]*entry{}
	b.clauses = map[string]bool{}
	for _, r := range h.Requirements {
		for _, n := range append(append([]int(nil), r.Tests...), r.Inspections...) {
			b.clauses[fmt.Sprintf("%s.%d", r.ID, n)] = true
		}
	}
	return nil
}

func (b *book) caseStart(e *CaseStart) error {
	if err := e.valid(); err != nil {
		return err
	}
	if b.cases[e.Case] != nil {
		return fmt.Errorf("case %s begins twice", e.Case)
	}
	b.cases[e.Case] = &entry{index: len(b.run.Cases), checks: map[string]bool{}}
	b.run.Cases = append(b.run.Cases, Case{Start: *e})
	return nil
}

// open returns a case that has begun and not ended.
func (b *book) open(name string) (*Case, *entry, error) {
	known := b.cases[name]
	if known == nil {
		return nil, nil, fmt.Errorf("case %q has not begun", name)
	}
	c := &b.run.Cases[known.index]
	if c.End != nil {
		return nil, nil, fmt.Errorf("case %s has ended", name)
	}
	return c, known, nil
}

func (b *book) check(e *Check) error {
	if err := e.valid(b.clauses); err != nil {
		return err
	}
	c, known, err := b.open(e.Case)
	switch {
	case err != nil:
		return err
	case known.checks[e.Check]:
		return fmt.Errorf("case %s has two checks %s", e.Case, e.Check)
	case e.Level != c.Start.Level:
		return fmt.Errorf("check %s has the level %s, its case %s", e.Check, e.Level, c.Start.Level)
	case e.Requirement != c.Start.Requirement:
		return fmt.Errorf("check %s is about %s, its case about %s", e.Check, e.Requirement, c.Start.Requirement)
	}
	known.checks[e.Check] = true
	c.Checks = append(c.Checks, *e)
	return nil
}

func (b *book) caseEnd(e *CaseEnd) error {
	c, _, err := b.open(e.Case)
	if err != nil {
		return err
	}
	if want := worst(c.Checks); e.Verdict != want {
		return fmt.Errorf("case %s ends with %q, the worst of its checks is %s", e.Case, e.Verdict, want)
	}
	if e.Attempts < 0 || e.Milliseconds < 0 {
		return fmt.Errorf("case %s ends with a negative number", e.Case)
	}
	c.End = e
	return nil
}

func (b *book) footer(e *Footer) error {
	open := b.openCase()
	_, totals := b.run.RollUp()
	switch {
	case e.Complete && open != "":
		return fmt.Errorf("the run is complete, but case %s has not ended", open)
	case e.Complete == (e.Why != ""):
		return errors.New("a run that is not complete says why, and only such a one")
	case !e.Blame.Known() || e.Complete && e.Blame != outcome.BlameNone:
		return fmt.Errorf("the run is cut short by fault of %q", e.Blame)
	case !e.Totals.Equal(totals):
		return errors.New("the totals are not those of the checks")
	case e.Restarts != nil && (e.Restarts.Count < 1 || e.Restarts.Milliseconds < 0):
		return errors.New("restarts are counted from 1, and their time from 0")
	case !reflect.DeepEqual(e.Required, b.run.required()):
		return errors.New("what is required is not what the header says and the checks show")
	case e.ShutdownFault != nil && (!e.ShutdownFault.Verdict.Red() || !e.ShutdownFault.Verdict.Known() || e.ShutdownFault.Message == ""):
		return errors.New("what the adapter did wrong at its end lacks a red verdict or a message")
	case e.Milliseconds < 0:
		return errors.New("a negative duration")
	}
	for _, k := range e.KnownFailures {
		if err := k.valid(b.run.Header.Partial() || !e.Complete); err != nil {
			return err
		}
	}
	b.run.Footer, b.run.Ended = *e, true
	return nil
}

// openCase names a case that has not ended, if there is one.
func (b *book) openCase() string {
	for _, c := range b.run.Cases {
		if c.End == nil {
			return c.Start.Case
		}
	}
	return ""
}

// cutOff adds a footer that says why to a run without one.
func (b *book) cutOff(why string) {
	if b.run.Ended {
		return
	}
	_, totals := b.run.RollUp()
	b.run.Footer = Footer{Kind: KindFooter, Why: why, Totals: totals, Required: b.run.required()}
}
