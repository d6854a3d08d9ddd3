package config

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht210 finds another agent's names of tools of MCP servers.
func ht210(v *view) { v.ofMatcher("HT210") }

// mcpName matches the start of an MCP tool's name.
var mcpName = lazyregexp.New(`mcp__?[A-Za-z0-9]`)

// serverIssue returns the issue about a matcher of MCP tools. Only the prefix of their names is
// known.
func (v *view) serverIssue(m matched) []issue {
	own, other := v.agent.Tools.MCPPrefix, "mcp_"
	if strings.Contains(m.text, "mcp__") {
		other = "mcp__"
	}
	if own == "" || own == other || !mcpName.MatchString(m.text) {
		return nil
	}
	return []issue{{id: "HT210", text: fmt.Sprintf("%s matches no tool of an MCP server: %s begins their names with %s", quoted(m.text), v.agent.Product, own), fix: fmt.Sprintf("write %s instead of %s", own, other)}}
}
