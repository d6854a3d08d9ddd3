package explore

import (
	"encoding/json"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Draw is one event with its configuration.
type Draw struct {
	Event   string         `json:"event"`
	Payload map[string]any `json:"payload"`
	Hooks   []Hook         `json:"hooks"`
	Groups  []Group        `json:"groups"`
	// Hooks with Unread do not read their stdin. With Env, hooks record their
	// environment.
	Unread bool `json:"unread,omitempty"`
	Env    bool `json:"env,omitempty"`
}

// A Hook is how one hook behaves.
type Hook struct {
	Name string `json:"name"`
	// Answer is printed as JSON, encoded a second time with Twice, between Before
	// and After. Without an answer, Before and After are the output.
	Answer map[string]any `json:"answer,omitzero"`
	Twice  bool           `json:"twice,omitempty"`
	Before string         `json:"before,omitempty"`
	After  string         `json:"after,omitempty"`
	Stderr string         `json:"stderr,omitempty"`
	Exit   int            `json:"exit,omitempty"`
	// Signal is the signal that ends it. Hang reports whether it does not end by
	// itself, Slow whether it sleeps for a moment.
	Signal string `json:"signal,omitempty"`
	Hang   bool   `json:"hang,omitempty"`
	Slow   bool   `json:"slow,omitempty"`
}

// A Group is one hook group. A nil field is absent from the settings.
type Group struct {
	// Extension reports whether the group belongs to an extension.
	Extension  bool            `json:"extension,omitempty"`
	Matcher    json.RawMessage `json:"matcher,omitempty"`
	Sequential json.RawMessage `json:"sequential,omitempty"`
	Entries    []Entry         `json:"entries"`
}

// An Entry puts a hook into a group.
type Entry struct {
	Hook    string          `json:"hook"`
	Type    json.RawMessage `json:"type,omitempty"`
	Timeout json.RawMessage `json:"timeout,omitempty"`
}

// A World is what an implementation supports.
type World struct {
	Events     []string
	Extensions bool
}

// WorldOf returns the world that an implementation claims. It has no events if the
// implementation can't be explored at all.
func WorldOf(hello adapter.InitializeResult) World {
	w := World{Extensions: hello.Supports(adapter.FeatureExtensions)}
	if !hello.Supports(adapter.FeatureFire) || !hello.Supports(adapter.FeatureSettings) {
		return w
	}
	for _, e := range adapter.Events() {
		if hello.Supports(e.Feature()) {
			w.Events = append(w.Events, e.Name)
		}
	}
	return w
}

// hook finds a hook by its name.
func (d Draw) hook(name string) Hook {
	found, _ := lists.First(d.Hooks, func(h Hook) bool { return h.Name == name })
	return found
}

// groups are those of the settings, or those of the extension.
func (d Draw) groups(extension bool) []Group {
	return lists.Where(d.Groups, func(g Group) bool { return g.Extension == extension })
}

// stdout is what the hook prints.
func (h Hook) stdout() string {
	if h.Answer == nil {
		return h.Before + h.After
	}
	text := encode(h.Answer)
	if h.Twice {
		text = encode(text)
	}
	return h.Before + text + h.After
}

// clone returns a copy that shares no mutable data with the original.
func (d Draw) clone() Draw {
	d.Payload = cloneValue(d.Payload).(map[string]any)
	d.Hooks = slices.Clone(d.Hooks)
	for i, h := range d.Hooks {
		if h.Answer != nil {
			d.Hooks[i].Answer = cloneValue(h.Answer).(map[string]any)
		}
	}
	d.Groups = slices.Clone(d.Groups)
	for i, g := range d.Groups {
		d.Groups[i].Entries = slices.Clone(g.Entries)
	}
	return d
}
