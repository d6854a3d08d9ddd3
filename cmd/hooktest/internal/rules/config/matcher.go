package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
	subjects := row.Subject.Values
	if row.Subject.Tool {
		subjects = v.agent.Tools.Names()
	}
	for _, subject := range slices.Concat(subjects, []string{longName}) {
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

// fires reports whether a matcher matches a subject.
func (v *view) fires(row *dialect.Event, matcher, subject string) bool {
	entry := hook.Entry{Event: row.Name, Type: hook.TypeCommand, Matcher: &matcher}
	plan, err := planner.New(v.agent, planner.Single(entry), nil).Explain(row.Name, subject)
	return err == nil && len(plan.Entries) > 0
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

// ofMatcher reports a rule's mistakes in matchers.
func (v *view) ofMatcher(id string) {
	for _, d := range v.matcherIssues() {
		if d.id != id {
			continue
		}
		f := v.report(d.node.Position(), d.text, d.fix)
		if d.with != "" {
			f.Repair = v.replaced(d.node, strconv.Quote(d.with))
		}
	}
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

func (v *view) toolIssues(m matched) []issue {
	// If even the shell tool's name is unknown, so are most others.
	if _, known := v.agent.Tools.For(dialect.RunShell); !known {
		return nil
	}
	if len(m.result.fires) > 0 {
		return append(v.partIssues(m), v.unanchored(m)...)
	}
	if strings.Contains(m.text, "mcp") {
		for _, part := range m.parts {
			if d := v.serverOnly(m, part); d.id != "" {
				return []issue{d}
			}
		}
		return v.serverIssue(m)
	}
	for _, issues := range []func(matched) []issue{v.argumentIssue, v.globIssue, v.syntaxIssue, v.listIssue, v.firstIssue, v.unknownIssue} {
		if all := issues(m); len(all) > 0 {
			return all
		}
	}
	return nil
}

// firstIssue returns the issue about the first name of a list that is likely another one.
func (v *view) firstIssue(m matched) []issue {
	for _, part := range m.parts {
		if d := v.nameIssue(part); d.id != "" {
			d.text = fmt.Sprintf("%s matches no tool of %s: %s", quoted(m.text), v.agent.Product, d.text)
			return []issue{d.within(m.text, part)}
		}
	}
	return nil
}

// partIssues returns the issues about names of a list that match nothing while others match. The
// name of another agent's tool may be for that agent.
func (v *view) partIssues(m matched) []issue {
	var all []issue
	for _, part := range m.parts {
		if len(m.parts) < 2 || len(v.try(m.row, part).fires) > 0 {
			continue
		}
		if d := v.serverOnly(m, part); d.id != "" {
			all = append(all, d)
			continue
		}
		if d := v.nameIssue(part); d.id != "" && d.id != "HT202" && !v.alsoFor(part, d) {
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

// nameIssue suggests a tool for a name that matches nothing; zero if none is likely.
func (v *view) nameIssue(name string) issue {
	return cmp.Or(v.caseIssue(name), v.aliasIssue(name), v.foreignIssue(name), v.spellingIssue(name))
}

// list matches a list of names, optionally anchored at both ends.
var list = lazyregexp.New(`^\^?\(?([A-Za-z0-9_, |-]+)\)?\$?$`)

// parts returns the names that a matcher lists; none if it is not a list.
func parts(text string) []string {
	m := list.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune("|, ", r) })
}

// alsoFor reports whether a name may be there for another agent: for one that reads the file, if
// only upper and lower case are wrong, else for any.
func (v *view) alsoFor(name string, d issue) bool {
	if d.id == "HT208" {
		return v.known(v.Agents, name)
	}
	return v.others(name)
}

// others reports whether another agent has the tool.
func (v *view) others(name string) bool { return v.known(dialect.Contracts(), name) }

func (v *view) known(agents []*dialect.Contract, name string) bool {
	return slices.ContainsFunc(agents, func(c *dialect.Contract) bool {
		_, ok := c.Tools.Tool(name)
		return ok && c.Product != v.agent.Product
	})
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
