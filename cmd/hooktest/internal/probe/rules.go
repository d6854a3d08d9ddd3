package probe

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ruleOf returns the rule with an ID, from this package or package finding.
func ruleOf(id string) finding.Rule {
	all := slices.Concat(Rules(), finding.Rules())
	i := slices.IndexFunc(all, func(r finding.Rule) bool { return r.ID == id })
	return all[i]
}
