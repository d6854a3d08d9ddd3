package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
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
