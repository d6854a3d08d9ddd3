package script

import (
	"slices"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A start is an event of an agent that may start the script.
type start struct {
	*dialect.Contract
	event hook.Event
	row   *dialect.Event
}

// starts returns each agent's events that are known to start the script, or its event before a tool
// if they are unknown.
func (s *source) starts() []start {
	var all []start
	for _, c := range s.known.contracts {
		events := s.known.events
		if row, ok := c.At(dialect.ToolBefore); ok && len(events) == 0 {
			events = []hook.Event{row.Name}
		}
		for _, event := range events {
			if row, ok := c.Event(event); ok {
				all = append(all, start{c, event, row})
			}
		}
	}
	return all
}

// refusable returns the starts that the script could refuse by code 2; none if agents or events are
// unknown.
func (s *source) refusable() []start {
	if !s.known.certain() {
		return nil
	}
	return slices.DeleteFunc(s.starts(), func(a start) bool { return a.OnlyNamed || !a.refuses(2) })
}

// judge returns the agent's verdict on a hook that exits.
func (a start) judge(code int, stdout, stderr string) (effect.Verdict, effect.Words) {
	return engine.Judge(a.Contract, a.event, hook.ExecutionResult{Event: a.event, Ending: hook.Exited, Code: code, Stdout: []byte(stdout), Stderr: []byte(stderr)}, hook.Input{})
}

func (a start) refuses(code int) bool { return Refuses(a.Contract, a.event, code) }

// Refuses reports whether a hook refuses by an exit code with a reason on stderr.
func Refuses(c *dialect.Contract, event hook.Event, code int) bool {
	verdict, _ := start{Contract: c, event: event}.judge(code, "", "no")
	return verdict.Kind == effect.Deny
}
