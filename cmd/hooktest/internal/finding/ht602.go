package finding

import (
	"fmt"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht602() Rule {
	return Rule{
		ID: "HT602", Title: "slow on every tool call", Severity: Warning,
		Why:  "The agent waits for the hook on every tool call. Users disable hooks that make them wait.",
		find: takesLong,
	}
}

func takesLong(r *run) []Finding {
	if !r.row.Subject.Tool || r.Result.Ending != hook.Exited || r.Result.Duration < Slow {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook took %v, and the agent waits as long at every call of a tool", r.Result.Duration.Round(100*time.Millisecond)),
		"have a matcher name the tools that it is about, and leave slow work to a program in the background that closes its streams")
}

// Slow is the time per tool call above which users notice a hook.
const Slow = time.Second
