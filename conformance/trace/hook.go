package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/suite"
)

// hooksOf are the hooks that a case makes, each with the file of the case that
// is its body, by name. Conditions in the script are not looked at.
func hooksOf(c suite.Case) []Hook {
	script, files := archive(string(c.Text))
	var hooks []Hook
	for line := range strings.Lines(script) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "hook" {
			continue
		}
		for _, name := range words[1:] {
			text, ok := files[name]
			if ok && !slices.ContainsFunc(hooks, func(h Hook) bool { return h.Name == name }) {
				hooks = append(hooks, Hook{name, text})
			}
		}
	}
	slices.SortFunc(hooks, func(x, y Hook) int { return cmp.Compare(x.Name, y.Name) })
	return hooks
}

// archive takes a case apart into its script and its files.
func archive(text string) (script string, files map[string]string) {
	files = map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		marker, begins := strings.CutPrefix(strings.TrimRight(line, " \t\r\n"), "-- ")
		marker, ends := strings.CutSuffix(marker, " --")
		switch {
		case begins && ends:
			name = strings.TrimSpace(marker)
			files[name] = ""
		case name == "":
			script += line
		default:
			files[name] += line
		}
	}
	return script, files
}
