package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht325 finds names that are compared with the tool's name and that no tool has.
func ht325(s *source) {
	for _, c := range s.comparisons {
		meant := s.known.renamed(c.name)
		if meant == "" && s.known.knowsTool(c.name) {
			continue
		}
		if meant == "" {
			meant = s.known.toolLike(c.name)
		}
		if meant == "" || slices.ContainsFunc(s.comparisons, func(other comparison) bool { return other.name == meant }) {
			continue
		}
		s.report(c.at, s.known.none("has", "tool "+c.name), fmt.Sprintf("did you mean %s?", meant))
	}
}

// renamed returns the name that hooks read for a tool that the model calls name, with every agent
// of the script. It is empty if some agent may pass the given name itself.
func (k *known) renamed(name string) string {
	if !k.named {
		return ""
	}
	found := ""
	for _, c := range k.contracts {
		tool, ok := c.Tools.Renamed(name)
		if !ok {
			return ""
		}
		found = tool.Name
	}
	return found
}

// knowsTool reports whether a name is that of a tool, or could be one of an MCP server.
func (k *known) knowsTool(name string) bool {
	return slices.ContainsFunc(k.contracts, func(c *dialect.Contract) bool {
		return c.Tools.Knows(name) || c.Tools.MCPPrefix != "" && strings.HasPrefix(name, c.Tools.MCPPrefix) || len(c.Tools.Builtin) == 0
	})
}

// toolLike returns the tool that was most likely meant: its name differs in case, separators or one
// letter, or it does the same as the named tool of another agent.
func (k *known) toolLike(name string) string {
	var all []string
	for _, c := range k.contracts {
		all = append(all, c.Tools.Names()...)
	}
	if meant := near(name, all); meant != "" {
		return meant
	}
	if !k.named {
		return ""
	}
	for _, other := range dialect.Contracts() {
		theirs, ok := other.Tools.Tool(name)
		if !ok || theirs.Role == "" {
			continue
		}
		for _, c := range k.contracts {
			if own, ok := c.Tools.For(theirs.Role); ok {
				return own.Name
			}
		}
	}
	return ""
}
