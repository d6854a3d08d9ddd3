package config

import (
	"fmt"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht141 finds events on which too many hooks run for one tool.
func ht141(v *view) {
	type key struct {
		event hook.Event
		tool  string
	}
	// If hooks run one after another, the agent waits for the sum of their times.
	sequence := v.agent.Handlers.Sequence.Always
	counts, longest := map[key]int{}, map[key]time.Duration{}
	told := map[hook.Event]bool{}
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
		most, all := key{}, true
		for i, tool := range v.agent.Tools.Names() {
			k := key{c.Event, tool}
			all = all && (i == 0 || counts[k] == counts[most])
			if counts[k] > counts[most] {
				most = k
			}
		}
		calls := "every tool"
		if !all {
			calls = most.tool
		}
		if counts[most] > crowd && !told[c.Event] {
			told[c.Event] = true
			waits := "the slowest"
			if sequence {
				waits = "one after another"
			}
			v.report(c.Config.Position(), fmt.Sprintf("%d hooks run at each call of %s on %s, and %s waits for %s, up to %s", counts[most], calls, c.Event, v.agent.Product, waits, span(longest[most])),
				"put the checks into one program, and have matchers name the tools that each is about")
		}
	}
}

// crowd is how many hooks may run for one tool before users notice: each is a process, and each
// tool call waits for all of them.
const crowd = 12
