package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
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
	setting := lists.Where(dialect.Contracts(), func(c *dialect.Contract) bool { return Sets(c, name) })
	return slices.Compact(lists.Of(setting, func(c *dialect.Contract) string { return c.Product }))
}

// Sets reports whether an agent sets a variable for hooks.
func Sets(c *dialect.Contract, name string) bool {
	return slices.Contains(c.Launch.Variables, name) || slices.ContainsFunc(c.Launch.Set, func(v dialect.Variable) bool { return v.Name == name })
}

func does(products []string) string {
	if len(products) == 1 {
		return products[0] + " does"
	}
	return english.And(products) + " do"
}

// folders returns the variables with the project's folder that all agents of the script set.
func (k *known) folders() []string {
	found := slices.Clone(k.contracts[0].Launch.Variables)
	return slices.DeleteFunc(found, func(name string) bool {
		return slices.ContainsFunc(k.contracts, func(c *dialect.Contract) bool { return !Sets(c, name) })
	})
}

// mentionsInput reports whether a variable's name is an agent's prefix and a field of the input,
// such as CLAUDE_TOOL_INPUT. A name without the prefix counts only if settings start the script:
// otherwise its caller may set it.
func (s *source) mentionsInput(name string) bool {
	rest, ofAgent := name, false
	for _, c := range dialect.Contracts() {
		for _, variable := range c.Launch.Variables {
			prefix, _, _ := strings.Cut(variable, "_")
			if cut, ok := strings.CutPrefix(name, prefix+"_"); ok {
				rest, ofAgent = cut, true
			}
		}
	}
	rest = strings.ToLower(rest)
	tool := strings.HasPrefix(rest, "tool_") || strings.HasPrefix(rest, "hook_")
	if name != strings.ToUpper(name) || !ofAgent && (s.use.Command == "" || !tool) {
		return false
	}
	for _, field := range everyField().all {
		snake := letters(field)
		if plain := letters(rest); strings.Contains(rest, "_") && (plain == snake || tool && inputs().has[field] && strings.HasPrefix(plain, snake)) {
			return true
		}
	}
	for _, c := range dialect.Contracts() {
		for _, tool := range c.Tools.Builtin {
			for _, argument := range argumentsOf(c, tool) {
				if strings.Contains(argument, "_") && (rest == argument || rest == argument+"s") {
					return true
				}
			}
		}
	}
	return false
}
