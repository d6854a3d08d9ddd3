package finding

import (
	"fmt"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

func timedOut(r *run) []Finding {
	if r.Result.Ending != hook.TimedOut || r.verdict.Kind != effect.Timeout {
		return nil
	}
	f := says(dialect.Nowhere, fmt.Sprintf("the hook was ended after its timeout of %v: %s without its decision", r.Result.Entry.Timeout, r.going()),
		"make it answer sooner, give it a longer timeout, and refuse before slow work")
	f[0].Told = r.warningOf("HOOK-119", "")
	return f
}

// slow is how long a hook may take for each call of a tool before people notice.
const slow = time.Second

func takesLong(r *run) []Finding {
	if !r.row.Subject.Tool || r.Result.Ending != hook.Exited || r.Result.Duration < slow {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook took %v, and the agent waits as long at every call of a tool", r.Result.Duration.Round(100*time.Millisecond)),
		"have a matcher name the tools that it is about, and leave slow work to a program in the background that closes its streams")
}

func pipeHeld(r *run) []Finding {
	held := r.warningOf(r.Contract.Ending.Rule, "std")
	if held.Text == "" || r.Result.Ending != hook.Exited {
		return nil
	}
	return []Finding{{
		Text: fmt.Sprintf("the hook ended, but a process that it left behind holds its output open; after %v it was closed", r.Contract.Ending.Pipes),
		Fix:  "start it with >/dev/null 2>&1 & so that it has streams of its own",
		Told: held,
	}}
}

// nothingRead finds a hook that lets through and took nothing of its input. One that
// took a part may have seen enough, and one that refuses may have had no need to look.
func nothingRead(r *run) []Finding {
	n := len(r.Result.Stdin)
	if n == 0 || r.Result.Unread != n || r.Result.Ending != hook.Exited || !passes(r.verdict) || !r.guards() {
		return nil
	}
	return says(dialect.Nowhere, "the hook ended without reading its stdin: the verdict can't depend on what the agent is about to do",
		"read the payload from stdin, such as: input=$(cat)")
}
