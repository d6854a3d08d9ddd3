package lint

import (
	"fmt"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// crowd is how many hooks may run for one tool before users notice: each is a process, and each
// tool call waits for all of them.
const crowd = 12

// budgetRules are about the total cost of an event's hooks.
func budgetRules() []rule {
	many := func(n int) finding.Example {
		var handlers []string
		for i := range n {
			handlers = append(handlers, fmt.Sprintf(`{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh %d"}`, i+1))
		}
		return claude(before(strings.Join(handlers, ",\n    ")))
	}
	return []rule{{finding.Rule{
		ID: "HT141", Title: "many hooks at each call of a tool", Severity: finding.Warning,
		Why: "Each hook is a process of its own, and the agent waits for all of them before each call of the tool: what takes 50 ms alone takes a second together on a busy machine, and the longest timeout is how long a call can be held up.",
		Bad: many(crowd + 1), Good: many(3),
	}, crowded}}
}

// crowded finds events on which too many hooks run for one tool.
func crowded(v *view) []finding.Finding {
	type key struct {
		event hook.Event
		tool  string
	}
	// If hooks run one after another, the agent waits for the sum of their times.
	sequence := v.agent.Handlers.Sequence.Always
	counts, longest := map[key]int{}, map[key]time.Duration{}
	told := map[hook.Event]bool{}
	var found []finding.Finding
	for _, c := range v.commands {
		row, _ := v.agent.Event(c.Event)
		if c.Background || row.Moment != dialect.ToolBefore && row.Moment != dialect.ToolAfter {
			continue
		}
		for _, tool := range v.linter.Tools(v.agent, c.Surveyed) {
			k := key{c.Event, tool}
			counts[k]++
			if sequence {
				longest[k] += c.Timeout
			} else {
				longest[k] = max(longest[k], c.Timeout)
			}
		}
	}
	for _, c := range v.commands {
		most := key{}
		for _, tool := range v.agent.Tools.Names() {
			if k := (key{c.Event, tool}); counts[k] > counts[most] {
				most = k
			}
		}
		if counts[most] > crowd && !told[c.Event] {
			told[c.Event] = true
			waits := "the slowest"
			if sequence {
				waits = "one after another"
			}
			found = append(found, v.at(c.Config.Position(), fmt.Sprintf("%d hooks run at each call of %s on %s, and %s waits for %s, up to %s", counts[most], most.tool, c.Event, v.agent.Product, waits, span(longest[most])),
				"put the checks into one program, and have matchers name the tools that each is about"))
		}
	}
	return found
}
