package topic

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/schemas"
)

// eventSource explains the lifecycle events, from the schemas, the catalogue and the contract.
type eventSource struct {
	catalogue *catalogue.Catalogue
	contract  *dialect.Contract
}

func (s eventSource) Canonical(id string) string {
	for _, event := range s.contract.EventNames() {
		if lettersOf(string(event)) == lettersOf(id) {
			return string(event)
		}
	}
	return id
}

func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_ ", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

func (s eventSource) Find(id string) (Topic, bool) {
	event := hook.Event(id)
	if _, known := s.contract.Event(event); !known {
		return Topic{}, false
	}
	stdin, ok := readSchema(schemas.Stdin(id))
	if !ok {
		return Topic{}, false
	}
	stdout, ok := readSchema(schemas.Stdout(id))
	if !ok {
		return Topic{}, false
	}
	return s.event(event, stdin, stdout), true
}

func (s eventSource) Entries() []Entry {
	var all []Entry
	for _, event := range s.contract.EventNames() {
		if stdin, ok := readSchema(schemas.Stdin(string(event))); ok {
			all = append(all, Entry{string(event), firesWhen(stdin)})
		}
	}
	return all
}

func (s eventSource) Nearest(id string) []string {
	return nearest(id, s.contract.EventNames())
}

// firesWhen reads the moment from the schema's description.
func firesWhen(stdin schema) string {
	moment := strings.TrimPrefix(stdin.description, "What a hook reads on standard input ")
	return "fires " + strings.TrimSuffix(moment, ".")
}

type eventData struct {
	ID           string       `json:"id"`
	Kind         string       `json:"kind"`
	Title        string       `json:"title"`
	Matcher      *matcherData `json:"matcher"`
	Blocks       bool         `json:"blocks"`
	Reads        []field      `json:"reads"`
	Answers      []field      `json:"answers"`
	Effects      effectsData  `json:"effects"`
	Requirements []reference  `json:"requirements"`
}

type matcherData struct {
	Field  string   `json:"field"`
	Values []string `json:"values,omitempty"`
}

type effectsData struct {
	Requirement string   `json:"requirement"`
	Statement   string   `json:"statement"`
	Clauses     []string `json:"clauses"`
}

func (s eventSource) event(event hook.Event, stdin, stdout schema) Topic {
	data := eventData{
		ID: string(event), Kind: "event", Title: firesWhen(stdin),
		Reads: stdin.fields, Answers: honoured(stdout), Effects: s.effects(stdout),
		Blocks: slices.ContainsFunc(stdout.fields, func(f field) bool { return f.Name == "decision" }),
	}
	row, _ := s.contract.Event(event)
	if subject := row.Subject; subject.Field != "" {
		data.Matcher = &matcherData{subject.Field, subject.Values}
	}
	references := requirementSource{s.catalogue}
	data.Requirements = references.references(s.rules(event, stdin, stdout))
	return Topic{
		ID: data.ID, Title: data.Title, Data: data, Sections: data.sections(),
		Kind: "event, " + map[bool]string{true: "a hook can refuse", false: "a hook can't refuse"}[data.Blocks],
	}
}

// effects returns the effects in the requirement that the output schema names.
func (s eventSource) effects(stdout schema) effectsData {
	effects := effectsData{Clauses: []string{}}
	for _, id := range stdout.requirements {
		r, ok := s.catalogue.Lookup(id)
		if !ok {
			continue
		}
		effects.Requirement, effects.Statement = r.ID, r.Statement
		for _, c := range r.Clauses {
			effects.Clauses = append(effects.Clauses, c.Text)
		}
	}
	return effects
}

// rules returns the requirements of the section with the event's name, then those that the
// schemas name.
func (s eventSource) rules(event hook.Event, stdin, stdout schema) []string {
	var ids []string
	for _, section := range s.catalogue.Sections() {
		if section.Title == string(event) {
			ids = append(ids, section.Requirements...)
		}
	}
	ids = append(ids, stdin.requirements...)
	ids = append(ids, stdout.requirements...)
	for _, f := range slices.Concat(stdin.fields, honoured(stdout)) {
		ids = append(ids, f.Requirements...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// honoured returns the output fields that have an effect on this event: those in its own schema,
// each with its companion text.
func honoured(stdout schema) []field {
	companions := map[string]string{"decision": "reason", "continue": "stopReason"}
	base, _ := readSchema("stdout/base")
	fields := []field{}
	for _, f := range stdout.fields {
		if f.Name != "hookSpecificOutput" {
			fields = append(fields, f)
		}
		for _, b := range base.fields {
			if b.Name == companions[f.Name] {
				fields = append(fields, b)
			}
		}
		for _, specific := range f.members {
			specific.Name = f.Name + "." + specific.Name
			fields = append(fields, specific)
		}
	}
	return fields
}

func (d eventData) sections() []Section {
	sections := []Section{
		{Text: []string{d.matcherText()}},
		{Heading: "What a hook reads on stdin", Items: fieldItems(d.Reads)},
	}
	answers := Section{Heading: "What a hook may answer on stdout", Items: fieldItems(d.Answers)}
	if len(d.Answers) == 0 {
		answers.Text = []string{"Nothing that has an effect."}
	}
	sections = append(sections, answers, d.exitCodes(), Section{
		Heading: "What its answer can do", Text: []string{d.Effects.Statement + " (" + d.Effects.Requirement + ")"},
	})
	return append(sections,
		Section{Heading: "Requirements", Items: referenceItems(d.Requirements)},
		Section{Heading: "See also", Items: []Item{
			{Label: "hooktest schema " + d.ID + " in", Text: "the schema of what it reads"},
			{Label: "hooktest schema " + d.ID + " out", Text: "the schema of what it may answer"},
		}})
}

func (d eventData) matcherText() string {
	switch {
	case d.Matcher == nil:
		return "A matcher is ignored: every hook of the event fires."
	case len(d.Matcher.Values) == 0:
		return "A matcher is tested against `" + d.Matcher.Field + "`."
	}
	return "A matcher is tested against `" + d.Matcher.Field + "`, such as " + strings.Join(d.Matcher.Values, ", ") + "."
}

func (d eventData) exitCodes() Section {
	refusal := "refuses, with stderr as the reason (HOOK-066, HOOK-067a)"
	if !d.Blocks {
		refusal = "marks the result as refused, which nothing on this event acts upon (INT-32)"
	}
	return Section{Heading: "Exit codes", Items: []Item{
		{Label: "0", Text: "stdout is the answer: JSON, or plain text as a system message (HOOK-063, HOOK-064)"},
		{Label: "2", Text: refusal},
		{Label: "other", Text: "the hook failed: a warning, and the agent continues (HOOK-068)"},
	}}
}

func fieldItems(fields []field) []Item {
	return lists.Of(fields, func(f field) Item { return Item{Label: f.Name, Text: f.Type + ": " + f.Description} })
}
