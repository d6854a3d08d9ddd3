package execution

import (
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// Shared are firings of several agents in one project and environment. Those that would start a
// hook in the same way share one run of it.
type Shared struct{ kept []kept }

// A kept firing can be shared by others with the same surroundings.
type kept struct {
	around string
	engine.Firing
}

// Run fires the event, or judges the results of hooks that were started in the same way before; the
// plan has the hooks that the agent starts. Run the firings with more hooks first. A sequential
// group always runs, because the agent decides what its hooks read.
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

// taken returns the results of a plan's hooks from those of a firing; each result serves one hook.
func taken(c *dialect.Contract, plan *hook.Plan, from engine.Firing) (results []hook.ExecutionResult, ok bool) {
	left := lists.Of(from.Merged.Results, func(r hook.ExecutionResult) string { return startOf(from.Config.Contract(), r.Entry) })
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

// startOf returns a key that is equal for hooks that start alike in the same surroundings; empty
// for a hook that starts nothing.
func startOf(c *dialect.Contract, entry hook.Entry) string {
	if entry.Question != nil {
		return ""
	}
	chosen, _ := c.Handlers.Choice.Other(entry.Shell)
	return fmt.Sprintf("%q %q %v %q %q %v", scripted(c, entry.Command), entry.Args, entry.Args == nil, chosen.Programs, chosen.Flags, entry.Timeout)
}
