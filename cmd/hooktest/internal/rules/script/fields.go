package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// fieldLike returns the field that was most likely meant: of nearly the same name, one level below,
// or the only one whose words include or are included in the name's.
func (s *source) fieldLike(a access) string {
	name := a.path[0]
	if meant := near(name, s.known.fields().all); meant != "" {
		return meant
	}
	if s.known.arguments().has[name] && len(a.path) == 1 {
		for _, input := range inputs().all {
			if s.known.fields().has[input] {
				return input + "." + name
			}
		}
	}
	if everyField().has[name] {
		return ""
	}
	if name == "tool_output" {
		// People guess these names for the result of a tool.
		return s.known.result()
	}
	return longer(name, s.known.fields().all)
}

// result returns the field with a tool's result: hooks read it after a tool and not before it. It
// is empty if agents differ.
func (k *known) result() string {
	found := ""
	for _, c := range k.contracts {
		after, _ := c.At(dialect.ToolAfter)
		before, ok := c.At(dialect.ToolBefore)
		if !ok || after == nil {
			continue
		}
		for _, field := range after.Fields {
			if _, both := before.Field(field.Name); both || !strings.HasPrefix(field.Name, "tool_") || !k.fields().has[field.Name] {
				continue
			}
			if found != "" && found != field.Name {
				return ""
			}
			found = field.Name
		}
	}
	return found
}

// noneOfTheTools says that no tool of the script has an argument.
func (s *source) noneOfTheTools(name string) string {
	if len(s.known.tools) == 1 {
		return fmt.Sprintf("%s has no argument %s", s.known.tools[0], name)
	}
	return fmt.Sprintf("none of %s has an argument %s", english.And(s.known.tools), name)
}

// sameRole returns the script's tools' name for an argument that another agent's tools of the same
// role call name. It is empty if one of the tools is unknown or they do not agree.
func (k *known) sameRole(name string) string {
	meant := ""
	for _, tool := range k.tools {
		own := ""
		for _, c := range k.contracts {
			t, ok := c.Tools.Tool(tool)
			if !ok || t.Argument == "" {
				return ""
			}
			for _, other := range dialect.Contracts() {
				for _, theirs := range other.Tools.Builtin {
					if theirs.Role == t.Role && t.Role != "" && theirs.Argument == name {
						own = t.Argument
					}
				}
			}
		}
		if own == "" || meant != "" && own != meant {
			return ""
		}
		meant = own
	}
	return meant
}

// eventsWith returns the first event of each contract that has a field. Fields about a subagent may
// be on any event, because subagents call tools, too.
func (k *known) eventsWith(field string) []hook.Event {
	var found []hook.Event
	for _, c := range k.contracts {
		if row, ok := c.At(dialect.SubagentStart); ok {
			if _, everywhere := row.Field(field); everywhere {
				return nil
			}
		}
		for i := range c.Events {
			if _, ok := c.Events[i].Field(field); ok && !slices.Contains(found, c.Events[i].Name) && len(found) < 3 {
				found = append(found, c.Events[i].Name)
			}
		}
	}
	return found
}

// own returns the fields of the events without those of every hook.
func (k *known) own() []string {
	var own names
	for _, c := range k.contracts {
		for _, event := range k.events {
			row, _ := c.Event(event)
			for _, field := range row.Fields {
				own.add(field.Name)
			}
		}
	}
	return own.all
}
