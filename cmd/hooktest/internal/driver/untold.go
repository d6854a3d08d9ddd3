package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/internal/visible"
)

// Untold says why a run tells nothing of the agent; "" if it does.
func (r Run) Untold(a *Agent) string {
	asked := slices.ContainsFunc(r.Exchanges, func(e scriptedmodel.Exchange) bool { return e.Thread != "" && e.Thread != Before })
	if len(r.Faults) > 0 {
		return fmt.Sprintf("%s asked for what the scripted model has no answer to: %s", a.Product, visible.Clip(visible.Line(r.Faults[0]), 300))
	}
	if asked && r.Ending != TimedOut {
		return ""
	}
	said := cmp.Or(strings.TrimSpace(string(r.Stderr)), strings.TrimSpace(string(r.Stdout)), "it printed nothing")
	lines := strings.Split(said, "\n")
	said = strings.Join(lines[max(len(lines)-3, 0):], " ")
	how := cmp.Or(r.Broken(), "ended with 0")
	what := "before it asked the model anything"
	if asked {
		what = "after it had asked the model"
	}
	return fmt.Sprintf("%s %s %s: %s", a.Product, how, what, visible.Clip(visible.Line(said), 300))
}

// Broken says how a run ended that did not come to its own end with exit code 0; "" for one that did. What
// comes last in a session may be missing in a broken run.
func (r Run) Broken() string {
	switch {
	case r.Ending == TimedOut:
		return fmt.Sprintf("did not end within %v", r.Duration.Round(time.Second))
	case r.Ending == Ended:
		return "was " + string(Ended)
	case r.Signal != "":
		return "ended by " + r.Signal
	case r.Code != 0:
		return fmt.Sprintf("ended with %d", r.Code)
	}
	return ""
}
