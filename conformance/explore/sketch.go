package explore

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// A sketch is a draw in the case language: the lines that set it up, the arguments
// of fire, and the files.
type sketch struct {
	world []string
	event string
	files []file
}

type file struct{ name, text string }

// Sketch writes a draw as a case without assertions.
func (d Draw) Sketch() string {
	s := d.sketch()
	return strings.Join(s.world, "\n") + "\nfire " + s.event + "\n" + s.listing()
}

func (s sketch) listing() string {
	var b strings.Builder
	for _, f := range s.files {
		fmt.Fprintf(&b, "-- %s --\n%s\n", f.name, strings.TrimSuffix(f.text, "\n"))
	}
	return b.String()
}

func (d Draw) sketch() sketch {
	var s sketch
	hooks, spies := "", ""
	for _, h := range d.Hooks {
		if body := h.body(); body == "" {
			spies += " " + h.Name
		} else {
			hooks += " " + h.Name
			s.files = append(s.files, file{h.Name, body})
		}
	}
	if hooks != "" {
		s.world = append(s.world, "hook"+hooks)
	}
	if spies != "" {
		s.world = append(s.world, "spy"+spies)
	}
	own, brought := d.groups(false), d.groups(true)
	if slices.ContainsFunc(own, func(g Group) bool { return !g.sayable() }) {
		s.world = append(s.world, "settings settings.json")
		s.files = append(s.files, file{"settings.json", pretty(map[string]any{"enableHooks": true, "hooks": map[string]any{d.Event: written(own)}})})
	} else {
		for _, g := range own {
			s.world = append(s.world, "on "+d.Event+g.words())
		}
	}
	if len(brought) > 0 {
		s.world = append(s.world, "extension extension.json")
		s.files = append(s.files, file{"extension.json", pretty(map[string]any{"name": "explorer", "active": true, "hooks": map[string]any{d.Event: written(brought)}})})
	}
	s.event = d.Event + d.words(&s)
	return s
}

func pretty(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return ""
	}
	return string(text)
}

// sayable reports whether the command on can express the group.
func (g Group) sayable() bool {
	var matcher string
	if g.Matcher != nil && (json.Unmarshal(g.Matcher, &matcher) != nil || string(g.Matcher) == "null" || strings.Contains(matcher, "$")) {
		return false
	}
	for _, e := range g.Entries {
		if e.Type != nil || string(e.Timeout) != string(g.Entries[0].Timeout) {
			return false
		}
	}
	return true
}

func (g Group) words() string {
	var b strings.Builder
	for _, e := range g.Entries {
		b.WriteString(" " + e.Hook)
	}
	if g.Matcher != nil {
		var matcher string
		// sayable has checked that it is a string.
		_ = json.Unmarshal(g.Matcher, &matcher)
		b.WriteString(" " + quoted("matcher="+matcher))
	}
	if g.Entries[0].Timeout != nil {
		b.WriteString(" " + quoted("timeout="+string(g.Entries[0].Timeout)))
	}
	if g.Sequential != nil {
		b.WriteString(" " + quoted("sequential="+string(g.Sequential)))
	}
	return b.String()
}

// written returns the groups as they are written in settings.
func written(groups []Group) []any {
	return groupsOf(groups, func(hook string) string { return spyhook.Sourced("${HOOKS}/" + hook) })
}

// words returns the arguments after the event's name. A value that the script
// would expand goes to a file.
func (d Draw) words(s *sketch) string {
	value := func(name string) string {
		text := encode(d.Payload[name])
		if !strings.Contains(text, "$") {
			return " " + quoted(text)
		}
		s.files = append(s.files, file{name + ".json", text})
		return " @" + name + ".json"
	}
	words := ""
	if row, known := adapter.EventNamed(d.Event); known && row.Applied {
		for _, f := range row.Fields {
			if text, ok := d.Payload[f.Name].(string); ok && f.Kind == "string" {
				words += " " + quoted(text)
			} else {
				words += value(f.Name)
			}
		}
		return words
	}
	for _, key := range slices.Sorted(maps.Keys(d.Payload)) {
		words += " " + quoted(key+"="+encode(d.Payload[key]))
	}
	return words
}

// quoted is a word of a script.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t'#\"\\") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", "''") + "'"
}
