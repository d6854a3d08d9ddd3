package harness

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
)

// A Suite is the cases and requirements that implementations are judged by.
type Suite struct {
	Cases     []cases.Case
	Catalogue *catalogue.Catalogue
	// Folder is the folder with the files of the cases, for messages and annotations.
	Folder string
	// Digest and CatalogueDigest are the results of stream.SuiteDigest and
	// stream.CatalogueDigest, for a suite that runs many times. If one is empty, each
	// run computes it.
	Digest, CatalogueDigest string
}

// File returns the path of a case's file.
func (s Suite) File(c cases.Case) string { return path.Join(s.Folder, c.Name+".txtar") }

// Check returns an error for each case that is about an unknown requirement, clause or
// interpretation, needs an unknown one, or needs one that no case judges. All errors
// are joined, each with file and line, and for an unknown id with the most similar
// known one.
func (s Suite) Check() error {
	c := s.Catalogue
	var faults []error
	fault := func(one cases.Case, line int, what, id string) {
		text := fmt.Sprintf("%s:%d: unknown %s %s", s.File(one), line, what, id)
		if near := c.Nearest(id); near != "" {
			text += ", did you mean " + near
		}
		faults = append(faults, errors.New(text))
	}
	needs := func(one cases.Case) {
		// The needs of the header apply to every scope.
		told := map[string]bool{}
		for _, scope := range one.Scopes {
			for _, n := range scope.Needs {
				_, isRequirement := c.Lookup(n.Of)
				_, isClause := c.Clause(n.Of)
				switch {
				case told[n.Of]:
				case !isRequirement && !isClause && strings.Contains(n.Of, "."):
					fault(one, n.Line, "clause", n.Of)
				case !isRequirement && !isClause:
					fault(one, n.Line, "requirement", n.Of)
				case !slices.ContainsFunc(s.Cases, func(judge cases.Case) bool { return len(n.Judges(judge)) > 0 }):
					faults = append(faults, fmt.Errorf("%s:%d: no case judges %s, which is needed", s.File(one), n.Line, n.Of))
				}
				told[n.Of] = true
			}
		}
	}
	for _, one := range s.Cases {
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
		for _, scope := range one.Scopes {
			if _, ok := c.Clause(scope.Clause); !ok {
				fault(one, scope.Line, "clause", scope.Clause)
			}
		}
	}
	return errors.Join(faults...)
}
