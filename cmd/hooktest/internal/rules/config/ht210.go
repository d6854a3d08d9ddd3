package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht210() rule {
	return rule{Rule: finding.Rule{
		ID: "HT210", Title: "another agent's naming of MCP tools", Severity: finding.Error,
		Why: "Some agents use mcp__server__tool, others mcp_server_tool.",
	}, find: ofMatcher("HT210")}
}
