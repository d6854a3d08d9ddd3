package dialect

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Tools are the tools that an agent brings along.
type Tools struct {
	// Builtin are sorted by name.
	Builtin   []Tool
	Elsewhere Elsewhere
	// Common are those that most hooks look at, the most common first.
	Common []string
	// MCPPrefix begins the name of every tool that an MCP server adds.
	MCPPrefix string
	Fact      string
	// ArgumentsFact is the one about what inputs have, and have to have.
	ArgumentsFact string
}

// Elsewhere are tools that other sessions or versions of the agent have, of which only
// the names are known.
type Elsewhere struct {
	Names []string
	Fact  string
}

// A Tool is one tool.
type Tool struct {
	Name string
	// Unheard are other names of the tool that no hook reads, such as the one by which the
	// model calls it.
	Unheard []string
	// Own is what the agent calls the tool where it speaks to the model; empty where that
	// is Name.
	Own string
	// Does says in a few words what it does.
	Does string
	// Role is what the tool is for, under a name that all agents share; empty
	// where none of the shared ones fits, or another tool has it.
	Role Role
	// Sample is a plausible input, as JSON; empty where the arguments are not
	// known.
	Sample string
	// Required are the arguments that an input has to have.
	Required []string
	// Arguments are all that an input may have; empty where they are not all known.
	Arguments []string
	// Kinds are the types of arguments, as jsonvalue.KindOf names them, where they are
	// known.
	Kinds map[string]string
	// Argument is the field of the input that says what the tool works on.
	Argument string
	// Forms are what stands in Argument, by role, where that is more than what the
	// tool works on: texts with {on} in its place. A tool serves every role that it
	// has a form for.
	Forms map[Role]string
}

// A Role is what a tool is for.
type Role string

// The roles that agents have in common.
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

// Knows tells whether name is a built-in tool, also one that not every session has, or
// could be one of an MCP server.
func (t Tools) Knows(name string) bool {
	if rest, ok := strings.CutPrefix(name, t.MCPPrefix); ok && t.MCPPrefix != "" {
		server, tool, found := strings.Cut(rest, "__")
		return found && server != "" && tool != ""
	}
	_, ok := t.Tool(name)
	return ok || slices.Contains(t.Elsewhere.Names, name)
}

// Tool gives a built-in tool.
func (t Tools) Tool(name string) (tool Tool, ok bool) {
	i := slices.IndexFunc(t.Builtin, func(tool Tool) bool { return tool.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return t.Builtin[i], true
}

// Renamed gives the tool that has a name which no hook reads.
func (t Tools) Renamed(name string) (tool Tool, ok bool) {
	i := slices.IndexFunc(t.Builtin, func(tool Tool) bool { return slices.Contains(tool.Unheard, name) })
	if i < 0 {
		return Tool{}, false
	}
	return t.Builtin[i], true
}

// For gives the tool of a role.
func (t Tools) For(role Role) (tool Tool, ok bool) {
	i := slices.IndexFunc(t.Builtin, func(tool Tool) bool { return tool.Role == role || tool.Forms[role] != "" })
	if i < 0 {
		return Tool{}, false
	}
	return t.Builtin[i], true
}

// Call is a plausible call of the tool of a role on something: its name, and an
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

// Names gives the names of the built-in tools, also of those that not every session
// has, sorted.
func (t Tools) Names() []string {
	names := slices.Clone(t.Elsewhere.Names)
	for _, tool := range t.Builtin {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

// Input is a plausible input of a tool, which the caller may change; it is empty
// for a tool whose arguments are not known.
func (t Tools) Input(name string) *jsonvalue.Object {
	tool, _ := t.Tool(name)
	if input, ok := parsed(tool.Sample).(*jsonvalue.Object); ok {
		return input
	}
	return jsonvalue.New()
}
