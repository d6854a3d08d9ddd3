package report

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/lists"
)

// inOrder sorts checks by the order of their requirements in the specification.
func (r Run) inOrder(checks []stream.Check) []stream.Check {
	place := map[string]int{}
	for i, roll := range r.requirements {
		place[roll.ID] = i
	}
	slices.SortStableFunc(checks, func(a, b stream.Check) int {
		return cmp.Or(
			cmp.Compare(r.sections[a.Requirement].Number, r.sections[b.Requirement].Number),
			cmp.Compare(place[a.Requirement], place[b.Requirement]),
			cmp.Compare(a.Check, b.Check), cmp.Compare(a.Case, b.Case),
		)
	})
	return checks
}

// A chapter is a section of the specification and what belongs to it.
type chapter struct {
	catalogue.Section
	requirements []stream.RequirementRoll
}

// chapters returns the requirements in the order of the specification. Without the
// catalogue that the stream names, it returns one chapter without a title.
func (r Run) chapters() []chapter {
	rolls := slices.Clone(r.requirements)
	slices.SortStableFunc(rolls, func(a, b stream.RequirementRoll) int {
		return cmp.Compare(r.sections[a.ID].Number, r.sections[b.ID].Number)
	})
	together := lists.Groups(rolls, func(a, b stream.RequirementRoll) bool { return r.sections[a.ID].Number == r.sections[b.ID].Number })
	return lists.Of(together, func(in []stream.RequirementRoll) chapter { return chapter{r.sections[in[0].ID], in} })
}
