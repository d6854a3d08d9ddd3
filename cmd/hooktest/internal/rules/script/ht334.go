package script

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

func ht334() rule {
	return rule{Rule: finding.Rule{
		ID: "HT334", Title: "exit code 2 can't refuse this event", Severity: finding.Warning,
		Why: "The effect of exit code 2 depends on the event. On some events the agent reads only a JSON answer, on others nothing can be refused: it continues, and the model is not told.",
	}, find: unheededRefusals}
}

// unheededRefusals finds a script that can refuse only by code 2, on events where every agent
// continues after it and tells the model nothing.
func unheededRefusals(s *source) []finding.Finding {
	if !s.known.named || len(s.known.events) == 0 || s.use.Background || s.exitsTwo < 0 || s.dispatches || s.helped || answersDenial(string(s.text)) {
		return nil
	}
	heeded := false
	var ignoring *dialect.Contract
	var on hook.Event
	s.beforeTools(func(c *dialect.Contract, event hook.Event) {
		if passesCodeTwo(c, event) {
			ignoring, on = c, event
		} else {
			heeded = true
		}
	})
	if heeded || ignoring == nil {
		return nil
	}
	how := finding.HowToRefuse(ignoring, on)
	said := s.linesBefore(s.exitsTwo)
	if how == "" && !finding.Objects(said) && reachesUser(ignoring, on) || ownTrouble.MatchString(said) {
		// Code 2 may be meant to report the script's own failure, or to tell the user something.
		return nil
	}
	fix := "to refuse, " + how
	if how == "" {
		fix = "nothing that a hook answers there keeps the agent from going on"
		if row := earlier(ignoring, on); row != nil {
			fix += fmt.Sprintf(": check it on %s", row.Name)
		}
	}
	return s.says(s.exitsTwo, fmt.Sprintf("code 2 refuses nothing on %s: %s goes on, and the model reads nothing of it", on, ignoring.Product), fix)
}

// earlier returns the event before a tool, for the same kind of work if the agent has one per kind;
// nil if there is none.
func earlier(c *dialect.Contract, event hook.Event) *dialect.Event {
	row, _ := c.Event(event)
	for i := range c.Events {
		before := &c.Events[i]
		if before.Moment != dialect.ToolBefore {
			continue
		}
		for _, work := range row.Works {
			if _, same := before.Work(work.Role); same {
				return before
			}
		}
	}
	before, _ := c.At(dialect.ToolBefore)
	return before
}

// reachesUser reports whether the user sees the reason of code 2.
func reachesUser(c *dialect.Contract, event hook.Event) bool {
	_, words := codeTwo(c, event)
	return words.User != nil
}

// passesCodeTwo reports whether an agent is known to continue after code 2 without telling the
// model the reason.
func passesCodeTwo(c *dialect.Contract, event hook.Event) bool {
	verdict, words := codeTwo(c, event)
	return (verdict.Kind == effect.Allow || verdict.Kind == effect.Failed) && words.Model == nil
}

// ownTrouble matches the messages of a script that lacks something it needs.
var ownTrouble = lazyregexp.New(`(?i)command -v|missing|not found|not installed|not set\b|\bunset\b|could not|couldn't|unable to|failed to|\busage\b|requires?\b|\bexcept\b|\bcatch\b|\btrap\b`)

// codeTwo returns an agent's verdict on code 2 with a reason.
func codeTwo(c *dialect.Contract, event hook.Event) (effect.Verdict, effect.Words) {
	return engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Code: 2, Stderr: []byte("no")}, hook.Input{})
}
