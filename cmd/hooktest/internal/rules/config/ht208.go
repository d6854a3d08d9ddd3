package config

import "strings"

// ht208 finds names of tools in other letters.
func ht208(v *view) { v.ofMatcher("HT208") }

// caseIssue suggests the tool that differs from a name in upper and lower case.
func (v *view) caseIssue(name string) issue {
	for _, tool := range v.agent.Tools.Names() {
		if strings.EqualFold(tool, name) {
			return issue{id: "HT208", text: "case matters", fix: "write " + tool, with: tool}
		}
	}
	return issue{}
}
