// Package sheet lays contracts out to be read: every value that an author may meet
// as one line of words, with the fact or the requirement behind it. Two sheets can
// be compared, and all together are the page docs/contracts.md.
//
// Most callers need Of, All and Diff. A sheet decides nothing: what comes of a
// demand is said by the contract, in the words of package ruling.
package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Sheet is what a contract says.
type Sheet struct {
	Name     string `json:"name"`
	Product  string `json:"product"`
	Versions string `json:"versions,omitempty"`
	// Extends is the contract that this one was made of; empty for those of hooktest.
	Extends string `json:"extends,omitempty"`
	// Required tells that requirements say what the agent does.
	Required bool `json:"required"`
	// Parts hold what is the same on every event.
	Parts  []Part  `json:"parts"`
	Events []Event `json:"events"`
	// Facts are those that lines name, those of the contract first.
	Facts []Fact `json:"facts"`
}

// A Part is a list of lines about one thing; it has at least one.
type Part struct {
	Title string `json:"title"`
	Lines []Line `json:"lines"`
}

// A Line is one value in words.
type Line struct {
	// What is the value's name, which no other line of its list has.
	What string `json:"what"`
	Says string `json:"says"`
	// Outcome, Model and User are what a demand comes to and what is read then, with
	// the placeholders of dialect.Reply; empty for anything else.
	Outcome dialect.Outcome `json:"outcome,omitempty"`
	Model   string          `json:"model,omitempty"`
	User    string          `json:"user,omitempty"`
	// Facts are the ids behind it; none where nothing is behind it but the contract.
	Facts []string `json:"facts"`
	// Guess tells that all of these are guesses.
	Guess bool `json:"guess,omitempty"`
}

// An Event is what the contract says of one event.
type Event struct {
	Name   hook.Event     `json:"name"`
	Moment dialect.Moment `json:"moment,omitempty"`
	// Parts are what matchers are tested against and how answers are merged, what
	// comes of demands, what hooks read, and what they may answer.
	Parts []Part `json:"parts"`
}

// The parts of events.
const (
	Rules   = "rules"
	Demands = "demands"
	Reads   = "reads"
	Answers = "answers"
)

// Required is the kind of what the requirements say.
const Required = "required"

// A Fact is a fact, or a requirement in the place of one.
type Fact struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Kind string `json:"kind"`
	// Known says in words what the kind means.
	Known string `json:"known"`
	// Source is empty of a requirement, which is one itself.
	Source string `json:"source,omitempty"`
	Date   string `json:"date,omitempty"`
	// Seen are the versions of the agent that it was seen on.
	Seen []string `json:"seen,omitempty"`
}

// Of is the sheet of a contract. The catalogue says what the requirements are about
// that it names.
func Of(c *dialect.Contract, requirements *catalogue.Catalogue) Sheet {
	b := builder{c: c, requirements: requirements}
	s := Sheet{Name: c.Name, Product: c.Product, Versions: c.Versions, Extends: c.Extends, Required: c.Reading == nil, Parts: filled(b.general())}
	for i := range c.Events {
		s.Events = append(s.Events, b.event(&c.Events[i]))
	}
	if others := b.others(s); len(others) > 0 {
		s.Parts = append(s.Parts, Part{Also, others})
	}
	s.Facts = b.facts(s)
	s.doubt()
	return s
}

// filled are the parts that have lines.
func filled(parts []Part) []Part {
	return slices.DeleteFunc(parts, func(p Part) bool { return len(p.Lines) == 0 })
}

// doubt marks the lines that rest on a guess.
func (s Sheet) doubt() {
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

// parts goes through the parts that hold on every event, then through those of each.
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

// All are the sheets of all contracts.
func All(requirements *catalogue.Catalogue) []Sheet {
	var all []Sheet
	for _, c := range dialect.Contracts() {
		all = append(all, Of(c, requirements))
	}
	return all
}

// Title is the agent with its versions.
func (s Sheet) Title() string { return strings.TrimSpace(s.Product + " " + s.Versions) }

// At are the events at a moment, of which some agents have several.
func (s Sheet) At(moment dialect.Moment) []Event {
	var all []Event
	for _, e := range s.Events {
		if moment != "" && e.Moment == moment {
			all = append(all, e)
		}
	}
	return all
}

// Lines are those of a part; none of one that is not there.
func (e Event) Lines(title string) []Line { return linesOf(e.Parts, title) }

// Lines are those of a part; none of one that is not there.
func (s Sheet) Lines(title string) []Line { return linesOf(s.Parts, title) }

func linesOf(parts []Part, title string) []Line {
	i := slices.IndexFunc(parts, func(p Part) bool { return p.Title == title })
	if i < 0 {
		return nil
	}
	return parts[i].Lines
}

// Find gives the line of a name.
func Find(lines []Line, what string) (l Line, ok bool) {
	i := slices.IndexFunc(lines, func(l Line) bool { return l.What == what })
	if i < 0 {
		return Line{}, false
	}
	return lines[i], true
}

// Words are all that a line says but its facts, after the outcome.
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

// Sourced are the words with the facts behind them.
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

// quoted is a text word for word, on one line.
func quoted(text string) string { return "`" + visible.Line(text) + "`" }

// A Use is a place that names a fact.
type Use struct {
	// Event is empty for what holds on every event.
	Event hook.Event `json:"event,omitempty"`
	Part  string     `json:"part"`
	What  string     `json:"what"`
}

// Uses are the places that name a fact.
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

// A builder makes a sheet.
type builder struct {
	c            *dialect.Contract
	requirements *catalogue.Catalogue
}

// facts are the contract's, and behind them the requirements that lines name.
func (b builder) facts(s Sheet) []Fact {
	var all []Fact
	for _, f := range b.c.Facts {
		all = append(all, Fact{f.ID, f.Text, string(f.Kind), certainty(f.Kind), f.Source, f.Date, f.Seen})
	}
	var ids []string
	for p := range s.parts {
		for _, l := range p.Lines {
			ids = append(ids, l.Facts...)
		}
	}
	slices.SortFunc(ids, catalogue.Compare)
	for _, id := range slices.Compact(ids) {
		if title := b.title(id); title != "" {
			all = append(all, Fact{ID: id, Text: title, Kind: Required, Known: "required"})
		}
	}
	return all
}

// others are the facts that no line is about.
func (b builder) others(s Sheet) []Line {
	var lines []Line
	for _, f := range b.c.Facts {
		if len(s.Uses(f.ID)) == 0 {
			lines = append(lines, line(strings.TrimPrefix(f.ID, b.c.Name+"."), f.Text, f.ID))
		}
	}
	return lines
}

// title is that of a requirement or interpretation; empty for other ids.
func (b builder) title(id string) string {
	if r, ok := b.requirements.Lookup(id); ok {
		return r.Title
	}
	in, _ := b.requirements.Interpretation(id)
	return in.Title
}

// meaning is the text of a fact.
func (b builder) meaning(id string) string {
	i := slices.IndexFunc(b.c.Facts, func(f dialect.Fact) bool { return f.ID == id })
	if i < 0 {
		return ""
	}
	return b.c.Facts[i].Text
}

// certainty says in words how sure a fact is.
func certainty(kind dialect.Kind) string {
	return map[dialect.Kind]string{
		dialect.Run:        "seen: the agent was run",
		dialect.Types:      "declared: its published types say so",
		dialect.Source:     "read: its source says so",
		dialect.Documented: "documented: its makers say so",
		dialect.ThirdParty: "measured by others",
		dialect.Stated:     "stated: whoever wrote the contract says so",
		dialect.Guess:      "not known",
	}[kind]
}

// Kinds are those of facts, the surest first.
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

// Basis is ByKind in words, the surest first.
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

// line is a line with the ids that are not empty, each once.
func line(what, says string, facts ...string) Line {
	named := []string{}
	for _, id := range facts {
		if id != "" && !slices.Contains(named, id) {
			named = append(named, id)
		}
	}
	return Line{What: what, Says: says, Facts: named}
}

// clauses are texts that are not empty, as parts of one sentence.
func clauses(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "; ")
}

// sentence is texts that are not empty, one behind the other.
func sentence(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), " ")
}

// where gives a text if something holds.
func where(holds bool, format string, args ...any) string {
	if !holds {
		return ""
	}
	return fmt.Sprintf(format, args...)
}
