package trial

import (
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Shared are the firings of several agents in one project and environment, of which those
// that would start a hook alike share one start of it.
type Shared struct{ kept []kept }

// A kept firing is one that others with the same surroundings can share.
type kept struct {
	around string
	engine.Firing
}

// Run fires the event, or judges what came of hooks that were started alike before; the
// plan says which hooks the agent starts. Firings with more hooks are best run first. A
// sequential group is always run: what its hooks read is for the agent to say.
func (s *Shared) Run(ctx context.Context, spec Spec, plan *hook.Plan) (engine.Firing, error) {
	around := ""
	if plan != nil && !spec.Off && len(plan.Entries) > 0 && (!plan.Sequential || len(plan.Entries) == 1) {
		around = spec.surroundings()
	}
	for _, known := range s.kept {
		if around == "" || known.around != around {
			continue
		}
		if results, ok := taken(spec.Contract, plan, known.Firing); ok {
			same := known.Firing
			same.Plan = plan
			same.Merged.Results, same.Merged.Warnings = results, slices.Clone(plan.Warnings)
			for _, r := range results {
				same.Merged.Warnings = append(same.Merged.Warnings, r.Warnings...)
			}
			return spec.As(same), nil
		}
	}
	firing, err := Run(ctx, spec)
	if around != "" && err == nil && ctx.Err() == nil {
		s.kept = append(s.kept, kept{around, firing})
	}
	return firing, err
}

// taken are the results of a plan's hooks among those of a firing, each of which serves
// one hook.
func taken(c *dialect.Contract, plan *hook.Plan, from engine.Firing) (results []hook.ExecutionResult, ok bool) {
	left := make([]string, len(from.Merged.Results))
	for i, r := range from.Merged.Results {
		left[i] = startOf(from.Config.Contract(), r.Entry)
	}
	for _, entry := range plan.Entries {
		key := startOf(c, entry)
		i := slices.Index(left, key)
		if i < 0 || key == "" {
			return nil, false
		}
		left[i] = ""
		result := from.Merged.Results[i]
		result.Entry = entry
		result.Warnings = slices.Clone(result.Warnings)
		for w := range result.Warnings {
			result.Warnings[w].Position = entry.Position
		}
		results = append(results, result)
	}
	return results, true
}

// startOf is a key, the same for hooks that are started alike in the same surroundings;
// empty for a hook that starts nothing.
func startOf(c *dialect.Contract, entry hook.Entry) string {
	if entry.Question != nil {
		return ""
	}
	chosen, _ := c.Handlers.Choice.Other(entry.Shell)
	return fmt.Sprintf("%q %q %v %q %q %v", scripted(c, entry.Command), entry.Args, entry.Args == nil, chosen.Programs, chosen.Flags, entry.Timeout)
}
