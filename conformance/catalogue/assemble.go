package catalogue

import (
	"cmp"
	"slices"
)

// assemble puts checked parts into order and indexes them.
func assemble(p parts) *Catalogue {
	c := &Catalogue{}
	for _, f := range p.files {
		section := Section{Number: f.number, Title: f.title}
		for _, r := range f.requirements {
			section.Requirements = append(section.Requirements, r.value.ID)
			c.requirements = append(c.requirements, r.value)
		}
		slices.SortFunc(section.Requirements, compareIDs)
		c.sections = append(c.sections, section)
	}
	for _, in := range p.interpretations {
		c.interpretations = append(c.interpretations, in.value)
	}
	slices.SortFunc(c.sections, func(a, b Section) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(c.requirements, func(a, b Requirement) int { return compareIDs(a.ID, b.ID) })
	slices.SortFunc(c.interpretations, func(a, b Interpretation) int { return compareIDs(a.ID, b.ID) })
	c.link()
	return c.indexed()
}

func (c *Catalogue) indexed() *Catalogue {
	c.byID = map[string]int{}
	for i, r := range c.requirements {
		c.byID[r.ID] = i
	}
	return c
}

// link records the relation of requirements and interpretations on both sides, even if
// the files declare it on one side only.
func (c *Catalogue) link() {
	touching := map[string][]string{}
	touched := map[string][]string{}
	add := func(requirement, interpretation string) {
		touching[requirement] = append(touching[requirement], interpretation)
		touched[interpretation] = append(touched[interpretation], requirement)
	}
	for _, r := range c.requirements {
		for _, in := range r.Interpretations {
			add(r.ID, in)
		}
	}
	for _, in := range c.interpretations {
		for _, r := range in.Requirements {
			add(r, in.ID)
		}
	}
	for i := range c.requirements {
		c.requirements[i].Interpretations = inOrder(touching[c.requirements[i].ID])
	}
	for i := range c.interpretations {
		c.interpretations[i].Requirements = inOrder(touched[c.interpretations[i].ID])
	}
}

// inOrder sorts ids in place and drops repetitions.
func inOrder(ids []string) []string {
	slices.SortFunc(ids, compareIDs)
	return slices.Compact(ids)
}
