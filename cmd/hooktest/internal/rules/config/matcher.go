package config

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/spelling"
)

type matchKey struct {
	agent   *dialect.Contract
	event   hook.Event
	matcher string
}

// A matchResult is the result of testing a matcher.
type matchResult struct {
	// fires are the subjects that it matches.
	fires []string
	// invalid is set if it is not a regular expression, slow if it takes too long.
	invalid, slow bool
}

// try plans an event with one hook and its matcher for each subject.
func (v *view) try(row *dialect.Event, matcher string) matchResult {
	key := matchKey{v.agent, row.Name, matcher}
	if known, ok := v.linter.results[key]; ok {
		return known
	}
	var t matchResult
	entry := hook.Entry{Event: row.Name, Type: hook.TypeCommand, Matcher: &matcher}
	plans := planner.New(v.agent, planner.Single(entry), nil)
	for _, subject := range append(v.subjects(row), longName) {
		// Explain fails only if it can't read the entries; here they are given.
		plan, err := plans.Explain(row.Name, subject)
		if err != nil {
			continue
		}
		for _, w := range plan.Warnings {
			// The planner warns about an invalid expression by a fact of the contract, or (INT-17)
			// about one that takes too long, which no contract has.
			slow := w.Rule == v.agent.Requirement("INT-17")
			t.slow, t.invalid = t.slow || slow, t.invalid || !slow
		}
		if len(plan.Entries) > 0 && subject != longName {
			t.fires = append(t.fires, subject)
		}
	}
	if v.linter.results == nil {
		v.linter.results = map[matchKey]matchResult{}
	}
	v.linter.results[key] = t
	return t
}

// Tools returns the tools for which an agent's hook is known to run; none for an event without a
// tool.
func (l *Linter) Tools(agent *dialect.Contract, h registry.Surveyed) []string {
	row, _ := agent.Event(h.Event)
	switch {
	case !row.Subject.Tool:
		return nil
	case h.Matcher == nil:
		return agent.Tools.Names()
	}
	return (&view{linter: l, agent: agent}).try(row, *h.Matcher).fires
}

// ofServers reports whether a hook's matcher mentions tools of MCP servers.
func (v *view) ofServers(h registry.Surveyed) bool {
	return h.Matcher != nil && strings.Contains(strings.ToLower(*h.Matcher), strings.TrimRight(cmp.Or(v.agent.Tools.MCPPrefix, "mcp"), "_"))
}

// longName is a name on which an expression that backtracks exponentially does not end.
var longName = "mcp__" + strings.Repeat("a", 40) + "__" + strings.Repeat("a_", 20) + "!"

// subjects returns the known values that matchers are tested against.
func (v *view) subjects(row *dialect.Event) []string {
	if row.Subject.Tool {
		return v.agent.Tools.Names()
	}
	return slices.Clone(row.Subject.Values)
}

// A matched is a group's matcher and its event.
type matched struct {
	text   string
	row    *dialect.Event
	parts  []string
	result matchResult
}

// An issue is a possible mistake in a matcher, node.
type issue struct {
	id, text, fix, with string
	node                *document.Node
}

// These rules are about mistakes in matchers.
func ht201(v *view) []finding.Finding { return v.ofMatcher("HT201") }
func ht202(v *view) []finding.Finding { return v.ofMatcher("HT202") }
func ht203(v *view) []finding.Finding { return v.ofMatcher("HT203") }
func ht204(v *view) []finding.Finding { return v.ofMatcher("HT204") }
func ht205(v *view) []finding.Finding { return v.ofMatcher("HT205") }
func ht206(v *view) []finding.Finding { return v.ofMatcher("HT206") }
func ht208(v *view) []finding.Finding { return v.ofMatcher("HT208") }
func ht209(v *view) []finding.Finding { return v.ofMatcher("HT209") }
func ht210(v *view) []finding.Finding { return v.ofMatcher("HT210") }
func ht211(v *view) []finding.Finding { return v.ofMatcher("HT211") }
func ht212(v *view) []finding.Finding { return v.ofMatcher("HT212") }
func ht213(v *view) []finding.Finding { return v.ofMatcher("HT213") }

// ofMatcher returns a rule's mistakes in matchers.
func (v *view) ofMatcher(id string) []finding.Finding {
	var found []finding.Finding
	for _, d := range v.matcherIssues() {
		if d.id != id {
			continue
		}
		f := v.at(d.node.Position(), d.text, d.fix)
		if d.with != "" {
			f.Repair = v.replaced(d.node, strconv.Quote(d.with))
		}
		found = append(found, f)
	}
	return found
}

// matcherIssues returns the issues of all matchers. They are the same for all rules.
func (v *view) matcherIssues() []issue {
	if v.judged {
		return v.ofMatchers
	}
	v.judged = true
	for _, g := range v.survey.Groups {
		if g.Matcher == nil || strings.TrimSpace(*g.Matcher) == "" || utf8.RuneCountInString(*g.Matcher) > longest {
			continue
		}
		node, _ := g.Group.Field("matcher")
		row, _ := v.agent.Event(g.Event)
		for _, d := range v.issues(matched{text: *g.Matcher, row: row, parts: parts(*g.Matcher)}) {
			d.node = node
			v.ofMatchers = append(v.ofMatchers, d)
		}
	}
	return v.ofMatchers
}

// longest is the maximum length of a checked matcher.
const longest = 1000

func (v *view) issues(m matched) []issue {
	subject := m.row.Subject
	switch {
	case slices.Contains(v.agent.Matcher.Everything, m.text):
		return nil
	case subject.Unknown:
		return nil
	case subject.Field == "":
		return []issue{{id: "HT211", text: fmt.Sprintf("%s ignores matchers on %s: the hook runs every time", v.agent.Product, m.row.Name), fix: "take it out, and have the hook itself look"}}
	}
	if m.result = v.try(m.row, m.text); m.result.slow {
		return []issue{{id: "HT213", text: "the matcher takes without end on long names", fix: "take one of the repetitions out that stand within each other"}}
	}
	if subject.Tool {
		return v.toolIssues(m)
	}
	return v.valueIssues(m)
}

// valueIssues returns the issues about matchers of events without a tool.
func (v *view) valueIssues(m matched) []issue {
	values := m.row.Subject.Values
	if len(values) == 0 || len(m.result.fires) > 0 {
		return nil
	}
	fix := m.row.Subject.Field + " is " + english.Or(values)
	if near, ok := nearest(m.text, values); ok {
		fix = fmt.Sprintf("did you mean %s? %s", near, fix)
	}
	return []issue{{id: "HT212", text: fmt.Sprintf("%s matches no %s of %s", quoted(m.text), m.row.Subject.Field, m.row.Name), fix: fix}}
}

// toolIssues returns the issues about matchers of tools.
func (v *view) toolIssues(m matched) []issue {
	// If even the shell tool's name is unknown, so are most others.
	if _, known := v.agent.Tools.For(dialect.RunShell); !known {
		return nil
	}
	if len(m.result.fires) > 0 {
		return append(v.partIssues(m), v.unanchored(m)...)
	}
	if d, ok := v.mcpIssue(m.text); ok {
		return d
	}
	if call := argument.FindStringSubmatch(m.text); call != nil && v.anyonesTool(call[1]) {
		return []issue{{id: "HT205", text: fmt.Sprintf("%s matches no tool: a matcher knows names, not arguments", quoted(m.text)), fix: fmt.Sprintf("write %q, and have the hook look at the input", v.own(call[1]))}}
	}
	if glob := v.byGlob(m.text); len(glob) > 0 {
		return []issue{{id: "HT204", text: fmt.Sprintf("%s matches no tool: a matcher is not a pattern for files", quoted(m.text)), fix: fmt.Sprintf("write %q", strings.ReplaceAll(m.text, "*", ".*"))}}
	}
	if m.result.invalid {
		return []issue{{id: "HT206", text: quoted(m.text) + " is not a regular expression, and matches no tool", fix: v.listing()}}
	}
	if d, ok := v.unsplit(m); ok {
		return []issue{d}
	}
	for _, part := range m.parts {
		if d, ok := v.nameIssue(part); ok {
			d.text = fmt.Sprintf("%s matches no tool of %s: %s", quoted(m.text), v.agent.Product, d.text)
			return []issue{d.within(m.text, part)}
		}
	}
	if len(m.parts) == 0 && strings.Trim(m.text, "| ") == "" {
		return []issue{{id: "HT201", text: fmt.Sprintf("%s matches no tool of %s: it is a list without names", quoted(m.text), v.agent.Product), fix: v.listing()}}
	}
	if v.allKnown() && len(m.parts) > 0 {
		fix := v.listing()
		if near, ok := spelling.Nearest(m.parts[0], v.agent.Tools.Names()); ok {
			fix = fmt.Sprintf("did you mean %s?", near)
		}
		return []issue{{id: "HT201", text: fmt.Sprintf("%s matches no tool of %s", quoted(m.text), v.agent.Product), fix: fix}}
	}
	return nil
}

// unsplit finds a list that the agent does not split into names.
func (v *view) unsplit(m matched) (d issue, ok bool) {
	if len(m.parts) < 2 || !slices.ContainsFunc(m.parts, func(part string) bool { return len(v.try(m.row, part).fires) > 0 }) {
		return issue{}, false
	}
	names := strings.Join(m.parts, "|")
	return issue{id: "HT201", text: fmt.Sprintf("%s matches no tool of %s: it is a list that this agent does not split", quoted(m.text), v.agent.Product), fix: fmt.Sprintf("write %q", names), with: names}, true
}

// partIssues returns the issues about names of a list that match nothing while others match. The
// name of another agent's tool may be for that agent.
func (v *view) partIssues(m matched) []issue {
	var all []issue
	for _, part := range m.parts {
		if len(m.parts) < 2 || len(v.try(m.row, part).fires) > 0 {
			continue
		}
		if d, ok := v.nameIssue(part); ok && d.id != "HT202" && !v.others(part) {
			// The list also has the right name.
			if slices.Contains(m.parts, d.with) {
				continue
			}
			d.text = fmt.Sprintf("%s in %s matches no tool of %s: %s", quoted(part), quoted(m.text), v.agent.Product, d.text)
			all = append(all, d.within(m.text, part))
		}
	}
	return all
}

// within turns the fix of a part into a fix of the whole matcher.
func (d issue) within(text, part string) issue {
	if d.with != "" {
		d.with = strings.Replace(text, part, d.with, 1)
	}
	return d
}

// nameIssue suggests a tool for a name that matches nothing.
func (v *view) nameIssue(name string) (d issue, ok bool) {
	own := v.agent.Tools.Names()
	for _, tool := range own {
		if strings.EqualFold(tool, name) {
			return issue{id: "HT208", text: "case matters", fix: "write " + tool, with: tool}, true
		}
	}
	if tool, has := v.agent.Tools.Renamed(name); has {
		return issue{id: "HT209", text: fmt.Sprintf("hooks are told %s in its place", tool.Name), fix: "write " + tool.Name, with: tool.Name}, true
	}
	if foreign, has := v.agent.ForeignTool(name); has {
		return issue{id: "HT202", text: "it is a tool of " + foreign.Product, fix: fmt.Sprintf("write %s, which is what %s calls it", foreign.Here, v.agent.Product)}, true
	}
	if v.others(name) {
		return issue{}, false
	}
	if near, has := nearest(name, own); has {
		return issue{id: "HT201", text: "no tool is called so", fix: fmt.Sprintf("did you mean %s?", near)}, true
	}
	return issue{}, false
}

// unanchored finds names that also match longer ones.
func (v *view) unanchored(m matched) []issue {
	var all []issue
	for _, part := range m.parts {
		if _, is := v.agent.Tools.Tool(part); !is {
			continue
		}
		also := slices.DeleteFunc(slices.Clone(m.result.fires), func(name string) bool {
			return name == part || slices.Contains(m.parts, name) || !strings.Contains(name, part)
		})
		if len(also) > 0 {
			all = append(all, issue{id: "HT203", text: fmt.Sprintf("%s also matches %s, because a part of the name is enough", quoted(part), english.And(also)), fix: fmt.Sprintf("write ^%s$", part)})
		}
	}
	return all
}

// mcpIssue returns the issues about a matcher of MCP tools. Only the prefix of their names is
// known. ok reports whether the matcher is about them.
func (v *view) mcpIssue(text string) (all []issue, ok bool) {
	if !strings.Contains(text, "mcp") {
		return nil, false
	}
	own, other := v.agent.Tools.MCPPrefix, "mcp_"
	if strings.Contains(text, "mcp__") {
		other = "mcp__"
	}
	if own == "" || own == other || !mcpName.MatchString(text) {
		return nil, true
	}
	return []issue{{id: "HT210", text: fmt.Sprintf("%s matches no tool of an MCP server: %s begins their names with %s", quoted(text), v.agent.Product, own), fix: fmt.Sprintf("write %s instead of %s", own, other)}}, true
}

var (
	// mcpName matches the start of an MCP tool's name.
	mcpName = lazyregexp.New(`mcp__?[A-Za-z0-9]`)
	// argument matches a tool with a condition on its arguments.
	argument = lazyregexp.New(`^\s*([A-Za-z_][A-Za-z0-9_]*)\s*\(.*\)\s*$`)
	// list matches a list of names, optionally anchored at both ends.
	list = lazyregexp.New(`^\^?\(?([A-Za-z0-9_, |-]+)\)?\$?$`)
)

// parts returns the names that a matcher lists; none if it is not a list.
func parts(text string) []string {
	m := list.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune("|, ", r) })
}

// byGlob returns the tools that a text matches as a file pattern.
func (v *view) byGlob(text string) []string {
	if !strings.Contains(text, "*") || strings.ContainsAny(text, `.\[](){}^$+?|`) {
		return nil
	}
	return slices.DeleteFunc(v.agent.Tools.Names(), func(name string) bool {
		ok, err := path.Match(text, name)
		return err != nil || !ok
	})
}

// anyonesTool reports whether any agent has the tool; others reports whether another agent has it.
func (v *view) anyonesTool(name string) bool {
	_, own := v.agent.Tools.Tool(name)
	return own || v.others(name)
}

func (v *view) others(name string) bool {
	return slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool {
		_, ok := c.Tools.Tool(name)
		return ok && c.Product != v.agent.Product
	})
}

// own returns the agent's name for any agent's tool.
func (v *view) own(name string) string {
	if _, ok := v.agent.Tools.Tool(name); ok {
		return name
	}
	if foreign, ok := v.agent.ForeignTool(name); ok {
		return foreign.Here
	}
	return name
}

// allKnown reports whether all tools of the agent are known, except for those of MCP servers.
func (v *view) allKnown() bool {
	return v.agent.Reading == nil || slices.ContainsFunc(v.agent.Facts, func(f dialect.Fact) bool { return f.ID == v.agent.Tools.Fact && f.Kind == dialect.Source })
}

// listing suggests the tools that most hooks match.
func (v *view) listing() string {
	return "write names of tools, such as " + english.Or(v.agent.Tools.Common)
}

// nearest returns the only word that was likely meant.
func nearest(word string, known []string) (string, bool) {
	near, ok := spelling.Nearest(word, known)
	return near, ok && spelling.Distance(strings.ToLower(word), strings.ToLower(near)) <= 1+utf8.RuneCountInString(word)/8
}

// quoted returns a matcher for use in a message.
func quoted(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
