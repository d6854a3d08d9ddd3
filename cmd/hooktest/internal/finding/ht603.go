package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/hook"
)

// ownStreams is the fix for a process that inherits the hook's output.
const ownStreams = `start it with streams of its own: >/dev/null 2>&1 & in a shell, stdout and stderr=subprocess.DEVNULL in Python, stdio: "ignore" in Node`

// ht603 finds a pipe that a process still holds.
func ht603(r *run) []Finding {
	held := r.warningOf(r.Contract.Ending.Rule, "std")
	text := fmt.Sprintf("the hook ended, but a process that it left behind holds its output open; after %v it was closed", r.Contract.Ending.Pipes)
	switch {
	case held.Text == "":
		return nil
	case r.Result.Ending == hook.TimedOut && r.Contract.Ending.Waits:
		text = fmt.Sprintf("the hook ended, but a process that it left behind holds its output open, and the agent waits for that until the timeout of %v: %s without its answer", r.Result.Entry.Timeout, r.going())
	case r.Result.Ending != hook.Exited:
		return nil
	}
	return []Finding{{
		Text: text,
		Fix:  ownStreams,
		Told: held,
	}}
}
