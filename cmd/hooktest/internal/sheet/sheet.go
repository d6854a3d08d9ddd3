// Package sheet presents contracts for people: every value that hook authors may need is one line
// of text, with its facts or requirements. Two sheets can be compared, and all sheets together
// are the page docs/contracts.md.
//
// Most callers need Of, All and Diff. A sheet decides nothing: the contract defines the effect of
// an effect, in the terms of package ruling.
package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Sheet is a contract as text.
type Sheet struct {
	Name     string `json:"name"`
	Product  string `json:"product"`
	Versions string `json:"versions,omitempty"`
	// Extends is the contract that this one extends, or "" for the built-in ones.
	Extends string `json:"extends,omitempty"`
	// Required is set if requirements define the agent's behavior.
	Required bool `json:"required"`
	// Parts hold what is the same on every event.
	Parts  []Part  `json:"parts"`
	Events []Event `json:"events"`
	// Facts are the facts that lines name, those of the contract first.
	Facts []Fact `json:"facts"`
}

// A Part is a list of lines about one thing. It has at least one line.
type Part struct {
	Title string `json:"title"`
	Lines []Line `json:"lines"`
}

// A Line is one value in words.
type Line struct {
	// What is the value's name, unique in its list.
	What string `json:"what"`
	Says string `json:"says"`
	// Outcome, Model and User are the effect and what the model and the user read,
	// with the placeholders of dialect.Reply. They are empty for all other lines.
	Outcome dialect.Outcome `json:"outcome,omitempty"`
	Model   string          `json:"model,omitempty"`
	User    string          `json:"user,omitempty"`
	// Facts are the ids of its facts and requirements. There are none if only the contract says
	// so.
	Facts []string `json:"facts"`
	// Guess is set if all of these are guesses.
	Guess bool `json:"guess,omitempty"`
}

// An Event is the contract's part about one event.
type Event struct {
	Name   hook.Event     `json:"name"`
	Moment dialect.Moment `json:"moment,omitempty"`
	// Parts are what matchers are tested against and how outputs are merged, the effects of
	// effects, what hooks read, and what they may print.
	Parts []Part `json:"parts"`
}

// The parts of events.
const (
	Rules   = "rules"
	Effects = "effects"
	Reads   = "reads"
	Answers = "answers"
)

// Required is the kind of facts that are requirements.
const Required = "required"

// A Fact is a fact, or a requirement instead of one.
type Fact struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Kind string `json:"kind"`
	// Known explains the kind.
	Known string `json:"known"`
	// Source is empty for a requirement.
	Source string `json:"source,omitempty"`
	Date   string `json:"date,omitempty"`
	// Seen lists the agent's versions for which the fact was observed.
	Seen []string `json:"seen,omitempty"`
	// Differs lists the versions that do something else.
	Differs []string `json:"differs,omitempty"`
	// Needs is what it takes to observe the fact, beyond a headless run.
	Needs string `json:"needs,omitempty"`
}

// Of returns the sheet of a contract. title returns the title of a requirement or an interpretation
// that the contract names, or "" for other ids; it is asked for what is no fact of the contract.
func Of(c *dialect.Contract, title func(id string) string) Sheet {
	b := builder{c: c, title: title}
	s := Sheet{Name: c.Name, Product: c.Product, Versions: c.Versions, Extends: c.Extends, Required: c.Reading == nil, Parts: filled(b.general())}
	for i := range c.Events {
		s.Events = append(s.Events, b.event(&c.Events[i]))
	}
	if others := b.others(s); len(others) > 0 {
		s.Parts = append(s.Parts, Part{Also, others})
	}
	s.Facts = b.facts(s)
	s.markGuesses()
	return s
}

// filled returns the parts that have lines.
func filled(parts []Part) []Part {
	return slices.DeleteFunc(parts, func(p Part) bool { return len(p.Lines) == 0 })
}

func (s Sheet) markGuesses() {
	guesses := map[string]bool{}
	for _, f := range s.Facts {
		guesses[f.ID] = f.Kind == string(dialect.Guess)
	}
	for part := range s.parts {
		for i := range part.Lines {
			l := &part.Lines[i]
			l.Guess = len(l.Facts) > 0 && !slices.ContainsFunc(l.Facts, func(id string) bool { return !guesses[id] })
		}
	}
}

// parts yields the parts that hold on every event, then those of each event.
func (s Sheet) parts(yield func(Part, hook.Event) bool) {
	for _, p := range s.Parts {
		if !yield(p, "") {
			return
		}
	}
	for _, e := range s.Events {
		for _, p := range e.Parts {
			if !yield(p, e.Name) {
				return
			}
		}
	}
}

// All returns the sheets of all contracts.
func All(requirements *catalogue.Catalogue) []Sheet {
	return lists.Of(dialect.Contracts(), func(c *dialect.Contract) Sheet { return Of(c, Titles(requirements)) })
}

// Title returns the agent with its versions.
func (s Sheet) Title() string { return strings.TrimSpace(s.Product + " " + s.Versions) }

// At returns the events at a moment. Some agents have several.
func (s Sheet) At(moment dialect.Moment) []Event {
	return lists.Where(s.Events, func(e Event) bool { return moment != "" && e.Moment == moment })
}

// Lines returns the lines of a part, or none if there is no such part.
func (e Event) Lines(title string) []Line { return linesOf(e.Parts, title) }

// Lines returns the lines of a part, or none if there is no such part.
func (s Sheet) Lines(title string) []Line { return linesOf(s.Parts, title) }

func linesOf(parts []Part, title string) []Line {
	found, _ := lists.First(parts, func(p Part) bool { return p.Title == title })
	return found.Lines
}

// Find returns the line with a name.
func Find(lines []Line, what string) (l Line, ok bool) {
	return lists.First(lines, func(l Line) bool { return l.What == what })
}

// Words returns the line's text without facts, after the outcome.
func (l Line) Words() string {
	words := l.Says
	if l.Outcome != "" {
		words = string(l.Outcome) + ": " + words
	}
	if l.Model != "" {
		words += "; the model reads " + quoted(l.Model)
	}
	if l.User != "" {
		words += "; the user reads " + quoted(l.User)
	}
	return words
}

// Sourced returns the line's text with its facts.
func (l Line) Sourced() string {
	if len(l.Facts) == 0 {
		return l.Words()
	}
	known := strings.Join(l.Facts, ", ")
	if l.Guess {
		known += ": not known"
	}
	return fmt.Sprintf("%s (%s)", l.Words(), known)
}

// quoted returns a text verbatim on one line.
func quoted(text string) string { return "`" + visible.Line(text) + "`" }

// A Use is a place that names a fact.
type Use struct {
	// Event is empty for what holds on every event.
	Event hook.Event `json:"event,omitempty"`
	Part  string     `json:"part"`
	What  string     `json:"what"`
}

// Uses returns the places that name a fact.
func (s Sheet) Uses(id string) []Use {
	var all []Use
	for p, event := range s.parts {
		for _, l := range p.Lines {
			if slices.Contains(l.Facts, id) {
				all = append(all, Use{event, p.Title, l.What})
			}
		}
	}
	return all
}

// named returns the ids of all facts and requirements that lines name, in order.
func (s Sheet) named() []string {
	var ids []string
	for p := range s.parts {
		for _, l := range p.Lines {
			ids = append(ids, l.Facts...)
		}
	}
	// Most lines name a fact that others name, too.
	slices.Sort(ids)
	ids = slices.Compact(ids)
	slices.SortFunc(ids, catalogue.Compare)
	return ids
}

type builder struct {
	c     *dialect.Contract
	title func(id string) string
}

// facts returns the contract's facts, followed by the requirements that lines name.
func (b builder) facts(s Sheet) []Fact {
	all := lists.Of(b.c.Facts, func(f dialect.Fact) Fact {
		return Fact{f.ID, f.Text, string(f.Kind), certainty(f.Kind), f.Source, f.Date, f.Seen, f.Differs, f.Needs}
	})
	for _, id := range s.named() {
		if slices.ContainsFunc(b.c.Facts, func(f dialect.Fact) bool { return f.ID == id }) {
			continue
		}
		if title := b.title(id); title != "" {
			all = append(all, Fact{ID: id, Text: title, Kind: Required, Known: "required"})
		}
	}
	return all
}

// others returns the facts that no line is about.
func (b builder) others(s Sheet) []Line {
	var lines []Line
	named := s.named()
	for _, f := range b.c.Facts {
		if _, used := slices.BinarySearchFunc(named, f.ID, catalogue.Compare); !used {
			lines = append(lines, line(strings.TrimPrefix(f.ID, b.c.Name+"."), f.Text, f.ID))
		}
	}
	return lines
}

// Titles returns the titles of a catalogue, for Of.
func Titles(requirements *catalogue.Catalogue) func(id string) string {
	return func(id string) string {
		if r, ok := requirements.Lookup(id); ok {
			return r.Title
		}
		in, _ := requirements.Interpretation(id)
		return in.Title
	}
}

// meaning returns the text of a fact.
func (b builder) meaning(id string) string {
	found, _ := lists.First(b.c.Facts, func(f dialect.Fact) bool { return f.ID == id })
	return found.Text
}

func certainty(kind dialect.Kind) string {
	return map[dialect.Kind]string{
		dialect.Run:        "seen: the agent was run",
		dialect.Types:      "declared: its published types say so",
		dialect.Source:     "read: its source says so",
		dialect.Documented: "documented: its makers say so",
		dialect.ThirdParty: "measured by others",
		dialect.Stated:     "stated: the author of the contract says so",
		dialect.Guess:      "not known",
	}[kind]
}

// Kinds returns the kinds of facts, the surest first.
func Kinds() []string {
	return []string{
		Required, string(dialect.Run), string(dialect.Types), string(dialect.Source), string(dialect.Documented), string(dialect.ThirdParty),
		string(dialect.Stated), string(dialect.Guess),
	}
}

// ByKind counts the facts of each kind.
func (s Sheet) ByKind() map[string]int {
	n := map[string]int{}
	for _, f := range s.Facts {
		n[f.Kind]++
	}
	return n
}

// Basis formats ByKind as text, the surest kind first.
func (s Sheet) Basis() string {
	var counts []string
	n := s.ByKind()
	for _, kind := range Kinds() {
		if n[kind] > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n[kind], kind))
		}
	}
	return strings.Join(counts, ", ")
}

// line returns a line with the ids that are not empty, each once.
func line(what, says string, facts ...string) Line {
	return Line{What: what, Says: says, Facts: lists.Where(lists.Once(facts), func(id string) bool { return id != "" })}
}

// clauses joins the texts that are not empty as parts of one sentence.
func clauses(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "; ")
}

// sentence joins the texts that are not empty.
func sentence(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), " ")
}

// where returns a formatted text if holds is true, or else "".
func where(holds bool, format string, args ...any) string {
	if !holds {
		return ""
	}
	return fmt.Sprintf(format, args...)
}
