package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht336() rule {
	return rule{Rule: finding.Rule{
		ID: "HT336", Title: "context that the agent does not read", Severity: finding.Error,
		Why: "Each agent reads context for the model from its own field, and only on some events. Context in another field is silently lost.",
	}, find: unreadContexts}
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
