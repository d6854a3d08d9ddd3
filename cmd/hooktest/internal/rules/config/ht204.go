package config

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// ht204 finds patterns for files.
func ht204(v *view) { v.ofMatcher("HT204") }

// globIssue returns the issue about a matcher that matches tools as a file pattern.
func (v *view) globIssue(m matched) []issue {
	matches := func(name string) bool {
		ok, err := path.Match(m.text, name)
		return err == nil && ok
	}
	if !strings.Contains(m.text, "*") || strings.ContainsAny(m.text, `.\[](){}^$+?|`) || !slices.ContainsFunc(v.agent.Tools.Names(), matches) {
		return nil
	}
	return []issue{{id: "HT204", text: fmt.Sprintf("%s matches no tool: a matcher is not a pattern for files", quoted(m.text)), fix: fmt.Sprintf("write %q", strings.ReplaceAll(m.text, "*", ".*"))}}
}
