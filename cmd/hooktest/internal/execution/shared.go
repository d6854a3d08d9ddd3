package execution

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"

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

// As returns the firing of a hook with the same Key, judged by this spec's agent.
func (s Spec) As(same engine.Firing) engine.Firing {
	return same.As(s.eventInput(same.Config.WorkingDir()))
}

// Idle returns the reason that the agent does not run a hook from settings, or "" if it does.
func (s Spec) Idle() (string, error) {
	if s.Entry == nil {
		return "", nil
	}
	shape := s.Contract.Settings.Shape
	action, nested := s.Entry.GetObject(shape.Action)
	if !nested {
		action = s.Entry
	}
	kind, said := action.GetString("type")
	if !said {
		kind = shape.Type
	}
	if _, known := s.Contract.Handlers.Handler(kind); !known {
		return fmt.Sprintf("%s has no %s hooks", s.Contract.Product, kind), nil
	}
	hooks, err := s.single()
	if err != nil {
		return "", err
	}
	entries := registry.New(s.Contract, nil)
	entries.Initialize(hooks.Config, nil)
	eventInput := s.eventInput("")
	plan, err := planner.Explain(s.Contract, entries, true, s.Event, eventInput.Subject())
	if err != nil {
		return "", err
	}
	plan = planner.For(s.Contract, plan, eventInput.Fields)
	switch {
	case len(plan.Entries) > 0:
		return "", nil
	case len(plan.Skipped) > 0:
		return withRule(plan.Skipped[0].Reason, plan.Skipped[0].Rule), nil
	}
	for _, w := range entries.Warnings() {
		return withRule(w.Text, w.Rule), nil
	}
	return fmt.Sprintf("%s does not run it", s.Contract.Product), nil
}

func withRule(text, rule string) string {
	if rule == "" {
		return text
	}
	return text + " (" + rule + ")"
}

// Key is equal for single hooks in one project and environment that start alike: one process serves
// them all. It is empty if the hook can't be shared.
func (s Spec) Key() string {
	around := s.surroundings()
	if around == "" || s.Entry != nil {
		return ""
	}
	return fmt.Sprintf("%s %q %v", around, scripted(s.Contract, s.Command), cmp.Or(s.Timeout, s.Contract.Handlers.Timeout.On(s.Event)))
}

// surroundings returns a key of what the launches of an event's hooks have in common. It is empty
// for the engine of the requirements, which depends on more than the hook's process: its firings
// are not shared.
func (s Spec) surroundings() string {
	if s.Contract.Reading == nil {
		return ""
	}
	rules := s.Contract.Launch
	shell, ending := rules.Shell(runtime.GOOS), s.Contract.Ending
	stdin := s.Stdin
	if stdin == nil {
		given := dialect.Given{Session: SessionID, Folder: "/", Time: time.Unix(0, 0)}
		stdin = jsonvalue.Marshal(s.Contract.Payload(s.Event, s.Fields, given))
	}
	return fmt.Sprintf("%t %q %q %q %q %q %q %q %q %v %v %v", s.Sandbox != nil, shell.Programs, shell.Fallback, shell.Flags,
		rules.Variables, rules.Inserted, rules.Set, rules.Removed, stdin, ending.Grace, ending.Pipes, ending.Waits)
}

// scripted returns the text that the agent's shell receives for a command.
func scripted(c *dialect.Contract, command string) string {
	return c.Launch.Shell(runtime.GOOS).Script.Text(command, c.Launch.Variables)
}
