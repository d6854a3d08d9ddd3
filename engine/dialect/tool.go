package dialect

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Tools describe an agent's tools.
type Tools struct {
	// Builtin is sorted by name.
	Builtin   []Tool
	Elsewhere Elsewhere
	// Common are the tools that hooks handle most often, the most common first.
	Common []string
	// MCPPrefix begins the name of every tool that an MCP server adds.
	MCPPrefix string
	Fact      string
	// ArgumentsFact is the fact about the allowed and required arguments.
	ArgumentsFact string
}

// Elsewhere are tools of other sessions or versions of the agent, known by name only.
type Elsewhere struct {
	Names []string
	Fact  string
}

// A Tool is one tool of an agent.
type Tool struct {
	Name string
	// Unmatched are other names of the tool that hooks never read, such as the name that
	// the model uses.
	Unmatched []string
	// Own is the name that the agent uses with the model; empty if it is Name.
	Own string
	// Does says briefly what the tool does.
	Does string
	// Role is the tool's purpose, under a name that all agents share; empty if no
	// shared role fits, or if another tool has it.
	Role Role
	// Sample is a plausible input as JSON; empty if the arguments are not known.
	Sample string
	// Required are the required arguments.
	Required []string
	// Arguments are all allowed arguments; empty if they are not all known.
	Arguments []string
	// Kinds are the known types of arguments, as jsonvalue.KindOf names them.
	Kinds map[string]string
	// Argument is the input field with the thing that the tool works on.
	Argument string
	// Forms are texts for Argument, by role, if it holds more than the thing that the
	// tool works on, for which they have {on}. A tool serves every role that it has a
	// form for.
	Forms map[Role]string
}

// A Role is the purpose of a tool.
type Role string

// The roles that agents share.
const (
	RunShell   Role = "shell"
	WriteFile  Role = "write"
	EditFile   Role = "edit"
	ReadFile   Role = "read"
	FindFiles  Role = "find"
	SearchText Role = "search"
	FetchPage  Role = "fetch"
	SearchWeb  Role = "web-search"
	RunTask    Role = "task"
	WriteTodos Role = "todo"
)

// Knows reports whether name is a built-in tool, including those that not every session
// has, or could be a tool of an MCP server.
func (t Tools) Knows(name string) bool {
	if rest, ok := strings.CutPrefix(name, t.MCPPrefix); ok && t.MCPPrefix != "" {
		server, tool, found := strings.Cut(rest, "__")
		return found && server != "" && tool != ""
	}
	_, ok := t.Tool(name)
	return ok || slices.Contains(t.Elsewhere.Names, name)
}

// Tool returns a built-in tool.
func (t Tools) Tool(name string) (tool Tool, ok bool) {
	i := slices.IndexFunc(t.Builtin, func(tool Tool) bool { return tool.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return t.Builtin[i], true
}

// Renamed returns the tool with a name that hooks never read.
func (t Tools) Renamed(name string) (tool Tool, ok bool) {
	i := slices.IndexFunc(t.Builtin, func(tool Tool) bool { return slices.Contains(tool.Unmatched, name) })
	if i < 0 {
		return Tool{}, false
	}
	return t.Builtin[i], true
}

// For returns the tool for a role.
func (t Tools) For(role Role) (tool Tool, ok bool) {
	i := slices.IndexFunc(t.Builtin, func(tool Tool) bool { return tool.Role == role || tool.Forms[role] != "" })
	if i < 0 {
		return Tool{}, false
	}
	return t.Builtin[i], true
}

// Call returns a plausible call of a role's tool on something: the tool's name, and an
// input that the caller may change.
func (t Tools) Call(role Role, on string) (name string, input *jsonvalue.Object) {
	tool, _ := t.For(role)
	input = t.Input(tool.Name)
	if form := tool.Forms[role]; form != "" {
		on = strings.ReplaceAll(form, "{on}", on)
	}
	input.Set(tool.Argument, on)
	return tool.Name, input
}

// Names returns the sorted names of the built-in tools, including those that not every
// session has.
func (t Tools) Names() []string {
	names := slices.Clone(t.Elsewhere.Names)
	for _, tool := range t.Builtin {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

// Input returns a plausible input of a tool, which the caller may change. It is empty
// for a tool whose arguments are not known.
func (t Tools) Input(name string) *jsonvalue.Object {
	tool, _ := t.Tool(name)
	if input, ok := parsed(tool.Sample).(*jsonvalue.Object); ok {
		return input
	}
	return jsonvalue.New()
}
