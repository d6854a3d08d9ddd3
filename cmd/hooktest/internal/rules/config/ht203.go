package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/english"
)

// ht203 finds names that also match longer ones.
func ht203(v *view) { v.ofMatcher("HT203") }

// unanchored returns the issues about these names.
func (v *view) unanchored(m matched) []issue {
	var all []issue
	for _, part := range m.parts {
		if _, is := v.agent.Tools.Tool(part); !is {
			continue
		}
		also := slices.DeleteFunc(slices.Clone(m.result.fires), func(name string) bool {
			return name == part || slices.Contains(m.parts, name) || !strings.Contains(name, part)
		})
		if len(also) > 0 {
			all = append(all, issue{id: "HT203", text: fmt.Sprintf("%s also matches %s, because a part of the name is enough", quoted(part), english.And(also)), fix: fmt.Sprintf("write ^%s$", part)})
		}
	}
	return all
}
