package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/spelling"
)

// ht201 finds matchers that match no tool.
func ht201(v *view) { v.ofMatcher("HT201") }

// listIssue returns the issue about a list that the agent does not split into names.
func (v *view) listIssue(m matched) []issue {
	if len(m.parts) < 2 || !slices.ContainsFunc(m.parts, func(part string) bool { return len(v.try(m.row, part).fires) > 0 }) {
		return nil
	}
	names := strings.Join(m.parts, "|")
	return []issue{{id: "HT201", text: fmt.Sprintf("%s matches no tool of %s: it is a list that this agent does not split", quoted(m.text), v.agent.Product), fix: fmt.Sprintf("write %q", names), with: names}}
}

// serverOnly returns the issue about the name of an MCP server where that of a tool belongs. An
// agent that searches for the matcher finds it in the names of the server's tools.
func (v *view) serverOnly(m matched, part string) issue {
	const prefix = "mcp__"
	server, ok := strings.CutPrefix(part, prefix)
	if !ok || v.agent.Tools.MCPPrefix != prefix || server == "" || strings.Contains(server, "__") || v.fires(m.row, m.text, part+"__x") {
		return issue{}
	}
	text := quoted(part)
	if part != m.text {
		text += " in " + quoted(m.text)
	}
	return issue{id: "HT201", text: fmt.Sprintf("%s matches no tool of %s: those of a server are called %s__…", text, v.agent.Product, part), fix: fmt.Sprintf("write %q", part+"__.*")}
}

// spellingIssue suggests the tool whose name a name is almost.
func (v *view) spellingIssue(name string) issue {
	near, has := nearest(name, v.agent.Tools.Names())
	if !has || v.others(name) {
		return issue{}
	}
	return issue{id: "HT201", text: "no tool is called so", fix: fmt.Sprintf("did you mean %s?", near)}
}

// unknownIssue returns the issue about a list without a name that is known.
func (v *view) unknownIssue(m matched) []issue {
	text, fix := fmt.Sprintf("%s matches no tool of %s", quoted(m.text), v.agent.Product), v.listing()
	switch {
	case len(m.parts) == 0 && strings.Trim(m.text, "| ") == "":
		text += ": it is a list without names"
	case len(m.parts) == 0 || !v.allKnown():
		return nil
	default:
		if near, ok := spelling.Nearest(m.parts[0], v.agent.Tools.Names()); ok {
			fix = fmt.Sprintf("did you mean %s?", near)
		}
	}
	return []issue{{id: "HT201", text: text, fix: fix}}
}

// allKnown reports whether all tools of the agent are known, except for those of MCP servers.
func (v *view) allKnown() bool {
	return v.agent.Reading == nil || slices.ContainsFunc(v.agent.Facts, func(f dialect.Fact) bool { return f.ID == v.agent.Tools.Fact && f.Kind == dialect.Source })
}
