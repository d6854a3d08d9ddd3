package adapter

import (
	"slices"
	"strings"
)

// An Event is the protocol's description of one hook event. The suite has its own
// table because it does not import the engine; a test of the built-in engine
// compares the two.
type Event struct {
	Name string
	// Applied reports whether the caller that fires the event applies the hooks'
	// output. An implementation without such callers claims the event's own feature.
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
	// Optional reports whether hooks/fire may omit it.
	Optional bool
}

// Events returns all events, the applied ones first.
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

// EventNamed returns the event with this name. If there is none, ok is false and
// firing the returned event takes the feature that applied events take.
func EventNamed(name string) (e Event, ok bool) {
	all := Events()
	i := slices.IndexFunc(all, func(e Event) bool { return e.Name == name })
	if i < 0 {
		return Event{Name: name, Applied: true}, false
	}
	return all[i], true
}

// Feature returns the feature that firing the event requires.
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
