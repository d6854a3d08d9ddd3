// Package rules lists the rules of all packages, for lists, explanations, reports and the page.
package rules

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
)

// Rules returns every rule, ordered by ID.
func Rules() []finding.Rule {
	all := slices.Concat(diagnosis.Rules(), config.Rules(), finding.Rules(), probe.Rules(), script.Rules())
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
