// Package catalogue turns the embedded requirement files into one checked
// catalogue: HOOK ids, their clauses, the interpretations (INT ids) that touch
// them, and a ledger of totals.
//
// Load reads and checks everything; the Catalogue that it returns answers by id
// and in id order, and never changes afterwards. Every total is computed from
// the files.
//
// The package knows requirements only. It does not know cases, verdicts,
// engine code or links to any of them, and it runs nothing.
package catalogue

import "slices"

// Catalogue holds every requirement and interpretation. It is immutable and
// safe for concurrent use; slices inside the values that it hands out are
// shared and must not be modified.
type Catalogue struct {
	sections        []Section
	requirements    []Requirement
	byID            map[string]int
	interpretations []Interpretation
}

// Section is one numbered section of the source document.
type Section struct {
	Number int
	Title  string
	// Requirements holds the section's ids in id order; it is empty for a
	// section that the source uses for reference only.
	Requirements []string
}

// Interpretation is a decision where the source documents are silent or
// contradict each other.
type Interpretation struct {
	ID    string `yaml:"id"`
	Title string `yaml:"title"`
	Text  string `yaml:"text"`
	// Requirements holds, in id order, the HOOK ids that the decision touches; it
	// is empty if no requirement covers the subject. The files may declare the
	// link on either side.
	Requirements []string `yaml:"requirements"`
}

// Sections returns the sections in the order of their numbers.
func (c *Catalogue) Sections() []Section { return slices.Clone(c.sections) }

// Requirements returns all requirements, merged ones included, in id order:
// by number, then by letter.
func (c *Catalogue) Requirements() []Requirement { return slices.Clone(c.requirements) }

// Interpretations returns all interpretations in id order.
func (c *Catalogue) Interpretations() []Interpretation { return slices.Clone(c.interpretations) }

// Lookup returns the requirement with exactly this id, such as HOOK-016a.
func (c *Catalogue) Lookup(id string) (Requirement, bool) {
	i, ok := c.byID[id]
	if !ok {
		return Requirement{}, false
	}
	return c.requirements[i], true
}

// Clause returns the clause with exactly this id, such as HOOK-016a.3.
func (c *Catalogue) Clause(id string) (Clause, bool) {
	owner, _, ok := cutClauseID(id)
	if !ok {
		return Clause{}, false
	}
	r, ok := c.Lookup(owner)
	if !ok {
		return Clause{}, false
	}
	i := slices.IndexFunc(r.Clauses, func(cl Clause) bool { return cl.ID == id })
	if i < 0 {
		return Clause{}, false
	}
	return r.Clauses[i], true
}

// Interpretation returns the interpretation with exactly this id, such as
// INT-02.
func (c *Catalogue) Interpretation(id string) (Interpretation, bool) {
	i := slices.IndexFunc(c.interpretations, func(in Interpretation) bool { return in.ID == id })
	if i < 0 {
		return Interpretation{}, false
	}
	return c.interpretations[i], true
}
