// Package rulebook lists the rules of all packages, for lists, explanations, reports and the page.
package rulebook

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/doctor"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/script"
)

// Rules returns every rule, ordered by ID.
func Rules() []finding.Rule {
	all := slices.Concat(doctor.Rules(), lint.Rules(), finding.Rules(), probe.Rules(), script.Rules())
	slices.SortFunc(all, func(a, b finding.Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Find returns a rule by its ID.
func Find(id string) (finding.Rule, bool) {
	all := Rules()
	i := slices.IndexFunc(all, func(r finding.Rule) bool { return r.ID == id })
	if i < 0 {
		return finding.Rule{}, false
	}
	return all[i], true
}
