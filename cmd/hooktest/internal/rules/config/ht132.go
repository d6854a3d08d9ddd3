package config

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht132 finds what is a mistake only for an agent that reads another agent's file. It gets all
// findings of that agent, and leaves those that the owner shares.
func ht132(v *view, found, owners []finding.Finding) []finding.Finding {
	var left []finding.Finding
	for _, one := range found {
		switch i := slices.IndexFunc(owners, func(f finding.Finding) bool { return same(f, one) }); {
		case i >= 0 && owners[i].Text == one.Text && owners[i].Fix == one.Fix:
			left = append(left, one)
		case i < 0 && one.Rule.Severity != finding.Info && one.Rule.ID != "HT211":
			// A hook that other agents run more often is still one.
			other := v.at(one.Place.Position, v.agent.Product+" reads this file, too: "+one.Text+" ("+one.Rule.ID+")", one.Fix)
			other.Rule = finding.RuleOf("HT132")
			left = append(left, other)
		}
	}
	return left
}
