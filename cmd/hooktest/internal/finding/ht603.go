package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/hook"
)

func ht603() Rule {
	return Rule{
		ID: "HT603", Title: "process holds the hook's output open", Severity: Warning,
		Why:  "A background process of the hook has inherited its streams. Some agents wait for it, others close them.",
		find: pipeHeld,
	}
}

func pipeHeld(r *run) []Finding {
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
		Fix:  "start it with >/dev/null 2>&1 & so that it has streams of its own",
		Told: held,
	}}
}
