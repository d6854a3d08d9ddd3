package casefile

import (
	"io/fs"
	"maps"
	"slices"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/spelling"
	"github.com/hooktest/hooktest/schemas"
)

// judge reports contradictions in a case that matches the schema.
func (r *reader) judge(c Case, item *document.Node) {
	at := layers{item}
	place := func(key string) document.Position {
		if value, ok := at.field(key); ok {
			return value.Position()
		}
		return item.Position()
	}
	if c.Script == "" {
		r.fault(item.Position(), "no hook: name the script with hook, here or for the whole file")
	}
	if c.Model != nil && c.Entry == nil {
		if model, ok := item.Field("model"); ok {
			r.fault(model.Position(), "model needs a hook that asks one, such as hook: {type: prompt, prompt: TEXT}")
		}
	}
	r.agents(c, item)
	if happens := c.happens(); len(happens) > 1 {
		r.fault(place(happens[1]), "%s exclude each other", english.And(happens))
	} else if len(happens) == 0 && c.Event == "" {
		r.fault(item.Position(), "no event, and nothing that happens: say what with bash, write, prompt, tool or stdin, or name the event")
	}
	if c.Stdin != nil && c.Set != nil {
		r.fault(place("set"), "set and stdin exclude each other: hooks read stdin byte for byte")
	}
	if c.Input != nil && c.Tool == "" {
		r.fault(place("input"), "input needs a tool")
	}
	if c.Event != "" && !slices.Contains(events(), c.Event) {
		r.fault(place("event"), "unknown event %q%s", c.Event, meant(c.Event, events()))
	}
	r.paths(item)
	if c.CWD != "" && !fs.ValidPath(c.CWD) {
		r.fault(place("cwd"), "%q is not a folder inside the project: write it without .. and a slash at its ends", c.CWD)
	}
	for _, e := range c.Expectations() {
		r.paths(e.Node)
	}
}

// agents reports unknown names of agents.
func (r *reader) agents(c Case, item *document.Node) {
	if named, ok := item.Field("agents"); ok || len(c.Agents) > 0 {
		for i, agent := range c.Agents {
			at := item.Position()
			if ok {
				at = named.Items()[i].Position()
			}
			if !slices.Contains(dialect.Names(), agent) {
				r.fault(at, "unknown agent %q%s", agent, meant(agent, dialect.Names()))
			}
		}
	}
	expect, _ := item.Field("expect")
	for _, agent := range slices.Sorted(maps.Keys(c.ByAgent)) {
		field, _ := expect.Lookup(agent)
		switch {
		case !slices.Contains(dialect.Names(), agent):
			r.fault(field.NamePosition, "%q is neither an agent nor something to expect%s", agent, meant(agent, slices.Concat(expectationKeys(), dialect.Names(), []string{others})))
		case c.Agents != nil && !slices.Contains(c.Agents, agent):
			r.fault(field.NamePosition, "%s is not among the agents of the case", agent)
		}
	}
}

// paths reports files outside the project folder.
func (r *reader) paths(of *document.Node) {
	if files, ok := of.Field("files"); ok {
		for _, field := range files.Fields() {
			if !fs.ValidPath(field.Name) || field.Name == "." {
				r.fault(field.NamePosition, "%q is not a path inside the project", field.Name)
			}
		}
	}
}

// happens returns the case's keys for the event input.
func (c Case) happens() []string {
	var keys []string
	for _, k := range []struct {
		key   string
		given bool
	}{
		{"bash", c.Bash != nil}, {"write", c.Write != nil}, {"prompt", c.Prompt != nil}, {"stdin", c.Stdin != nil}, {"tool", c.Tool != ""},
	} {
		if k.given {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// meant suggests the known word nearest to a mistyped one.
func meant(word string, known []string) string {
	if near, ok := spelling.Nearest(word, known); ok {
		return ", did you mean " + near
	}
	return ""
}

// events has the event names of all agents.
var events = sync.OnceValue(func() []string {
	var all []string
	for _, c := range dialect.Contracts() {
		for _, e := range c.EventNames() {
			if !slices.Contains(all, string(e)) {
				all = append(all, string(e))
			}
		}
	}
	return all
})

// expectationKeys has the schema's keys of an expectation.
var expectationKeys = sync.OnceValue(func() []string {
	var keys []string
	source, err := schemas.Source("case-file")
	if err != nil {
		return nil
	}
	root, err := document.Parse("case-file", source, document.Options{})
	if err != nil {
		return nil
	}
	properties, _ := root.At("$defs", "expectation", "properties")
	for _, field := range properties.Fields() {
		keys = append(keys, field.Name)
	}
	return keys
})
