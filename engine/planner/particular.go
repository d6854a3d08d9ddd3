package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// particular reports whether a hook has a condition, a shell or arguments of its own,
// or is off.
func particular(entry hook.Entry) bool {
	return entry.If != "" || entry.Shell != "" || entry.Args != nil || entry.Off.Why != ""
}

// distinct removes from a plan each particular hook with the same command, condition,
// shell and arguments as an earlier hook.
func (c *candidates) distinct(plan *hook.Plan) {
	c.misplaced(plan)
	c.untested(plan)
	if !slices.ContainsFunc(plan.Entries, particular) {
		return
	}
	kept := map[string]int{}
	var entries []hook.Entry
	for _, entry := range plan.Entries {
		i := slices.IndexFunc(c.hooks, func(h candidate) bool { return h.entry.Type == entry.Type })
		if !particular(entry) || !c.hooks[i].once {
			entries = append(entries, entry)
			continue
		}
		key := strings.Join(slices.Concat([]string{entry.Command, entry.If, entry.Shell}, entry.Args), "\x00")
		if first, ok := kept[key]; ok {
			plan.Skipped = append(plan.Skipped, hook.Skipped{Entry: entry, Rule: c.hooks[i].handler.Rule, Reason: sameAs(entries[first], first)})
			continue
		}
		kept[key] = len(entries)
		entries = append(entries, entry)
	}
	plan.Entries = entries
}

// misplaced removes from a plan the hooks that the agent does not run on the event:
// disabled ones, and questions of a kind that the event does not support.
func (c *candidates) misplaced(plan *hook.Plan) {
	before := len(plan.Entries)
	plan.Entries = slices.DeleteFunc(plan.Entries, func(entry hook.Entry) bool {
		if entry.Off.Why != "" {
			plan.Skipped = append(plan.Skipped, hook.Skipped{Entry: entry, Rule: entry.Off.Rule, Reason: entry.Off.Why})
			return true
		}
		i := slices.IndexFunc(c.hooks, func(h candidate) bool { return h.entry.Type == entry.Type })
		handler := c.hooks[i].handler
		if handler.Runs(plan.Event) {
			return false
		}
		reason := fmt.Sprintf("%s hooks do not run on %s", entry.Type, plan.Event)
		plan.Skipped = append(plan.Skipped, hook.Skipped{Entry: entry, Rule: handler.EventsFact, Reason: reason})
		return true
	})
	if len(plan.Entries) < before {
		plan.Sequential = slices.ContainsFunc(plan.Entries, func(entry hook.Entry) bool { return entry.Sequential })
	}
}

// untested warns about the matchers in a plan if the effect of matchers on the event is
// not known.
func (c *candidates) untested(plan *hook.Plan) {
	if !c.event.Subject.Unknown {
		return
	}
	for i, entry := range plan.Entries {
		if entry.Matcher == nil || *entry.Matcher == "" {
			continue
		}
		why := fmt.Sprintf("it is not known what matchers are compared with on %s", plan.Event)
		plan.Entries[i].Uncertain = hook.Off{Why: why, Rule: c.event.Subject.Rule}
		plan.Warnings = append(plan.Warnings, hook.Warning{
			Rule: c.event.Subject.Rule, Position: entry.Position, Text: fmt.Sprintf("%s: the hook of %s is taken to run", why, jstext.Quote(*entry.Matcher)),
		})
	}
}

// For returns the plan for one call, without the hooks whose rule the call does not
// match. The original plan does not change.
func For(contract *dialect.Contract, plan *hook.Plan, input *jsonvalue.Object) *hook.Plan {
	rules := contract.Handlers.Condition
	if plan == nil || rules.Field == "" || !slices.ContainsFunc(plan.Entries, func(e hook.Entry) bool { return e.If != "" }) {
		return plan
	}
	row, _ := contract.Event(plan.Event)
	narrowed := *plan
	narrowed.Entries, narrowed.Warnings = nil, slices.Clone(plan.Warnings)
	narrowed.Skipped = slices.Clone(plan.Skipped)
	leave := func(entry hook.Entry, rule, reason string) {
		narrowed.Skipped = append(narrowed.Skipped, hook.Skipped{Entry: entry, Rule: rule, Reason: reason})
	}
	for _, entry := range plan.Entries {
		kept := dialect.Yes
		if entry.If != "" {
			kept = contract.Keeps(entry.If, row, input)
		}
		text := fmt.Sprintf("%s %s", rules.Field, jstext.Quote(entry.If))
		switch kept {
		case dialect.No:
			leave(entry, rules.Fact, text+" does not match the call")
		case dialect.Never:
			leave(entry, rules.Elsewhere, text+" needs a call of a tool, and the event has none")
		case dialect.KeptUnknown:
			entry.Uncertain = hook.Off{Why: text + ": whether it matches this call was never observed", Rule: rules.Unseen}
			narrowed.Warnings = append(narrowed.Warnings, hook.Warning{Rule: rules.Unseen, Position: entry.Position, Text: entry.Uncertain.Why + "; the hook runs here"})
			narrowed.Entries = append(narrowed.Entries, entry)
		default:
			narrowed.Entries = append(narrowed.Entries, entry)
		}
	}
	return &narrowed
}

// Narrow is For by the planner's own contract.
func (p *Planner) Narrow(plan *hook.Plan, input *jsonvalue.Object) *hook.Plan {
	return For(p.contract, plan, input)
}
