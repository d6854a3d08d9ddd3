package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// rewrittenInPart finds answers whose new input replaces the whole one but lacks an argument that
// the tool needs.
func rewrittenInPart(s *source) []finding.Finding {
	if !s.known.named || len(s.known.events) == 0 || len(s.known.tools) == 0 {
		return nil
	}
	var found []finding.Finding
	for _, l := range s.literals() {
		lacks, product := s.lacks(l)
		if len(lacks) == 0 {
			continue
		}
		fix := "lay it over the old one: .tool_input + {…}"
		switch s.language {
		case python:
			fix = "lay it over the old one: {**tool_input, …}"
		case javaScript:
			fix = "lay it over the old one: { ...tool_input, … }"
		}
		found = append(found, s.says(l.at, fmt.Sprintf("the new input takes the place of the whole, and has no %s: %s does not run the call", english.And(lacks), product), fix)...)
	}
	return found
}

// lacks returns the arguments that an answer's new input omits although every tool of the script
// needs them, and the agent that checks for them. It returns none if some agent accepts the answer.
func (s *source) lacks(l literal) (arguments []string, product string) {
	for _, c := range s.known.contracts {
		for _, event := range s.known.events {
			row, ok := c.Event(event)
			if !ok {
				continue
			}
			rewrite := row.Rules.Rewrite
			value, _ := rewrite.At.In(l.object)
			input, given := value.(*jsonvalue.Object)
			if !given || rewrite.Overlays || rewrite.Whole == "" {
				return nil, ""
			}
			for _, name := range s.known.tools {
				tool, _ := c.Tools.Tool(name)
				missing := slices.DeleteFunc(slices.Clone(tool.Required), func(argument string) bool { return slices.Contains(input.Keys(), argument) })
				if len(missing) == 0 {
					return nil, ""
				}
				arguments, product = missing, c.Product
			}
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
const contextMark = "what stands in the context"

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

// unreadContexts finds answers whose only content is a context that no agent reads.
func unreadContexts(s *source) []finding.Finding {
	if !s.known.named || len(s.known.events) == 0 || s.use.Background || s.dispatches {
		return nil
	}
	contexts := s.contexts()
	// An answer that is assembled from parts may be the right one.
	mentioned := 0
	for name := range contextNames().has {
		mentioned += bytes.Count(s.text, []byte(name))
	}
	if mentioned > len(contexts) {
		return nil
	}
	for _, l := range s.literals() {
		if _, ok := marked(l.object); !ok || l.denies() {
			continue
		}
		unread := false
		var by *dialect.Contract
		var on hook.Event
		s.beforeTools(func(c *dialect.Contract, event hook.Event) {
			if by != nil && !unread {
				return
			}
			// A hook for several agents may have an answer for each. It is a finding only if this
			// agent reads none of them.
			by, on, unread = c, event, c.Reading != nil && !slices.ContainsFunc(contexts, func(l literal) bool { return !passesOver(c, event, l) })
		})
		if !unread {
			continue
		}
		// One finding is enough: the same fix applies to the other answers.
		return s.says(l.at, fmt.Sprintf("%s reads no context here on %s: the model does not learn it", by.Product, on), contextFix(by, on))
	}
	return nil
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

// passesOver reports whether an agent is known to ignore an answer with a marked context.
func passesOver(c *dialect.Contract, event hook.Event, l literal) bool {
	verdict, words := judged(c, event, "", l)
	has := func(text *string) bool { return text != nil && strings.Contains(*text, contextMark) }
	return (verdict.Kind == effect.Allow || verdict.Kind == effect.Failed) && !has(words.Model) && !has(words.User)
}

// contextFix says where the agent reads a context.
func contextFix(c *dialect.Contract, event hook.Event) string {
	if row, _ := c.Event(event); len(row.Rules.Contexts) > 0 {
		fix := "write it as " + string(row.Rules.Contexts[0])
		if strings.HasPrefix(string(row.Rules.Contexts[0]), "hookSpecificOutput.") {
			fix += fmt.Sprintf(", with hookSpecificOutput.hookEventName: %q beside it", event)
		}
		return fix
	}
	if row, ok := c.At(dialect.TurnBefore); ok && len(row.Rules.Contexts) > 0 {
		return fmt.Sprintf("give it on %s, as %s", row.Name, row.Rules.Contexts[0])
	}
	return "say it on an event whose context the agent reads"
}

// keptByContext returns where the script gives a context that keeps an agent working at the end of
// a turn, or -1.
func (s *source) keptByContext(c *dialect.Contract, event hook.Event) int {
	row, _ := c.Event(event)
	if row.Rules.Reply(dialect.Adds).Outcome != dialect.Prevented {
		return -1
	}
	for _, l := range s.literals() {
		object, ok := marked(l.object)
		if !ok {
			continue
		}
		if _, words := judged(c, event, "", literal{object: object}); words.Model != nil && strings.Contains(*words.Model, contextMark) {
			return l.at
		}
	}
	return -1
}
