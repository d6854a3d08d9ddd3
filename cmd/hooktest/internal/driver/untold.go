package driver

import (
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
	said := strings.TrimSpace(string(r.Stderr))
	if said == "" {
		said = strings.TrimSpace(string(r.Stdout))
	}
	if lines := strings.Split(said, "\n"); len(lines) > 3 {
		said = strings.Join(lines[len(lines)-3:], " ")
	}
	if said == "" {
		said = "it printed nothing"
	}
	how := fmt.Sprintf("ended with %d", r.Code)
	if r.Signal != "" {
		how = "ended by " + r.Signal
	}
	if r.Ending == TimedOut {
		how = fmt.Sprintf("did not end within %v", r.Duration.Round(time.Second))
	}
	what := "before it asked the model anything"
	if asked {
		what = "after it had asked the model"
	}
	return fmt.Sprintf("%s %s %s: %s", a.Product, how, what, visible.Clip(visible.Line(said), 300))
}
