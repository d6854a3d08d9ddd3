package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht336 finds answers whose only content is a context that no agent reads.
func ht336(s *source) {
	if !s.known.certain() || s.use.Background || s.dispatches {
		return
	}
	contexts := s.contexts()
	// An answer that is assembled from parts may be the right one.
	mentioned := 0
	for name := range contextNames().has {
		mentioned += bytes.Count(s.text, []byte(name))
	}
	if mentioned > len(contexts) {
		return
	}
	// A hook for several agents may have an answer for each. It is a finding only if an agent reads
	// none of them.
	all := s.starts()
	if len(all) == 0 || slices.ContainsFunc(all, func(a start) bool {
		return a.Reading == nil || slices.ContainsFunc(contexts, func(l literal) bool { return !a.passesOver(l) })
	}) {
		return
	}
	a := all[len(all)-1]
	for _, l := range s.literals() {
		if _, ok := marked(l.object); ok && !l.denies() {
			// One finding is enough: the same fix applies to the other answers.
			s.report(l.at, fmt.Sprintf("%s reads no context here on %s: the model does not learn it", a.Product, a.event), a.contextFix())
			return
		}
	}
}

// passesOver reports whether an agent is known to ignore an answer with a marked context.
func (a start) passesOver(l literal) bool {
	verdict, words := a.answered("", l)
	has := func(text *string) bool { return text != nil && strings.Contains(*text, contextMark) }
	return (verdict.Kind == effect.Allow || verdict.Kind == effect.Failed) && !has(words.Model) && !has(words.User)
}

// contextFix says where the agent reads a context.
func (a start) contextFix() string {
	if paths := a.row.Rules.Contexts; len(paths) > 0 {
		fix := "write it as " + string(paths[0])
		if strings.HasPrefix(string(paths[0]), "hookSpecificOutput.") {
			fix += fmt.Sprintf(", with hookSpecificOutput.hookEventName: %q next to it", a.event)
		}
		return fix
	}
	if row, ok := a.At(dialect.TurnBefore); ok && len(row.Rules.Contexts) > 0 {
		return fmt.Sprintf("give it on %s, as %s", row.Name, row.Rules.Contexts[0])
	}
	return "say it on an event whose context the agent reads"
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
