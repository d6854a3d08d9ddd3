package planner

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jstext"
)

// candidates are the hooks of one event with their matchers compiled.
type candidates struct {
	event *dialect.Event
	hooks []candidate
	// warnings apply to every firing of the event.
	warnings []hook.Warning
	// always is the plan for a subject that no matcher rejects; nil if there are no
	// hooks.
	always *hook.Plan
	// selective reports whether any hook depends on the subject.
	selective bool
	memo      memo
	// budgetRule is the id that a warning about a slow matcher names.
	budgetRule string
	// warn logs a warning when it occurs. A remembered plan does not repeat its own.
	warn func(hook.Warning)
}

// candidate is a hook with the data that decides whether it runs; a nil matcher matches
// every subject.
type candidate struct {
	entry   hook.Entry
	handler dialect.Handler
	// once means that of several equal hooks only the first runs. The contract defines
	// which hooks are equal.
	once    bool
	matcher *matcher
}

// newCandidates compiles each distinct matcher once (HOOK-088, INT-17), and records
// which kinds of hooks run only once for each command (HOOK-090). Matchers of events
// without a subject are not even read (HOOK-041, 051, 059, INT-19). The plan for an
// empty subject is prepared (INT-20).
//
//hooktest:impl HOOK-041 HOOK-051 HOOK-059
func newCandidates(contract *dialect.Contract, event *dialect.Event, entries []hook.Entry, warn func(hook.Warning)) *candidates {
	c := &candidates{event: event, hooks: make([]candidate, len(entries)), budgetRule: contract.Requirement("INT-17"), warn: warn}
	rules := contract.MatcherOf(event)
	compiled := make(map[string]*matcher)
	for i, entry := range entries {
		c.hooks[i].entry = entry
		c.hooks[i].handler, _ = contract.Handlers.Handler(entry.Type)
		c.hooks[i].once = c.hooks[i].handler.Once
		c.hooks[i].handler.Once = c.hooks[i].once && !particular(entry)
		if event.Subject.Field == "" || entry.Matcher == nil {
			continue
		}
		text := normalise(rules, *entry.Matcher)
		if blank := *entry.Matcher == "" && contract.Matcher.Blank; text == "" && !blank {
			continue
		}
		m, ok := compiled[text]
		if !ok {
			m = compile(rules, text)
			compiled[text] = m
			if m.fault != nil {
				w := hook.Warning{
					Rule:     rules.Rule,
					Text:     fmt.Sprintf("matcher %s is not a valid regular expression (%v): it %s", jstext.Quote(text), m.fault, m.instead()),
					Position: entry.Position,
				}
				c.warnings = append(c.warnings, w)
				warn(w)
			}
		}
		c.hooks[i].matcher = m
		c.selective = true
	}
	c.always = runnable(c.choose(""))
	return c
}

// plan returns the remembered plan for a subject, or a new one, whose warnings it logs
// (INT-17). It returns nil if no hook runs.
//
//hooktest:impl HOOK-145 HOOK-013.2 HOOK-013.3
func (c *candidates) plan(subject string) *hook.Plan {
	if !c.selective || subject == "" {
		return c.always
	}
	if plan, ok := c.memo.get(subject); ok {
		return plan
	}
	chosen := c.choose(subject)
	for _, w := range chosen.Warnings[len(c.warnings):] {
		c.warn(w)
	}
	plan := runnable(chosen)
	c.memo.put(subject, plan)
	return plan
}

// runnable returns the plan, or nil if it would start nothing.
//
//hooktest:impl HOOK-012 HOOK-145
func runnable(plan *hook.Plan) *hook.Plan {
	if len(plan.Entries) == 0 {
		return nil
	}
	return plan
}

// choose makes the plan for a subject. Duplicates are removed after matching: the first
// instance of a command stays, and plugins are never duplicates (INT-22). One
// sequential hook among the rest makes the whole plan sequential (INT-21). The plan
// includes warnings about matchers (HOOK-088, INT-17).
//
//hooktest:impl HOOK-090 HOOK-091 HOOK-109
func (c *candidates) choose(subject string) *hook.Plan {
	plan := &hook.Plan{Event: c.event.Name, Warnings: append([]hook.Warning(nil), c.warnings...)}
	tester := tester{subject: subject, budgetRule: c.budgetRule, verdicts: make(map[*matcher]string)}
	kept := make(map[string]int) // key of a command → its place in the plan
	for i := range c.hooks {
		entry := c.hooks[i].entry
		if reason := tester.rulesOut(c.hooks[i]); reason != "" {
			plan.Skipped = append(plan.Skipped, hook.Skipped{Entry: entry, Rule: c.event.Subject.Rule, Reason: reason})
			continue
		}
		if c.hooks[i].handler.Once {
			key := "command:" + entry.Command
			if first, ok := kept[key]; ok {
				plan.Skipped = append(plan.Skipped, hook.Skipped{Entry: entry, Rule: c.hooks[i].handler.Rule, Reason: sameAs(plan.Entries[first], first)})
				continue
			}
			kept[key] = len(plan.Entries)
		}
		plan.Sequential = plan.Sequential || entry.Sequential
		plan.Entries = append(plan.Entries, entry)
	}
	plan.Warnings = append(plan.Warnings, tester.warnings...)
	c.distinct(plan)
	return plan
}

func sameAs(first hook.Entry, place int) string {
	if first.Position.IsZero() {
		return fmt.Sprintf("same command as hook %d of this plan", place+1)
	}
	return "same command as " + first.Position.String()
}
