package sheet

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
)

// WritePage writes a comparison of contracts as Markdown: the effects of hooks at the moments
// that authors write hooks for, then other differences, then all facts.
func WritePage(w io.Writer, all []Sheet) error {
	p := page{all: all}
	p.printf("%s", head)
	p.agents()
	p.words()
	p.moment(dialect.SessionStart, "When a session starts")
	p.moment(dialect.TurnBefore, "When the user has entered a prompt")
	p.moment(dialect.ToolBefore, "Before a tool runs")
	p.moment(dialect.ToolPermission, "When a tool needs a permission")
	p.moment(dialect.ToolAfter, "After a tool has run")
	p.moment(dialect.TurnAfter, "When the agent wants to end its turn")
	p.names()
	p.settings()
	p.processes()
	p.payloads()
	p.exits()
	p.tools()
	p.modes()
	p.facts()
	_, err := w.Write(p.b.Bytes())
	return err
}

const head = `# What agents do with hooks

<!-- Written by hooktest contract --format markdown; make contracts writes it anew. -->

The rules for hooks differ from agent to agent. These are the rules that hooktest applies, side by side: each outcome
links to its fact, and each fact names its source. The page marks what is not known.
` + "`hooktest contract NAME` prints one agent in full, `hooktest contract diff A B` where two differ, and\n`hooktest explain FACT` where a fact is used.\n"

type page struct {
	b   bytes.Buffer
	all []Sheet
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// table begins a table below a heading.
func (p *page) table(heading string, columns ...string) {
	p.printf("\n## %s\n\n", heading)
	p.header(columns...)
}

func (p *page) header(columns ...string) {
	p.row(columns...)
	p.printf("|%s\n", strings.Repeat("---|", len(columns)))
}

func (p *page) row(cells ...string) { p.printf("| %s |\n", strings.Join(cells, " | ")) }

func (p *page) agents() {
	p.table("The agents", "contract", "agent", "events", "facts")
	for _, s := range p.all {
		p.row(fmt.Sprintf("[%s](#facts-of-%s)", s.Name, s.Name), prose(s.Title()), fmt.Sprint(len(s.Events)), s.Basis())
	}
}

// words explains the columns and cells of the moments' tables.
func (p *page) words() {
	p.printf("\n## How to read the tables\n\nThe columns are what a hook can request, or how it can fail:\n\n")
	for _, d := range order() {
		if d.Words != "" {
			p.printf("- **%s**: %s\n", d.What, d.Words)
		}
	}
	p.printf("\nThe cells are the effect on the operation that the event is about:\n\n")
	for _, o := range []struct {
		outcome dialect.Outcome
		words   string
	}{
		{dialect.Proceeds, "it takes place, or has taken place, and the agent continues"},
		{dialect.Prevented, "it does not take place"},
		{dialect.Ends, "it takes place, and the agent ends its work"},
		{dialect.Abandoned, "it does not take place, and the agent ends its work"},
		{dialect.Asked, "the user decides"},
		{dialect.Deferred, "the decision is made later, outside the agent"},
		{dialect.Unknown, "what the agent does has not been seen"},
	} {
		p.printf("- **%s**: %s\n", o.outcome, o.words)
	}
	p.printf("\nWith *told* the model reads the hook's reason or text, with *shown* the user does. A dash is an effect that hooks of the\nevent can't have, a question mark what has not been observed.\n")
}

func (p *page) moment(moment dialect.Moment, title string) {
	requested := map[string]bool{}
	for _, s := range p.all {
		for _, e := range s.At(moment) {
			for _, l := range e.Lines(Effects) {
				requested[l.What] = true
			}
		}
	}
	var columns []string
	for _, d := range order() {
		if d.Words != "" && requested[string(d.What)] {
			columns = append(columns, string(d.What))
		}
	}
	p.table(title, append([]string{"contract", "event"}, columns...)...)
	for _, s := range p.all {
		for _, e := range s.At(moment) {
			cells := []string{s.Name, "`" + string(e.Name) + "`"}
			for _, what := range columns {
				l, ok := Find(e.Lines(Effects), what)
				cells = append(cells, outcome(l, ok))
			}
			p.row(cells...)
		}
	}
}

// outcome returns the cell of an effect.
func outcome(l Line, ok bool) string {
	if !ok {
		return "–"
	}
	text := string(l.Outcome)
	if l.Guess && l.Outcome != dialect.Unknown {
		text += "?"
	}
	if len(l.Facts) > 0 {
		text = fmt.Sprintf("[%s](#%s)", text, anchor(l.Facts[0]))
	}
	if l.Model != "" {
		text += ", *told*"
	}
	if l.User != "" {
		text += ", *shown*"
	}
	return text
}

// names lists the agents' names for each moment.
func (p *page) names() {
	p.table("What the events are called", "moment", "events")
	var known []dialect.Moment
	for _, s := range p.all {
		for _, e := range s.Events {
			if e.Moment != "" && !slices.Contains(known, e.Moment) {
				known = append(known, e.Moment)
			}
		}
	}
	for _, moment := range known {
		var names []string
		callers := map[string][]string{}
		for _, s := range p.all {
			for _, e := range s.At(moment) {
				name := string(e.Name)
				if callers[name] == nil {
					names = append(names, name)
				}
				callers[name] = append(callers[name], s.Name)
			}
		}
		for i, name := range names {
			names[i] = fmt.Sprintf("`%s` (%s)", name, strings.Join(callers[name], ", "))
		}
		p.row(string(moment), strings.Join(names, ", "))
	}
	for _, s := range p.all {
		var own []string
		for _, e := range s.Events {
			if e.Moment == "" {
				own = append(own, "`"+string(e.Name)+"`")
			}
		}
		if len(own) > 0 {
			p.row("others of "+s.Name, strings.Join(own, ", "))
		}
	}
}

func (p *page) settings() {
	p.table("Where hooks are written", "contract", "files", "switch")
	for _, s := range p.all {
		var files []string
		lines := s.Lines(Settings)
		for _, l := range lines {
			if l.What == "hooks" {
				break
			}
			files = append(files, l.What+": "+prose(l.Says))
		}
		p.row(s.Name, strings.Join(files, "<br>"), said(lines, "switch"))
	}
}

func (p *page) processes() {
	columns := []struct{ title, part, what string }{
		{"timeout", Hooks, "timeout"}, {"shell", Process, "shell"}, {"project folder in", Process, "project folder in"},
		{"sets", Process, "sets"}, {"type command", Hooks, "type command"},
	}
	titles := []string{"contract"}
	for _, c := range columns {
		titles = append(titles, c.title)
	}
	p.table("How hooks are started and ended", titles...)
	for _, s := range p.all {
		cells := []string{s.Name}
		for _, c := range columns {
			cells = append(cells, said(s.Lines(c.part), c.what))
		}
		p.row(cells...)
	}
}

// said returns the cell of a line, with its first fact, or "" if there is no such line.
func said(lines []Line, what string) string {
	l, ok := Find(lines, what)
	if !ok {
		return ""
	}
	return linked(l)
}

// linked returns a line with a link to its first fact.
func linked(l Line) string {
	text := prose(l.Words())
	if len(l.Facts) == 0 {
		return text
	}
	known := "fact"
	if l.Guess {
		known = "not known"
	}
	return fmt.Sprintf("%s ([%s](#%s))", text, known, anchor(l.Facts[0]))
}

func (p *page) payloads() {
	p.table("What hooks read on stdin", "contract", "on every event", "before a tool", "after a tool")
	for _, s := range p.all {
		p.row(s.Name, fields(s.Lines(Base)), s.fieldsAt(dialect.ToolBefore), s.fieldsAt(dialect.ToolAfter))
	}
}

// fieldsAt returns the fields that hooks read at a moment, by event if there are several.
func (s Sheet) fieldsAt(moment dialect.Moment) string {
	events := s.At(moment)
	all := lists.Of(events, func(e Event) string { return where(len(events) > 1, "%s: ", e.Name) + fields(e.Lines(Reads)) })
	return strings.Join(all, "<br>")
}

func fields(lines []Line) string {
	names := lists.Of(lines, func(l Line) string { return "`" + l.What + "`" })
	return strings.Join(names, ", ")
}

func (p *page) exits() {
	p.table("What exit codes mean", "contract", "exit code", "")
	for _, s := range p.all {
		for _, l := range s.Lines(Exits) {
			p.row(s.Name, l.What, linked(l))
		}
	}
}

func (p *page) tools() {
	var roles []string
	for _, s := range p.all {
		for _, l := range s.Lines(Tools) {
			if l.What != "others" && l.What != "of MCP servers" && !slices.Contains(roles, l.What) {
				roles = append(roles, l.What)
			}
		}
	}
	slices.Sort(roles)
	p.table("What tools are called", append(append([]string{"contract"}, roles...), "of MCP servers")...)
	for _, s := range p.all {
		cells := []string{s.Name}
		for _, role := range roles {
			l, _ := Find(s.Lines(Tools), role)
			name, _, _ := strings.Cut(l.Says, "; ")
			cells = append(cells, where(name != "", "`%s`", name))
		}
		l, _ := Find(s.Lines(Tools), "of MCP servers")
		p.row(append(cells, prose(l.Says))...)
	}
}

func (p *page) modes() {
	p.table("What differs by mode", append([]string{"contract"}, dialect.ModeNames()...)...)
	for _, s := range p.all {
		cells := []string{s.Name}
		for _, mode := range dialect.ModeNames() {
			cells = append(cells, cmp.Or(said(s.Lines(Modes), mode), "?"))
		}
		p.row(cells...)
	}
}

func (p *page) facts() {
	var shown []string
	for _, s := range p.all {
		p.table("Facts of "+s.Name, "fact", "", "known from")
		for _, f := range s.Facts {
			id := f.ID
			if !slices.Contains(shown, id) {
				shown = append(shown, id)
				id = fmt.Sprintf(`<a id="%s"></a>%s`, anchor(id), id)
			}
			p.row(id, prose(f.Text), prose(clauses(f.Known, f.Source, f.Date)))
		}
	}
	p.printf("\n%s in all.\n", english.Count(len(shown), "fact"))
}

// anchor returns the anchor of a fact on the page.
func anchor(id string) string { return strings.ToLower(id) }

// prose escapes Markdown in a cell, except in code.
func prose(text string) string { return notation.Spoken(strings.ReplaceAll(text, "|", `\|`)) }
