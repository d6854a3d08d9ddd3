package conductor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
)

// Known tells which cases are about something, or need something, that the
// catalogue does not have, or that no case judges: all at once, each with file and
// line and, of what is unknown, the id that was most likely meant. file gives the
// path of a case's file.
func Known(all []cases.Case, c *catalogue.Catalogue, file func(cases.Case) string) error {
	var faults []error
	fault := func(one cases.Case, line int, what, id string) {
		text := fmt.Sprintf("%s:%d: unknown %s %s", file(one), line, what, id)
		if near := c.Nearest(id); near != "" {
			text += ", did you mean " + near
		}
		faults = append(faults, errors.New(text))
	}
	needs := func(one cases.Case) {
		// The header's are those of every scope.
		told := map[string]bool{}
		for _, s := range one.Scopes {
			for _, n := range s.Needs {
				_, isRequirement := c.Lookup(n.Of)
				_, isClause := c.Clause(n.Of)
				switch {
				case told[n.Of]:
				case !isRequirement && !isClause && strings.Contains(n.Of, "."):
					fault(one, n.Line, "clause", n.Of)
				case !isRequirement && !isClause:
					fault(one, n.Line, "requirement", n.Of)
				case !slices.ContainsFunc(all, func(judge cases.Case) bool { return len(n.Judges(judge)) > 0 }):
					faults = append(faults, fmt.Errorf("%s:%d: no case judges %s, which is needed", file(one), n.Line, n.Of))
				}
				told[n.Of] = true
			}
		}
	}
	for _, one := range all {
		needs(one)
		if strings.HasPrefix(one.Requirement, "INT-") {
			if _, ok := c.Interpretation(one.Requirement); !ok {
				fault(one, one.RequirementLine, "interpretation", one.Requirement)
			}
			continue
		}
		if _, ok := c.Lookup(one.Requirement); !ok {
			fault(one, one.RequirementLine, "requirement", one.Requirement)
			continue
		}
		for _, s := range one.Scopes {
			if _, ok := c.Clause(s.Clause); !ok {
				fault(one, s.Line, "clause", s.Clause)
			}
		}
	}
	return errors.Join(faults...)
}
