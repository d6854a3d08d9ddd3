package dialect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// Condition is a hook field with a rule about tool calls, such as Bash(git push *). The
// hook does not start for a call that does not match the rule.
type Condition struct {
	Field string
	// Fact names the observation for a rule that does not match, Elsewhere the one for
	// events that are not about tools. Unseen names the fact that the comparison is not
	// known; the hook then runs.
	Fact, Elsewhere, Unseen string
}

// A Kept reports whether a call matches a rule.
type Kept int

const (
	// KeptUnknown: it is not known how the agent compares such a rule.
	KeptUnknown Kept = iota
	Yes
	No
	// Never: the event has no call.
	Never
)

// permission is the form of a rule: a tool name, then its arguments in parentheses.
var permission = lazyregexp.New(`^([A-Za-z0-9_-]+)(?:\((.*)\))?$`)

// Keeps reports whether a call matches a rule, if the comparison was observed. It
// compares the tool's name and each simple command of a shell command; * matches any
// characters.
func (c *Contract) Keeps(rule string, row *Event, input *jsonvalue.Object) Kept {
	if !row.Subject.Tool {
		return Never
	}
	parts := permission.FindStringSubmatch(rule)
	if parts == nil {
		return KeptUnknown
	}
	called, _ := input.GetString(row.Subject.Field)
	names, err := c.MatcherOf(row).Compile.Read(parts[1])
	if err != nil {
		return KeptUnknown
	}
	switch same, err := names.MatchString(called); {
	case err != nil || strings.HasPrefix(parts[1], c.Tools.MCPPrefix) && c.Tools.MCPPrefix != "":
		return KeptUnknown
	case !same:
		return No
	case !strings.Contains(rule, "(") || parts[2] == "*":
		return Yes
	}
	tool, _ := c.Tools.Tool(called)
	arguments, _ := input.GetObject(row.Subject.Input)
	command, ok := arguments.GetString(tool.Argument)
	if tool.Role != RunShell || !ok {
		return KeptUnknown
	}
	return keeps(parts[2], command)
}

// keeps compares a pattern with each simple command of a shell command. A final " *" or
// ":*" also matches no argument at all.
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
		return KeptUnknown
	}
	return No
}
