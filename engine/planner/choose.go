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
	// warnings hold for every firing of the event.
	warnings []hook.Warning
	// always is the plan of a firing whose subject rules nothing out; nil where
	// there are no hooks.
	always *hook.Plan
	// selective tells whether any hook depends on the subject.
	selective bool
	memo      memo
	// warn tells of a warning when it arises; a remembered plan does not repeat
	// its own.
	warn func(hook.Warning)
}

// candidate is a hook and what decides whether it runs; a nil matcher matches
// every subject.
type candidate struct {
	entry   hook.Entry
	handler dialect.Handler
	// once tells that of several equal hooks only the first runs, whatever makes them
	// equal.
	once    bool
	matcher *matcher
}

// newCandidates compiles each distinct matcher once (HOOK-088, INT-17), and notes
// which kinds of hooks run only once for each command (HOOK-090). Matchers of events
// that have no subject are not even read (HOOK-041, 051, 059, INT-19); an empty
// subject is prepared for (INT-20).
//
//hooktest:impl HOOK-041 HOOK-051 HOOK-059
func newCandidates(contract *dialect.Contract, event *dialect.Event, entries []hook.Entry, warn func(hook.Warning)) *candidates {
	c := &candidates{event: event, hooks: make([]candidate, len(entries)), warn: warn}
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
					Text:     fmt.Sprintf("matcher %s is no valid regular expression (%v): it %s", jstext.Quote(text), m.fault, m.instead()),
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

// plan gives the remembered plan for a subject or a fresh one, nil where nothing
// runs, and tells of what a fresh one warns of (INT-17).
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

// runnable is the plan, or nil where it would start nothing.
//
//hooktest:impl HOOK-012 HOOK-145
func runnable(plan *hook.Plan) *hook.Plan {
	if len(plan.Entries) == 0 {
		return nil
	}
	return plan
}

// choose makes the plan for a subject. Duplicates fall out after matching, the
// first instance of a command stays, and plugins are never duplicates (INT-22).
// One sequential hook among those that remain makes the whole plan sequential
// (INT-21). What was wrong with matchers is said beside it (HOOK-088, INT-17).
//
//hooktest:impl HOOK-090 HOOK-091 HOOK-109
func (c *candidates) choose(subject string) *hook.Plan {
	plan := &hook.Plan{Event: c.event.Name, Warnings: append([]hook.Warning(nil), c.warnings...)}
	trial := trial{subject: subject, verdicts: make(map[*matcher]string)}
	kept := make(map[string]int) // key of a command → its place in the plan
	for i := range c.hooks {
		entry := c.hooks[i].entry
		if reason := trial.rulesOut(c.hooks[i]); reason != "" {
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
	plan.Warnings = append(plan.Warnings, trial.warnings...)
	c.distinct(plan)
	return plan
}

func sameAs(first hook.Entry, place int) string {
	if first.Position.IsZero() {
		return fmt.Sprintf("same command as hook %d of this plan", place+1)
	}
	return "same command as " + first.Position.String()
}
