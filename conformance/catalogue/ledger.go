package catalogue

import "fmt"

const (
	// lastNumber is the highest integer that the source gives to a requirement.
	lastNumber = 217
	// declaredTotal is what the source's own coverage table ends with.
	declaredTotal = 218
)

// Ledger accounts for every id and holds the totals of a catalogue, each
// computed from its requirements.
type Ledger struct {
	// Headings counts all ids: Active and Merged together.
	Headings int
	Active   int
	Merged   int
	// Target counts the active requirements that the described product did not
	// meet when they were written.
	Target int
	// Patterns counts the active requirements by pattern.
	Patterns map[Pattern]int

	Clauses     int
	Tests       int
	Inspections int
	// Observations and Profiles count clauses.
	Observations map[Observe]int
	Profiles     map[Profile]int

	// Missing holds, ascending, the integers from 1 to 217 that no id uses.
	Missing []int
	// Split holds, ascending, the integers that more than one id uses.
	Split []int
	// DeclaredTotal is the number of requirements that the source claims.
	DeclaredTotal int
	// Findings words, one sentence each, what does not add up.
	Findings []string
}

// Ledger computes the totals. Each call returns a value of its own.
func (c *Catalogue) Ledger() Ledger {
	l := Ledger{
		Patterns:      map[Pattern]int{},
		Observations:  map[Observe]int{},
		Profiles:      map[Profile]int{},
		DeclaredTotal: declaredTotal,
	}
	perNumber := map[int]int{}
	for _, r := range c.requirements {
		n, _ := requirementNumber(r.ID)
		perNumber[n]++
		l.count(r)
	}
	for n := 1; n <= lastNumber; n++ {
		switch {
		case perNumber[n] == 0:
			l.Missing = append(l.Missing, n)
		case perNumber[n] > 1:
			l.Split = append(l.Split, n)
		}
	}
	if len(l.Missing) > 0 {
		l.Findings = append(l.Findings, fmt.Sprintf("%d of the integers 1 to %d have no requirement", len(l.Missing), lastNumber))
	}
	if l.Headings != l.DeclaredTotal {
		l.Findings = append(l.Findings, fmt.Sprintf("the source declares %d requirements, its headings number %d", l.DeclaredTotal, l.Headings))
	}
	return l
}

func (l *Ledger) count(r Requirement) {
	l.Headings++
	if r.Status == Merged {
		l.Merged++
		return
	}
	l.Active++
	l.Patterns[r.Pattern]++
	if r.State == Target {
		l.Target++
	}
	for _, cl := range r.Clauses {
		l.Clauses++
		l.Observations[cl.Observe]++
		l.Profiles[cl.Profile]++
		if cl.Verify == ByInspection {
			l.Inspections++
		} else {
			l.Tests++
		}
	}
}
