package adapter

import (
	"slices"
	"strings"
)

// An Event is what the protocol says of one hook event. It is the suite's own
// table, because the suite knows no engine; beside the built-in engine a test
// holds it against what that knows.
type Event struct {
	Name string
	// Applied tells that whoever fires the event acts on what the hooks answer; an
	// implementation without such callers has the feature for the event alone.
	Applied bool
	// Fields are what the payload of hooks/fire and hooks/plan may hold.
	Fields []EventField
	// Subject is the field that matchers are tested against; empty for none.
	Subject string
}

// An EventField is one field of a payload.
type EventField struct {
	Name string
	// Kind is that of its value: string, object or boolean.
	Kind string
	// Optional tells that hooks/fire may leave it out.
	Optional bool
}

// Events are all events, those first that are applied.
func Events() []Event {
	text := func(name string) EventField { return EventField{Name: name, Kind: "string"} }
	object := func(name string) EventField { return EventField{Name: name, Kind: "object"} }
	return []Event{
		{"BeforeTool", true, []EventField{text("toolName"), object("toolInput")}, "toolName"},
		{"AfterTool", true, []EventField{text("toolName"), object("toolInput"), object("toolResponse")}, "toolName"},
		{"BeforeModel", true, []EventField{object("llmRequest")}, ""},
		{"AfterModel", true, []EventField{object("llmRequest"), object("llmResponse")}, ""},
		{"BeforeToolSelection", true, []EventField{object("llmRequest")}, ""},
		{"BeforeAgent", false, []EventField{text("prompt")}, ""},
		{"AfterAgent", false, []EventField{text("prompt"), text("promptResponse"), {"stopHookActive", "boolean", true}}, ""},
		{"SessionStart", false, []EventField{text("source")}, "source"},
		{"SessionEnd", false, []EventField{text("reason")}, "reason"},
		{"PreCompress", false, []EventField{text("trigger")}, "trigger"},
		{"Notification", false, []EventField{text("notificationType"), text("message"), {"details", "object", true}}, "notificationType"},
	}
}

// EventNamed gives an event; ok is false for a name that none has, of which
// nothing is known but that firing it takes what firing any event takes.
func EventNamed(name string) (e Event, ok bool) {
	all := Events()
	i := slices.IndexFunc(all, func(e Event) bool { return e.Name == name })
	if i < 0 {
		return Event{Name: name, Applied: true}, false
	}
	return all[i], true
}

// Feature is what firing the event takes.
func (e Event) Feature() Feature {
	if e.Applied {
		return FeatureFire
	}
	var b strings.Builder
	b.WriteString("event")
	for _, r := range e.Name {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('-')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return Feature(b.String())
}
