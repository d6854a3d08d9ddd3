package config

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// ht125 finds events in places where the agent does not read them.
func ht125(v *view) {
	ruin, ruined := v.ruin()
	told := func(field document.Field, name, under string) {
		if ruined && field.NamePosition == ruin.Position {
			return
		}
		v.report(field.NamePosition, fmt.Sprintf("%s is %s, where %s does not look: its hooks never run", name, under, v.agent.Product),
			fmt.Sprintf("put the events right into %q at the top level", v.agent.Settings.Hooks))
	}
	if v.root == nil {
		return
	}
	if v.Package != "" && v.hooks != nil && v.hooks.Position() == v.root.Position() {
		bare := v.report(v.root.Position(), fmt.Sprintf("the events are at the top level: for %s, only files of plugins with {%q: {…}} around them are documented", v.agent.Product, v.agent.Settings.Hooks),
			fmt.Sprintf("put the events into %q", v.agent.Settings.Hooks))
		bare.Rule.Severity = finding.Warning
		return
	}
	for _, field := range v.root.Fields() {
		if field.Name == v.agent.Settings.Hooks {
			continue
		}
		if _, event := v.agent.Event(hook.Event(field.Name)); event && field.Value.Kind() == document.Array || v.hasEvents(field.Value) {
			told(field, field.Name, "at the top level")
		}
		// Servers and plugins may have hooks of their own a level further down.
		if inner, ok := field.Value.Lookup(v.agent.Settings.Hooks); ok && v.hasEvents(inner.Value) {
			told(inner, v.agent.Settings.Hooks, "below "+strconv.Quote(field.Name))
		}
	}
	for _, f := range v.survey.Faults {
		if f.What == dialect.WrongEvent && nested(f) && !(ruined && ruin.What == dialect.WrongPlace) {
			v.report(f.Position, fmt.Sprintf("the events are below %q, where %s does not look: their hooks never run", f.Event, v.agent.Product),
				fmt.Sprintf("put the events right into %q at the top level", v.agent.Settings.Hooks))
		}
	}
}

// nested reports whether events are below the name of an unknown one.
func nested(f registry.Fault) bool {
	return f.Node.Kind() == document.Object && slices.ContainsFunc(f.Node.Fields(), func(field document.Field) bool { return anyonesEvent(field.Name) })
}
