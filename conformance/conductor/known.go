package conductor

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/suite"
)

// Known tells which cases are about something that the catalogue does not have:
// all at once, each with file and line and the id that was most likely meant.
// file gives the path of a case's file.
func Known(cases []suite.Case, c *catalogue.Catalogue, file func(suite.Case) string) error {
	var faults []error
	fault := func(one suite.Case, line int, what, id string) {
		text := fmt.Sprintf("%s:%d: unknown %s %s", file(one), line, what, id)
		if near := c.Nearest(id); near != "" {
			text += ", did you mean " + near
		}
		faults = append(faults, errors.New(text))
	}
	for _, one := range cases {
		if strings.HasPrefix(one.Requirement, "INT-") {
			if _, ok := c.Interpretation(one.Requirement); !ok {
				fault(one, headerLineOf(one), "interpretation", one.Requirement)
			}
			continue
		}
		if _, ok := c.Lookup(one.Requirement); !ok {
			fault(one, headerLineOf(one), "requirement", one.Requirement)
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

// headerLineOf is where a case says what it is about.
func headerLineOf(c suite.Case) int {
	for i, line := range strings.Split(string(c.Text), "\n") {
		if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(line, "#")), "requirement:") {
			return i + 1
		}
	}
	return 1
}
