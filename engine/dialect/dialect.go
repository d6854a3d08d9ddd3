// Package dialect holds the contracts of agents as data: the names of tools,
// the values that matchers are tested against, the environment of hooks, the
// places of settings, and where a shipped agent is known to depart from the
// requirements.
//
// The lists say what is documented, so that a name outside them may be a typing
// error; they never decide whether a hook runs. Nothing here reads a file or
// knows how a contract is carried out. Every function gives fresh values that
// the caller may change.
package dialect

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
)

// A Dialect is the contract of one agent.
type Dialect struct {
	// Name is the short name that commands and case files use, such as llxprt.
	Name string
	// Product is the agent's own name.
	Product string
	// Switch is the path of the setting that turns hooks on.
	Switch string
	// OldSwitch is a former path of that setting, which still works and is
	// warned about; empty where there is none.
	OldSwitch string
	// Settings are the files that hooks are read from, those read first first.
	Settings []SettingsFile
	// Environment are the variables that every hook finds set, each to the
	// project directory.
	Environment []string
	// Tools are the built-in tools, sorted by name.
	Tools []Tool
	// MCPPrefix begins the name of every tool that an MCP server adds.
	MCPPrefix string
	// Subjects are, for events that are matched against something other than a
	// tool, the documented values of what they are matched against.
	Subjects map[hook.Event][]string
}

// A SettingsFile is a place of settings: relative to the project directory, or
// to the home directory where it starts with "~/".
type SettingsFile struct {
	Scope, Path string
}

// A Tool is a tool that an agent brings along.
type Tool struct {
	Name string
	// Does says in a few words what it does.
	Does string
}

// KnowsTool tells whether name is a built-in tool or could be one of an MCP
// server.
func (d Dialect) KnowsTool(name string) bool {
	if rest, ok := strings.CutPrefix(name, d.MCPPrefix); ok {
		server, tool, found := strings.Cut(rest, "__")
		return found && server != "" && tool != ""
	}
	return slices.Contains(d.ToolNames(), name)
}

// ToolNames gives the names of the built-in tools, sorted.
func (d Dialect) ToolNames() []string {
	names := make([]string, len(d.Tools))
	for i, tool := range d.Tools {
		names[i] = tool.Name
	}
	return names
}
