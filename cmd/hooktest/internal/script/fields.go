package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// unknownFields finds fields that no input has and whose intended name is clear.
func unknownFields(s *source) []finding.Finding {
	known := func(a access) bool { return s.known.fields.has[a.path[0]] }
	told := map[string]bool{}
	var found []finding.Finding
	for _, a := range s.accesses {
		if known(a) || s.covered(a, known) {
			continue
		}
		meant := s.fieldLike(a)
		if meant == "" || told[a.path[0]] || slices.ContainsFunc(s.accesses, func(other access) bool { return strings.HasPrefix(strings.Join(other.path, "."), meant) }) {
			continue
		}
		told[a.path[0]] = true
		found = append(found, s.says(a.at, s.known.none("writes", "field "+a.path[0]+" to hooks"), fmt.Sprintf("did you mean %s?", meant))...)
	}
	return found
}

// fieldLike returns the field that was most likely meant: of nearly the same name, one level below,
// or the only one whose words include or are included in the name's.
func (s *source) fieldLike(a access) string {
	name := a.path[0]
	if meant := near(name, s.known.fields.all); meant != "" {
		return meant
	}
	if s.known.arguments.has[name] && len(a.path) == 1 {
		for _, input := range inputs().all {
			if s.known.fields.has[input] {
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
	return longer(name, s.known.fields.all)
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
			if _, both := before.Field(field.Name); both || !strings.HasPrefix(field.Name, "tool_") || !k.fields.has[field.Name] {
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

// foreignArguments finds arguments that an agent's tools call by another name.
func foreignArguments(s *source) []finding.Finding {
	arguments := s.known.arguments
	if len(s.known.tools) > 0 {
		arguments = argumentsAmong(s.known.contracts, func(t dialect.Tool) bool { return slices.Contains(s.known.tools, t.Name) })
	}
	told := map[string]bool{}
	var found []finding.Finding
	for _, a := range s.accesses {
		known := func(a access) bool { return len(a.path) > 1 && arguments.has[a.path[1]] }
		if len(a.path) < 2 || !inputs().has[a.path[0]] || s.covered(a, known) {
			continue
		}
		name := a.path[1]
		meant := ""
		for _, candidate := range arguments.all {
			if letters(candidate) == letters(name) {
				meant = candidate
			}
		}
		if meant == "" {
			meant = s.known.sameRole(name)
		}
		if meant == "" && s.known.closed && !slices.ContainsFunc(s.accesses, known) && !told[name] {
			// No tool of the script has the argument. If it is an alternative to a known one, it
			// may be for other agents.
			told[name] = true
			fix := "theirs are " + english.And(arguments.all)
			if like := longer(name, arguments.all); like != "" {
				fix = fmt.Sprintf("did you mean %s?", like)
			}
			found = append(found, s.says(a.at, s.noneOfTheTools(name), fix)...)
			continue
		}
		if meant == "" || s.looksAt(meant) || told[name] {
			continue
		}
		told[name] = true
		found = append(found, s.says(a.at, s.known.none("has", "tool with an argument "+name), fmt.Sprintf("did you mean %s?", meant))...)
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

// fieldsElsewhere finds fields that the agents have only on other events.
func fieldsElsewhere(s *source) []finding.Finding {
	if !s.known.named || len(s.known.events) == 0 || s.dispatches {
		return nil
	}
	here := func(a access) bool { return s.known.fields.has[a.path[0]] }
	told := map[string]bool{}
	var found []finding.Finding
	for _, a := range s.accesses {
		if told[a.path[0]] || here(a) || s.covered(a, here) || s.fieldLike(a) != "" {
			continue
		}
		if events := s.known.eventsWith(a.path[0]); len(events) > 0 {
			told[a.path[0]] = true
			fix := fmt.Sprintf("those of %s do", english.Or(spelled(events)))
			if own := s.known.own(); len(own) > 0 {
				fix += ": here the fields of the event's own are " + english.And(own)
			}
			found = append(found, s.says(a.at, fmt.Sprintf("hooks of %s read no field %s", english.And(spelled(s.known.events)), a.path[0]), fix)...)
		}
	}
	return found
}

func spelled(events []hook.Event) []string {
	var all []string
	for _, e := range events {
		all = append(all, string(e))
	}
	return all
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
