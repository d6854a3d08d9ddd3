package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht334 finds a script that can refuse only by code 2, on events where every agent
// continues after it and tells the model nothing.
func ht334(s *source) {
	if !s.known.certain() || s.use.Background || s.exitsTwo < 0 || s.dispatches || s.helped || answersDenial(string(s.text)) {
		return
	}
	all := s.starts()
	if len(all) == 0 || slices.ContainsFunc(all, func(a start) bool { return !a.passesCodeTwo() }) {
		return
	}
	a := all[len(all)-1]
	how := finding.HowToRefuse(a.Contract, a.event)
	said := s.linesBefore(s.exitsTwo)
	// The user may see the reason.
	_, words := a.judge(2, "", "no")
	if how == "" && !finding.Objects(said) && words.User != nil || ownTrouble.MatchString(said) {
		// Code 2 may be meant to report the script's own failure, or to tell the user something.
		return
	}
	fix := "to refuse, " + how
	if how == "" {
		fix = "nothing that a hook answers there keeps the agent from going on"
		if row := a.earlier(); row != nil {
			fix += fmt.Sprintf(": check it on %s", row.Name)
		}
	}
	s.report(s.exitsTwo, fmt.Sprintf("code 2 refuses nothing on %s: %s continues, and the model reads nothing of it", a.event, a.Product), fix)
}

// earlier returns the event before a tool, for the same kind of work if the agent has one per kind;
// nil if there is none.
func (a start) earlier() *dialect.Event {
	for i := range a.Events {
		before := &a.Events[i]
		if before.Moment != dialect.ToolBefore {
			continue
		}
		for _, work := range a.row.Works {
			if _, same := before.Work(work.Role); same {
				return before
			}
		}
	}
	before, _ := a.At(dialect.ToolBefore)
	return before
}

// passesCodeTwo reports whether an agent is known to continue after code 2 without telling the
// model the reason.
func (a start) passesCodeTwo() bool {
	verdict, words := a.judge(2, "", "no")
	return (verdict.Kind == effect.Allow || verdict.Kind == effect.Failed) && words.Model == nil
}

// ownTrouble matches the messages of a script that lacks something it needs.
var ownTrouble = lazyregexp.New(`(?i)command -v|missing|not found|not installed|not set\b|\bunset\b|could not|couldn't|unable to|failed to|\busage\b|requires?\b|\bexcept\b|\bcatch\b|\btrap\b`)

// linesBefore returns the line of an offset and the few lines before it that most likely belong to
// it.
func (s *source) linesBefore(offset int) string {
	line := s.at(offset).Position.Line
	from, to := s.lines[max(0, line-1-together)], len(s.text)
	if line < len(s.lines) {
		to = s.lines[line]
	}
	return string(s.text[from:to])
}

// together is the number of lines that a refusal has before its exit.
const together = 3
