package config

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// otherForms returns the agent's other contracts with event names that it accepts in this file as
// well, each with this contract's settings. The tool names of those forms are unknown.
func (v *view) otherForms() []*dialect.Contract {
	if v.hooks == nil || v.agent.OnlyNamed {
		return nil
	}
	var all []*dialect.Contract
	for _, c := range v.versions() {
		if c == v.agent || c.OnlyNamed || !slices.ContainsFunc(v.hooks.Fields(), func(f document.Field) bool { return v.onlyOf(c, hook.Event(f.Name)) }) {
			continue
		}
		form := *c
		form.Settings, form.Tools = v.agent.Settings, dialect.Tools{}
		form.Settings.Shape.Elsewhere = nil
		all = append(all, &form)
	}
	return all
}

// onlyOf reports whether an event exists in another contract of the agent and not in this one.
func (v *view) onlyOf(c *dialect.Contract, event hook.Event) bool {
	_, own := v.agent.Event(event)
	_, others := c.Event(event)
	return others && !own
}

// inOtherForms returns the findings about commands of hooks in another form of the agent's
// settings, and the files that they start.
func (l *Linter) inOtherForms(v *view, p parsed) (found []finding.Finding, starts []Start) {
	for _, form := range v.otherForms() {
		other := l.view(v.File, p, form)
		other.commands = slices.DeleteFunc(other.commands, func(c command) bool { return !v.onlyOf(form, c.Event) })
		starts = append(starts, other.starts()...)
		for _, c := range checks() {
			if c.command != nil {
				found = append(found, c.findings(other)...)
			}
		}
	}
	return found, starts
}
