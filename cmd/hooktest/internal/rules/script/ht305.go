package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// ht305 finds variables for the input that no agent sets, and those that only other agents
// set.
func ht305(s *source) {
	told := map[string]bool{}
	for _, v := range s.variables {
		if v.fallback || told[v.name] {
			continue
		}
		text, fix := "", "read stdin: the agent writes there, as JSON, what it is about to do"
		switch others := setBy(v.name); {
		case len(others) > 0 && s.known.named && !slices.ContainsFunc(s.known.contracts, func(c *dialect.Contract) bool { return Sets(c, v.name) }):
			text = fmt.Sprintf("%s, but %s", s.known.none("sets", "variable "+v.name), does(others))
			fix = fmt.Sprintf("give it another value where it is empty, as in ${%s:-.}", v.name)
			if own := s.known.folders(); len(own) > 0 {
				fix = fmt.Sprintf("use %s", english.Or(own))
			}
		case len(others) == 0 && s.mentionsInput(v.name):
			text = "no agent sets " + v.name
		default:
			continue
		}
		told[v.name] = true
		s.report(v.at, text, fix)
	}
}

func setBy(name string) []string {
	var products []string
	for _, c := range dialect.Contracts() {
		if Sets(c, name) {
			products = append(products, c.Product)
		}
	}
	return slices.Compact(products)
}
