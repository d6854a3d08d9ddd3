package stream

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// Counts say how often each verdict was given; one that was not is absent.
type Counts map[outcome.Verdict]int

// Sum returns the number of verdicts.
func (c Counts) Sum() int {
	n := 0
	for _, count := range c {
		n += count
	}
	return n
}

// Red returns how many of the verdicts fail a run.
func (c Counts) Red() int {
	n := 0
	for v, count := range c {
		if v.Red() {
			n += count
		}
	}
	return n
}

// observable returns how many of the verdicts are about what could be judged.
// Blocked checks count, because fixing what blocks them makes them judgeable.
func (c Counts) observable() int {
	return c.Sum() - c[outcome.Unsupported] - c[outcome.NotObservable] - c[outcome.NotRun]
}

// Judged returns how many of the verdicts are about the implementation.
func (c Counts) Judged() int { return c.observable() - c[outcome.Blocked] }

// Totals are all numbers about a run. Reports show no other numbers.
type Totals struct {
	// Checks counts the checks of the level requirement.
	Checks Counts `json:"checks"`
	// Clauses and Requirements count those of the header, each once.
	Clauses      Counts `json:"clauses"`
	Requirements Counts `json:"requirements"`
	// Interpretations counts the checks of that level, which count nowhere else
	// and never fail a run.
	Interpretations Counts `json:"interpretations"`
	Numbers
	// WithoutTarget are the same numbers over the requirements that are not
	// targets; nil if no requirement is a target.
	WithoutTarget *Numbers `json:"withoutTarget,omitempty"`
}

// Numbers are the three counts that summarize an implementation.
type Numbers struct {
	// Conformant counts the clauses that passed, Observable those that the run
	// could judge, and All those of the catalogue.
	Conformant int `json:"conformant"`
	Observable int `json:"observable"`
	All        int `json:"all"`
}

func (c Counts) numbers() Numbers { return Numbers{c[outcome.Pass], c.observable(), c.Sum()} }

// Broken counts the checks of any level that are broken themselves.
func (t Totals) Broken() int {
	return t.Checks[outcome.SuiteError] + t.Interpretations[outcome.SuiteError]
}

// Equal reports whether two totals have the same numbers.
func (t Totals) Equal(u Totals) bool {
	return maps.Equal(t.Checks, u.Checks) && maps.Equal(t.Clauses, u.Clauses) &&
		maps.Equal(t.Requirements, u.Requirements) && maps.Equal(t.Interpretations, u.Interpretations) &&
		t.Numbers == u.Numbers && reflect.DeepEqual(t.WithoutTarget, u.WithoutTarget)
}

// A RequirementRoll is the result of a run for one requirement.
type RequirementRoll struct {
	ID string
	// Target is that of the header.
	Target bool
	// Verdict is the worst of the clauses decided by tests. Clauses decided by an
	// inspection count if a check covers them nevertheless, or if the requirement
	// has no others.
	Verdict outcome.Verdict
	Clauses []ClauseRoll
}

// Numbers returns the counts of the requirement's clauses.
func (r RequirementRoll) Numbers() Numbers {
	counts := Counts{}
	for _, clause := range r.Clauses {
		counts[clause.Verdict]++
	}
	return counts.numbers()
}

// A ClauseRoll is the result of a run for one clause.
type ClauseRoll struct {
	ID string
	// Verdict is the worst of the checks. Without checks it is NotRun, or
	// NotObservable if an inspection decides the clause.
	Verdict outcome.Verdict
	// Inspection reports whether an inspection, not a test, decides the clause.
	Inspection bool
	// Checks are those of the level requirement, in the order of the run.
	Checks []Check
}

// RollUp rolls the checks of a run up to its header's clauses and requirements,
// in the header's order, and counts.
func (r Run) RollUp() ([]RequirementRoll, Totals) {
	totals := Totals{Checks: Counts{}, Clauses: Counts{}, Requirements: Counts{}, Interpretations: Counts{}}
	byClause := map[string][]Check{}
	for _, c := range r.Checks() {
		if c.Level == cases.LevelInterpretation {
			totals.Interpretations[c.Verdict]++
			continue
		}
		totals.Checks[c.Verdict]++
		byClause[c.Clause] = append(byClause[c.Clause], c)
	}
	rolls := make([]RequirementRoll, 0, len(r.Header.Requirements))
	current := Counts{}
	for _, requirement := range r.Header.Requirements {
		roll := requirement.rollUp(byClause)
		for _, clause := range roll.Clauses {
			totals.Clauses[clause.Verdict]++
			if !roll.Target {
				current[clause.Verdict]++
			}
		}
		totals.Requirements[roll.Verdict]++
		rolls = append(rolls, roll)
	}
	totals.Numbers = totals.Clauses.numbers()
	if without := current.numbers(); without.All < totals.All {
		totals.WithoutTarget = &without
	}
	return rolls, totals
}

func (r Requirement) rollUp(byClause map[string][]Check) RequirementRoll {
	roll := RequirementRoll{ID: r.ID, Target: r.Target, Verdict: outcome.NotObservable}
	var deciding []outcome.Verdict
	for _, n := range slices.Sorted(slices.Values(slices.Concat(r.Tests, r.Inspections))) {
		clause := ClauseRoll{ID: r.ID + "." + strconv.Itoa(n), Inspection: slices.Contains(r.Inspections, n)}
		clause.Checks = byClause[clause.ID]
		switch {
		case len(clause.Checks) > 0:
			clause.Verdict = worst(clause.Checks)
		case clause.Inspection:
			clause.Verdict = outcome.NotObservable
		default:
			clause.Verdict = outcome.NotRun
		}
		if !clause.Inspection || len(clause.Checks) > 0 {
			deciding = append(deciding, clause.Verdict)
		}
		roll.Clauses = append(roll.Clauses, clause)
	}
	if len(deciding) > 0 {
		roll.Verdict = outcome.Worst(deciding...)
	}
	return roll
}

func worst(checks []Check) outcome.Verdict {
	all := make([]outcome.Verdict, len(checks))
	for i, c := range checks {
		all[i] = c.Verdict
	}
	return outcome.Worst(all...)
}
