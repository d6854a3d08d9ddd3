package script

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// unknownFields finds fields that no input has, where it is plain which one was meant.
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

// fieldLike is the field that one was meant for: of nearly the same name, or a level
// below, or of the one name that has the same words and others.
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
		// What people call the result of a tool.
		return s.known.result()
	}
	return longer(name, s.known.fields.all)
}

// result is the field with what a tool has given back: the one that hooks read after a
// tool and not before it; empty where agents differ.
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

// foreignArguments finds what an agent's tools call otherwise.
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
		if meant == "" || s.looksAt(meant) || told[name] {
			continue
		}
		told[name] = true
		found = append(found, s.says(a.at, s.known.none("has", "tool with an argument "+name), fmt.Sprintf("did you mean %s?", meant))...)
	}
	return found
}

// sameRole is how the tools that the script is started on call what another agent's
// tools of the same role call by the name; empty where one of them is unknown, or they
// do not agree.
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

// fieldsElsewhere finds fields that the agents have, on other events.
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
			found = append(found, s.says(a.at, fmt.Sprintf("hooks of %s read no field %s", english.And(texts(s.known.events)), a.path[0]),
				fmt.Sprintf("those of %s do: on this event the fields of its own are %s", english.Or(texts(events)), english.And(s.known.own())))...)
		}
	}
	return found
}

func texts(events []hook.Event) []string {
	var all []string
	for _, e := range events {
		all = append(all, string(e))
	}
	return all
}

// eventsWith are the first events of the contracts that have a field. What tells of a
// subagent may stand on any: subagents call tools, too.
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

// own are the fields of the events, without those that every hook reads.
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

// unknownTools finds names that the tool's is compared with and that no tool has.
func unknownTools(s *source) []finding.Finding {
	var found []finding.Finding
	for _, c := range s.comparisons {
		if s.known.knowsTool(c.name) {
			continue
		}
		meant := s.known.toolLike(c.name)
		if meant == "" || slices.ContainsFunc(s.comparisons, func(other comparison) bool { return other.name == meant }) {
			continue
		}
		found = append(found, s.says(c.at, s.known.none("has", "tool "+c.name), fmt.Sprintf("did you mean %s?", meant))...)
	}
	return found
}

// knowsTool tells whether a name is that of a tool, or could be one of an MCP server.
func (k *known) knowsTool(name string) bool {
	return slices.ContainsFunc(k.contracts, func(c *dialect.Contract) bool {
		return c.Tools.Knows(name) || c.Tools.MCPPrefix != "" && strings.HasPrefix(name, c.Tools.MCPPrefix) || len(c.Tools.Builtin) == 0
	})
}

// toolLike is the tool that a name was meant for: one whose name differs in case,
// separators or a letter or, where it is another agent's, one that does the same.
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

// unsetVariables finds variables for the input that no agent sets, and those that only
// other agents set.
func unsetVariables(s *source) []finding.Finding {
	var found []finding.Finding
	told := map[string]bool{}
	for _, v := range s.variables {
		if v.fallback || told[v.name] {
			continue
		}
		text, fix := "", "read stdin: the agent writes there, as JSON, what it is about to do"
		switch others := setBy(v.name); {
		case len(others) > 0 && s.known.named && !slices.ContainsFunc(s.known.contracts, func(c *dialect.Contract) bool { return sets(c, v.name) }):
			text = fmt.Sprintf("%s, but %s", s.known.none("sets", "variable "+v.name), does(others))
			fix = fmt.Sprintf("give it another value where it is empty, as in ${%s:-.}", v.name)
			if own := s.known.folders(); len(own) > 0 {
				fix = fmt.Sprintf("use %s", english.Or(own))
			}
		case len(others) == 0 && s.speaksOfInput(v.name):
			text = "no agent sets " + v.name
		default:
			continue
		}
		told[v.name] = true
		found = append(found, s.says(v.at, text, fix)...)
	}
	return found
}

func sets(c *dialect.Contract, name string) bool {
	return slices.Contains(c.Launch.Variables, name) || slices.ContainsFunc(c.Launch.Set, func(v dialect.Variable) bool { return v.Name == name })
}

func does(products []string) string {
	if len(products) == 1 {
		return products[0] + " does"
	}
	return english.And(products) + " do"
}

func setBy(name string) []string {
	var products []string
	for _, c := range dialect.Contracts() {
		if sets(c, name) {
			products = append(products, c.Product)
		}
	}
	return slices.Compact(products)
}

// folders are the variables with the project's folder that all agents which start the
// script set.
func (k *known) folders() []string {
	found := slices.Clone(k.contracts[0].Launch.Variables)
	return slices.DeleteFunc(found, func(name string) bool {
		return slices.ContainsFunc(k.contracts, func(c *dialect.Contract) bool { return !sets(c, name) })
	})
}

// speaksOfInput tells whether a variable is called like a field of the input, behind
// the name of an agent, as in CLAUDE_TOOL_INPUT. Without the agent it may be the
// script's caller that sets it, unless settings start the script.
func (s *source) speaksOfInput(name string) bool {
	rest, ofAgent := name, false
	for _, c := range dialect.Contracts() {
		for _, variable := range c.Launch.Variables {
			prefix, _, _ := strings.Cut(variable, "_")
			if cut, ok := strings.CutPrefix(name, prefix+"_"); ok {
				rest, ofAgent = cut, true
			}
		}
	}
	rest = strings.ToLower(rest)
	tool := strings.HasPrefix(rest, "tool_") || strings.HasPrefix(rest, "hook_")
	if name != strings.ToUpper(name) || !ofAgent && (s.use.Command == "" || !tool) {
		return false
	}
	for _, field := range everyField().all {
		snake := letters(field)
		if plain := letters(rest); strings.Contains(rest, "_") && (plain == snake || tool && inputs().has[field] && strings.HasPrefix(plain, snake)) {
			return true
		}
	}
	for _, c := range dialect.Contracts() {
		for _, tool := range c.Tools.Builtin {
			for _, argument := range argumentsOf(c, tool) {
				if strings.Contains(argument, "_") && (rest == argument || rest == argument+"s") {
					return true
				}
			}
		}
	}
	return false
}

// gitHooks are the names that git starts its own hooks by, with arguments, and with
// code 1 for a refusal.
var gitHooks = set(strings.Fields(`applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg
	commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive
	post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman
	p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change`)...)

// isGitHook tells whether git and no agent starts the script.
func (s *source) isGitHook() bool { return s.use.Command == "" && gitHooks[filepath.Base(s.path)] }
