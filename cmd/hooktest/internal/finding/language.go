package finding

import (
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/schemas"
)

// A language lists what the answers of an agent's event may contain: from its response rules for
// observed agents, and from the answer schemas for LLxprt Code.
type language struct {
	decisions []dialect.Decision
	// fields are the known ones; complete is set if there are no others.
	fields   []dialect.Answered
	complete bool
	rewrite  dialect.Path
	contexts []dialect.Path
	stops    bool
}

func languageOf(c *dialect.Contract, row *dialect.Event) language {
	if c.Reading == nil {
		return required(row)
	}
	rules := row.Rules
	l := language{
		decisions: rules.Decisions, fields: slices.Clone(rules.Fields), complete: len(rules.Fields) > 0,
		rewrite: rules.Rewrite.At, contexts: rules.Contexts, stops: rules.CanStop,
	}
	if l.complete {
		return l
	}
	// If the contract lists no fields, the known ones are those that a rule reads.
	paths := slices.Concat(rules.Contexts, rules.Messages, rules.StopReason, []dialect.Path{"continue", "stopReason", rules.Rewrite.At})
	for _, d := range rules.Decisions {
		paths = append(append(paths, d.At), d.Reasons(dialect.Denies)...)
	}
	for _, path := range paths {
		if path != "" && !l.knows(path) {
			l.fields = append(l.fields, dialect.Answered{At: path})
		}
	}
	return l
}

// AnswerFields returns the names of the fields that the agent reads in answers, each once.
func AnswerFields(c *dialect.Contract) []string {
	var names []string
	for i := range c.Events {
		names = append(names, EventAnswerFields(c, &c.Events[i])...)
	}
	return lists.Once(names)
}

// EventAnswerFields returns the names of the fields that the agent reads in answers on one event, each
// once.
func EventAnswerFields(c *dialect.Contract, row *dialect.Event) []string {
	var names []string
	for _, path := range languageOf(c, row).paths() {
		names = append(names, strings.Split(path, ".")...)
	}
	return lists.Once(names)
}

// required returns the language of the requirements.
func required(row *dialect.Event) language {
	words := map[string]dialect.Effect{
		hook.Block: dialect.Denies, hook.Deny: dialect.Denies,
		hook.Allow: dialect.Allows, hook.Approve: dialect.Allows, hook.Ask: dialect.Asks,
	}
	l := language{
		decisions: []dialect.Decision{{At: "decision", Reason: []dialect.Path{"reason"}, Words: words}},
		complete:  true,
		stops:     row.Effects.EndTurn != "",
	}
	for _, name := range []string{schemas.Stdout(string(row.Name)), "stdout/base"} {
		// A schema that is missing or can't be parsed names no field.
		source, _ := schemas.Source(name)
		schema, _ := jsonvalue.ParseObject(source)
		l.take(schema, "")
	}
	const specific = "hookSpecificOutput."
	if l.knows(specific + "permissionDecision") {
		l.decisions = append(l.decisions, dialect.Decision{
			At: specific + "permissionDecision", Reason: []dialect.Path{specific + "permissionDecisionReason", "reason"}, Words: words,
		})
	}
	if row.Effects.Changes != "" {
		l.rewrite = dialect.Path(specific + row.Effects.Changes)
	}
	if row.Effects.Context != "" {
		l.contexts = []dialect.Path{specific + "additionalContext"}
	}
	return l
}

// take adds the fields that a schema names, and those of hookSpecificOutput.
func (l *language) take(schema *jsonvalue.Object, prefix string) {
	properties, _ := schema.GetObject("properties")
	for name, value := range properties.All() {
		path := dialect.Path(prefix + name)
		property, ok := value.(*jsonvalue.Object)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(l.fields, func(f dialect.Answered) bool { return f.At == path }); i < 0 {
			l.fields = append(l.fields, dialect.Answered{At: path, Null: true})
		}
		if name == "hookSpecificOutput" && prefix == "" {
			l.take(property, name+".")
		}
	}
}

// knows reports whether a field, or one inside it, is known.
func (l language) knows(path dialect.Path) bool {
	return slices.ContainsFunc(l.fields, func(f dialect.Answered) bool {
		return f.At == path || strings.HasPrefix(string(f.At), string(path)+".")
	})
}

func (l language) paths() []string {
	return lists.Once(lists.Of(l.fields, func(f dialect.Answered) string { return string(f.At) }))
}

// unknown returns the unknown fields of an answer. An object without any known part is the author's
// own.
func (l language) unknown(answer *jsonvalue.Object, prefix string) []dialect.Path {
	var all []dialect.Path
	for name, value := range answer.All() {
		path := dialect.Path(prefix + name)
		inner, isObject := value.(*jsonvalue.Object)
		switch {
		case !l.knows(path):
			all = append(all, path)
		case isObject && slices.ContainsFunc(l.fields, func(f dialect.Answered) bool { return strings.HasPrefix(string(f.At), string(path)+".") }):
			all = append(all, l.unknown(inner, string(path)+".")...)
		}
	}
	return all
}

// word returns the value of a decision field as text; ok is false if it is neither a text nor a
// boolean.
func word(value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case bool:
		return string(jsonvalue.Marshal(value)), true
	}
	return "", false
}

// said returns the decision in an answer that has an effect, and its word.
func (l language) said(answer *jsonvalue.Object, effect dialect.Effect) (dialect.Decision, string, bool) {
	for _, d := range l.decisions {
		value, _ := d.At.In(answer)
		if text, ok := word(value); ok && d.Words[text] == effect {
			return d, text, true
		}
	}
	return dialect.Decision{}, "", false
}

func without(answer *jsonvalue.Object, paths []dialect.Path) *jsonvalue.Object {
	left, _ := jsonvalue.Clone(answer).(*jsonvalue.Object)
	for _, path := range paths {
		parent, name := left, string(path)
		for {
			first, rest, deeper := strings.Cut(name, ".")
			if !deeper {
				break
			}
			inner, ok := parent.GetObject(first)
			if !ok {
				break
			}
			parent, name = inner, rest
		}
		parent.Delete(name)
	}
	return left
}

func with(answer *jsonvalue.Object, path dialect.Path, value any) *jsonvalue.Object {
	changed, _ := jsonvalue.Clone(answer).(*jsonvalue.Object)
	parent := changed
	names := strings.Split(string(path), ".")
	for _, name := range names[:len(names)-1] {
		inner, ok := parent.GetObject(name)
		if !ok {
			inner = jsonvalue.New()
			parent.Set(name, inner)
		}
		parent = inner
	}
	parent.Set(names[len(names)-1], value)
	return changed
}

// isAnswer reports whether a text is an object with a field that some agent knows.
func isAnswer(text []byte) bool {
	object, err := jsonvalue.ParseObject(text)
	return err == nil && slices.ContainsFunc(object.Keys(), func(name string) bool { return len(speakers()[dialect.Path(name)]) > 0 })
}

// A speaker is an event of an agent.
type speaker struct {
	agent string
	event hook.Event
}

// speakers maps each field to the events of all agents that know it, or a field inside it.
var speakers = sync.OnceValue(func() map[dialect.Path][]speaker {
	known := map[dialect.Path][]speaker{}
	for _, c := range dialect.Contracts() {
		for i := range c.Events {
			who := speaker{c.Name, c.Events[i].Name}
			for _, path := range languageOf(c, &c.Events[i]).paths() {
				for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '.') {
					known[dialect.Path(path[:end])] = append(known[dialect.Path(path[:end])], who)
				}
			}
		}
	}
	return known
})

// anywhere finds the decision in an answer whose word has this effect on any event of the agent.
func anywhere(r *run, effect dialect.Effect) (dialect.Decision, string, bool) {
	for i := range r.Contract.Events {
		if d, text, ok := languageOf(r.Contract, &r.Contract.Events[i]).said(r.answer, effect); ok {
			return d, text, true
		}
	}
	return dialect.Decision{}, "", false
}

// toldAny reports whether the model or the user reads the reason that the answer gives for an
// effect.
func (r *run) toldAny(effect dialect.Effect) bool {
	d, _, _ := anywhere(r, effect)
	for _, path := range d.Reasons(effect) {
		value, _ := path.In(r.answer)
		if text, ok := value.(string); ok && text != "" && r.told(text) {
			return true
		}
	}
	return false
}
