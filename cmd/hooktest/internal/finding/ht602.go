package finding

import (
	"fmt"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// delays reports whether the agent waits for the end of the hook at every tool call.
func (r *run) delays() bool {
	return r.row.Subject.Tool && r.Result.Ending == hook.Exited && !r.Result.Entry.Background
}

// ht602 finds a hook that takes long, or whose output is held open for long.
func ht602(r *run) []Finding {
	switch {
	case !r.delays():
		return nil
	case r.Result.Duration < Slow && r.Contract.Ending.Waits && r.Result.PipesClosed >= Slow:
		return says(dialect.Nowhere, fmt.Sprintf("a process that the hook left behind holds its output open, and the agent waits for that at every call of a tool: %v", tenths(r.Result.PipesClosed)), ownStreams)
	case r.Result.Duration < Slow:
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook took %v, and the agent waits as long at every call of a tool", tenths(r.Result.Duration)),
		"have a matcher name the tools that it is about, and leave slow work to a program in the background that closes its streams")
}

// ht602Together finds hooks that run one after another and are slow only together. The finding
// is at the slowest.
func ht602Together(runs []*run) [][]Finding {
	all := make([][]Finding, len(runs))
	n, slowest, sum := 0, 0, time.Duration(0)
	for i, r := range runs {
		if !r.Sequential || !r.delays() || r.Result.Duration >= Slow {
			continue
		}
		if n == 0 || r.Result.Duration > runs[slowest].Result.Duration {
			slowest = i
		}
		n, sum = n+1, sum+r.Result.Duration
	}
	if sum < Slow {
		return all
	}
	all[slowest] = says(dialect.Nowhere, fmt.Sprintf("%d hooks, each faster than %v, took %v one after another, and the agent waits as long at every call of a tool; this one took longest: %v",
		n, Slow, tenths(sum), tenths(runs[slowest].Result.Duration)),
		"put the checks into one program, and have matchers name the tools that each is about")
	return all
}

func tenths(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }

// Slow is the time per tool call above which users notice a hook.
const Slow = time.Second
