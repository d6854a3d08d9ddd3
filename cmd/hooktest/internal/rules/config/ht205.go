package config

import (
	"fmt"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht205 finds tools with a condition on their arguments.
func ht205(v *view) { v.ofMatcher("HT205") }

// argument matches a tool with a condition on its arguments.
var argument = lazyregexp.New(`^\s*([A-Za-z_][A-Za-z0-9_]*)\s*\(.*\)\s*$`)

// argumentIssue returns the issue about any agent's tool with such a condition.
func (v *view) argumentIssue(m matched) []issue {
	call := argument.FindStringSubmatch(m.text)
	if call == nil {
		return nil
	}
	name := call[1]
	if _, own := v.agent.Tools.Tool(name); !own {
		if !v.others(name) {
			return nil
		}
		if foreign, ok := v.agent.ForeignTool(name); ok {
			name = foreign.Here
		}
	}
	return []issue{{id: "HT205", text: fmt.Sprintf("%s matches no tool: a matcher knows names, not arguments", quoted(m.text)), fix: fmt.Sprintf("write %q, and have the hook look at the input", name)}}
}
