package script

import (
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// lacks returns the arguments that an answer's new input omits although every tool of the script
// needs them, and the agent that checks for them. It returns none if some agent accepts the answer.
func (s *source) lacks(l literal) (arguments []string, product string) {
	for _, a := range s.starts() {
		rewrite := a.row.Rules.Rewrite
		value, _ := rewrite.At.In(l.object)
		input, given := value.(*jsonvalue.Object)
		if !given || rewrite.Overlays || rewrite.Whole == "" {
			return nil, ""
		}
		for _, name := range s.known.tools {
			tool, _ := a.Tools.Tool(name)
			missing := slices.DeleteFunc(slices.Clone(tool.Required), func(argument string) bool { return slices.Contains(input.Keys(), argument) })
			if len(missing) == 0 {
				return nil, ""
			}
			arguments, product = missing, a.Product
		}
	}
	return arguments, product
}

// contextNames are the agents' names for a context: a text for the model.
var contextNames = sync.OnceValue(func() names {
	var found names
	for _, c := range dialect.Contracts() {
		for i := range c.Events {
			for _, path := range c.Events[i].Rules.Contexts {
				found.add(string(path)[strings.LastIndexByte(string(path), '.')+1:])
			}
		}
	}
	return found
})

// contextMark replaces the context of an answer, so that it can be found in the result.
const contextMark = "what is in the context"

// marked returns an answer with contextMark as its context; ok is false if it has none.
func marked(object *jsonvalue.Object) (with *jsonvalue.Object, ok bool) {
	with = jsonvalue.New()
	for name, value := range object.All() {
		switch inner := value.(type) {
		case *jsonvalue.Object:
			changed, has := marked(inner)
			value, ok = changed, ok || has
		case string:
			if contextNames().has[name] && inner != "" {
				value, ok = contextMark, true
			}
		}
		with.Set(name, value)
	}
	return with, ok
}

// contexts returns the answers that have a context, with contextMark in its place.
func (s *source) contexts() []literal {
	var all []literal
	for _, l := range s.literals() {
		if object, ok := marked(l.object); ok && !l.denies() {
			all = append(all, literal{object: object})
		}
	}
	return all
}

// keptByContext returns where the script gives a context that keeps an agent working at the end of
// a turn, or -1.
func (s *source) keptByContext(a start) int {
	if a.row.Rules.Reply(dialect.Adds).Outcome != dialect.Prevented {
		return -1
	}
	for _, l := range s.literals() {
		object, ok := marked(l.object)
		if !ok {
			continue
		}
		if _, words := a.answered("", literal{object: object}); words.Model != nil && strings.Contains(*words.Model, contextMark) {
			return l.at
		}
	}
	return -1
}
