package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// crowd begins the warning about a hook that was ended because it had too many processes.
const crowd = "the hook had more than "

// Crowded returns the result of a hook that was ended because it had too many processes.
func Crowded(of hook.ExecutionResult) hook.ExecutionResult {
	of.Warnings = append(slices.Clone(of.Warnings), hook.Warning{
		Text: fmt.Sprintf("%s%d processes and threads at once, and hooktest ended them all", crowd, sandbox.Most),
	})
	return of
}

// ht510 finds a hook that a signal ended.
func ht510(r *run) []Finding {
	if w := r.warningOf("", crowd); w.Text != "" {
		return []Finding{{Text: w.Text, Fix: "start fewer processes at once, and wait for each: an agent sets no such limit, and the hook would take the whole machine", Told: w}}
	}
	if r.Result.Ending != hook.Killed || !passes(r.verdict) {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("a signal (%s) ended the hook: %s", r.Result.Signal, r.going()), "find out who sends it: a crash, a limit on memory, or the hook's own kill")
}
