package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht604 finds a hook that allows and read none of its input. If it read a part, that may have
// been enough. If it refuses, it may not have needed the input.
func ht604(r *run) []Finding {
	n := len(r.Result.Stdin)
	if n == 0 || r.Result.Unread != n || r.Result.Ending != hook.Exited || !passes(r.verdict) || !r.guards() {
		return nil
	}
	found := says(dialect.Nowhere, "the hook ended without reading its stdin: the verdict can't depend on what the agent is about to do",
		"read the payload from stdin, such as: input=$(cat)")
	switch {
	case r.row.Moment == dialect.TurnBefore:
		// Hooks of this event commonly only add context, for any prompt.
		found[0].Rule.Severity = Info
	case r.Expect == effect.Allow:
		// Its author expects this verdict, and a hook may know it without reading.
		found[0].Rule.Severity = Warning
	}
	return found
}
