package dialect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Condition is a field of hooks with a rule about calls of tools, such as
// Bash(git push *): a hook is not started for a call that does not keep it.
type Condition struct {
	Field string
	// Fact says what becomes of a hook whose rule is not kept, Elsewhere what on events
	// that are not about tools, and Unseen that nobody knows whether it is kept: the hook
	// runs then.
	Fact, Elsewhere, Unseen string
}

// A Kept tells whether a rule is kept.
type Kept int

const (
	// Doubtful: nobody has seen how the agent compares such a rule.
	Doubtful Kept = iota
	Yes
	No
	// Never: the event has no call.
	Never
)

// permission is the form of a rule: the name of a tool, and in parentheses what it is
// called with.
var permission = regexp.MustCompile(`^([A-Za-z0-9_-]+)(?:\((.*)\))?$`)

// Keeps reports whether a call matches a rule, where that has been seen: by the tool's
// name, and by the simple commands of a shell command, with * for any characters.
func (c *Contract) Keeps(rule string, row *Event, input *jsonvalue.Object) Kept {
	if !row.Subject.Tool {
		return Never
	}
	parts := permission.FindStringSubmatch(rule)
	if parts == nil {
		return Doubtful
	}
	called, _ := input.GetString(row.Subject.Field)
	names, err := c.MatcherOf(row).Compile.Read(parts[1])
	if err != nil {
		return Doubtful
	}
	switch same, err := names.MatchString(called); {
	case err != nil || strings.HasPrefix(parts[1], c.Tools.MCPPrefix) && c.Tools.MCPPrefix != "":
		return Doubtful
	case !same:
		return No
	case !strings.Contains(rule, "(") || parts[2] == "*":
		return Yes
	}
	tool, _ := c.Tools.Tool(called)
	arguments, _ := input.GetObject(row.Subject.Input)
	command, ok := arguments.GetString(tool.Argument)
	if tool.Role != RunShell || !ok {
		return Doubtful
	}
	return keeps(parts[2], command)
}

// keeps compares a pattern with each simple command of a shell command. At its end " *",
// or ":*", may represent no argument at all.
func keeps(pattern, command string) Kept {
	if rest, prefix := strings.CutSuffix(pattern, ":*"); prefix {
		pattern = rest + " *"
	}
	rest, arguments := strings.CutSuffix(pattern, " *")
	expression := strings.ReplaceAll(regexp.QuoteMeta(rest), `\*`, ".*")
	if arguments {
		expression += "(?: .*)?"
	}
	whole := regexp.MustCompile("^(?s:" + expression + ")$")
	commands, how := simpleCommands(command)
	switch {
	case slices.ContainsFunc(commands, whole.MatchString) || how == dividedOpaque:
		return Yes
	case how == dividedUnseen:
		return Doubtful
	}
	return No
}
