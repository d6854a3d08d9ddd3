package config

import "fmt"

// ht209 finds names of tools that hooks are told by another name.
func ht209(v *view) { v.ofMatcher("HT209") }

// aliasIssue suggests the name that hooks are told.
func (v *view) aliasIssue(name string) issue {
	tool, has := v.agent.Tools.Renamed(name)
	if !has {
		return issue{}
	}
	return issue{id: "HT209", text: fmt.Sprintf("hooks are told %s in its place", tool.Name), fix: "write " + tool.Name, with: tool.Name}
}
