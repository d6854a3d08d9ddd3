package config

import "fmt"

// ht202 finds names of another agent's tools.
func ht202(v *view) { v.ofMatcher("HT202") }

// foreignIssue suggests the agent's own name for another agent's tool.
func (v *view) foreignIssue(name string) issue {
	foreign, has := v.agent.ForeignTool(name)
	if !has {
		return issue{}
	}
	return issue{id: "HT202", text: "it is a tool of " + foreign.Product, fix: fmt.Sprintf("write %s, which is what %s calls it", foreign.Here, v.agent.Product)}
}
