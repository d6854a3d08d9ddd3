package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// rung returns the highest rung of a clause, and what is missing for the next one.
func (b *builder) rung(c Clause) (Rung, string) {
	if c.Verify == catalogue.ByInspection {
		return inspected(c)
	}
	interpretation := strings.HasPrefix(c.ID, "INT-")
	switch {
	case len(c.Checks) == 0:
		return Unlinked, "no case checks it"
	case len(c.Implementations) == 0 && !interpretation:
		return Unlinked, "no declaration of the engine names it"
	}
	if gap := b.notExecuted(c, interpretation); gap != "" {
		return Linked, gap
	}
	for _, check := range c.Checks {
		// A check of an interpretation never fails a requirement.
		if check.Verdict != outcome.Pass && (interpretation || check.Level == cases.LevelRequirement) {
			return Executed, fmt.Sprintf("%s has the verdict %s", check.Check, cmp.Or(check.Verdict, "none: it was not judged"))
		}
	}
	if gap := b.notProven(c); gap != "" {
		return Passed, gap
	}
	return Proven, ""
}

func inspected(c Clause) (Rung, string) {
	switch {
	case c.Inspection == nil:
		return Unlinked, "no inspection decides it"
	case !c.Inspection.Done:
		return Linked, "the inspection was not carried out"
	case !c.Inspection.Passed:
		return Executed, "the inspection fails: " + c.Inspection.Error
	}
	return Passed, ""
}

func (b *builder) notExecuted(c Clause, interpretation bool) string {
	judged := slices.ContainsFunc(c.Checks, func(check Check) bool { return check.Verdict != "" })
	switch {
	case !b.in.Observed || b.in.Witness == nil:
		return "no run of this engine with its coverage is at hand"
	case !judged:
		return "no check of it was judged"
	case interpretation:
		return ""
	}
	seen := false
	for _, l := range c.Implementations {
		if len(l.RanIn) > 0 {
			return ""
		}
		seen = seen || l.Runs
	}
	if !seen {
		return "the declarations that name it have no code that runs"
	}
	return "its cases run none of the declarations that name it"
}

func (b *builder) notProven(c Clause) string {
	if c.Equivalent != "" {
		return "no edit of the engine can violate it: " + c.Equivalent
	}
	switch {
	case len(b.in.Mutants.Mutants) == 0:
		return "no mutants are at hand"
	case len(b.mutantsOf[c.ID]) == 0:
		return "no mutant violates it"
	}
	for _, i := range b.mutantsOf[c.ID] {
		m := b.report.Mutants[i]
		switch m.Status {
		case proof.Killed:
		case "":
			if b.in.Unfit[m.ID] != "" {
				return m.ID + " no longer applies"
			}
			return m.ID + " was not judged since something it rests on changed"
		default:
			return fmt.Sprintf("%s: %s", m.ID, m.Status)
		}
	}
	return ""
}
