package planner

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Explain is Planner.Explain without a planner, because the session's hooks may be off.
// Then nothing runs, and each hook that would run is listed as skipped for that reason.
func Explain(contract *dialect.Contract, entries Entries, on bool, event hook.Event, subject string) (*hook.Plan, error) {
	row, known := contract.Event(event)
	if !known {
		return &hook.Plan{Event: event}, nil
	}
	all, err := entries.Hooks(event)
	if err != nil {
		return nil, err
	}
	plan := newCandidates(contract, row, all, func(hook.Warning) {}).choose(subject)
	if !on {
		plan = switchedOff(contract.Settings.Switch, plan)
	}
	return withIdle(contract, plan, entries), nil
}

// switchedOff moves the hooks that run to the skipped ones.
func switchedOff(rules dialect.Switch, plan *hook.Plan) *hook.Plan {
	off := &hook.Plan{Event: plan.Event, Warnings: plan.Warnings}
	for _, entry := range plan.Entries {
		off.Skipped = append(off.Skipped, hook.Skipped{Entry: entry, Rule: rules.Rule, Reason: "hooks are off; with them on it fires"})
	}
	off.Skipped = append(off.Skipped, plan.Skipped...)
	return off
}

// withIdle adds the hooks of inactive extensions to the skipped hooks of a new plan.
func withIdle(contract *dialect.Contract, plan *hook.Plan, entries Entries) *hook.Plan {
	for _, entry := range entries.Idle(plan.Event) {
		plan.Skipped = append(plan.Skipped, hook.Skipped{
			Entry: entry, Rule: contract.Settings.Extensions.Rule,
			Reason: fmt.Sprintf("extension %q is not active here", entry.Extension),
		})
	}
	return plan
}

// Cut returns the hooks of a plan that did not run because of what the last one of those
// that ran did. ran is their number; at 0 the plan was not run.
func Cut(contract *dialect.Contract, plan *hook.Plan, ran int, reason string) []hook.Skipped {
	if ran == 0 || ran >= len(plan.Entries) {
		return nil
	}
	var cut []hook.Skipped
	for _, entry := range plan.Entries[ran:] {
		cut = append(cut, hook.Skipped{Entry: entry, Rule: contract.Handlers.Sequence.Cut, Reason: reason})
	}
	return cut
}

// HeldBack adds to a plan the hooks that would run if their file applied, with the
// reason why it does not. The original plan does not change.
func HeldBack(contract *dialect.Contract, plan *hook.Plan, entries Entries, subject string, off hook.Off) (*hook.Plan, error) {
	held, err := Explain(contract, entries, true, plan.Event, subject)
	if err != nil {
		return nil, err
	}
	more := *plan
	more.Skipped = slices.Clone(plan.Skipped)
	for _, entry := range held.Entries {
		more.Skipped = append(more.Skipped, hook.Skipped{Entry: entry, Rule: off.Rule, Reason: off.Why})
	}
	more.Skipped = append(more.Skipped, held.Skipped...)
	return &more, nil
}
