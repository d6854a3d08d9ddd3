package diagnosis

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lists"
)

// A checkedHook is a hook of a sheet with its context.
type checkedHook struct {
	*Hook
	sheet *sheet
	// config is the hook, group its parent.
	config, group *document.Node
	// faults are the faults that disable it, its own or another hook's.
	faults []registry.Fault
	// around are all faults of the file.
	around []registry.Fault
	// lost is lint's finding about hooks in a place that the agent does not read; nil if there is
	// none.
	lost *finding.Finding
	// off is the field that switches off only this hook; nil if there is none.
	off *document.Node
	// status is what the plans of its event say; nil if the engine does not accept it.
	status *hookStatus
	// trust is the trust that is looked at.
	trust Trusted
}

// checkedHooksOf returns the hooks of a file, valid or not.
func (e *examination) checkedHooksOf(s *sheet) []checkedHook {
	root := s.root
	if root == nil {
		// The agent does not read it, but it may have hooks to report.
		if root = e.machine.parsed(s.Path); root == nil {
			return nil
		}
	}
	hooks, ok := root.Field(e.Contract.Settings.Hooks)
	var all []checkedHook
	places := map[document.Position]bool{}
	add := func(config, group *document.Node, entry hook.Entry) bool {
		if places[config.Position()] {
			return false
		}
		places[config.Position()] = true
		h := &Hook{Event: entry.Event, Type: cmp.Or(entry.Type, textOf(config, "type")), Command: cmp.Or(entry.Command, e.commandOf(config)), Matcher: textOf(group, "matcher"), At: config.Position(), State: Alive}
		all = append(all, checkedHook{Hook: h, sheet: s, config: config, group: group})
		return true
	}
	if ok {
		survey := registry.Look(e.Contract, hooks)
		for _, h := range survey.Hooks {
			add(h.Config, h.Group, h.Entry)
		}
		for _, f := range survey.Faults {
			if f.Loses == dialect.LosesNothing && f.What != dialect.WrongEvent {
				continue
			}
			for _, config := range e.hooksIn(f.Node) {
				add(config, f.Node, hook.Entry{Event: f.Event})
			}
		}
		for _, config := range switchedOff(e.Contract.Settings.Shape, hooks) {
			action, ok := config.Field(e.Contract.Settings.Shape.Action)
			if !ok {
				action = config
			}
			if add(config, config, hook.Entry{Event: hook.Event(textOf(config, e.Contract.Settings.Shape.Event)), Type: textOf(action, "type"), Command: e.commandOf(action)}) {
				all[len(all)-1].off, _ = config.Field(e.Contract.Settings.Shape.Enabled)
			}
		}
		for i := range all {
			all[i].faults = costs(survey.Faults, all[i])
			all[i].around = survey.Faults
		}
	}
	for i, f := range s.Findings {
		if !stops(f.Rule, finding.StopsPlace) {
			continue
		}
		if field, ok := fieldAt(root, f.Place.Position, 3); ok {
			for _, config := range e.hooksIn(field.Value) {
				if add(config, field.Value, hook.Entry{}) {
					all[len(all)-1].lost = &s.Findings[i]
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b checkedHook) int { return cmp.Compare(a.At.Offset, b.At.Offset) })
	return all
}

// switchedOff returns the hooks of a list that are switched off in their own settings; the agent and
// the engine ignore them.
func switchedOff(shape dialect.Shape, hooks *document.Node) []*document.Node {
	if shape.Enabled == "" {
		return nil
	}
	return lists.Where(hooks.Items(), func(config *document.Node) bool {
		on, ok := config.Field(shape.Enabled)
		return ok && on.Kind() == document.Bool && !on.Bool()
	})
}

// costs returns the faults that disable a hook: its own, those of its group and event, and those
// that disable the whole file.
func costs(faults []registry.Fault, p checkedHook) []registry.Fault {
	return slices.DeleteFunc(slices.Clone(faults), func(f registry.Fault) bool {
		within, inside := settingsfile.Covers(f.Node, p.At.Offset), settingsfile.Covers(p.config, f.Position.Offset)
		switch f.Loses {
		case dialect.LosesFile:
			return false
		case dialect.LosesEvent:
			return f.Event != p.Event
		case dialect.LosesGroup:
			return !settingsfile.Covers(p.group, f.Position.Offset)
		}
		matcher, _ := p.group.Field("matcher")
		return !within && !inside && f.Node != matcher
	})
}

// hooksIn returns the values at or below a node that look like hooks, valid or not.
func (e *examination) hooksIn(node *document.Node) []*document.Node {
	var all []*document.Node
	for _, item := range node.Items() {
		all = append(all, e.hooksIn(item)...)
	}
	_, typed := node.Field("type")
	_, group := node.Field("hooks")
	if e.commandOf(node) != "" || typed && !group {
		return []*document.Node{node}
	}
	for _, field := range node.Fields() {
		all = append(all, e.hooksIn(field.Value)...)
	}
	return all
}

// commandOf returns what a hook starts, under any field name of the agent.
func (e *examination) commandOf(config *document.Node) string {
	for _, name := range append(slices.Clone(e.Contract.Settings.Shape.Command), "command", "prompt", "url") {
		if text := textOf(config, name); text != "" {
			return text
		}
	}
	return ""
}

func textOf(node *document.Node, name string) string {
	field, ok := node.Field(name)
	if !ok || field.Kind() != document.String {
		return ""
	}
	return field.Text()
}

// fieldAt returns the field whose name is at a place, at most deep objects down.
func fieldAt(node *document.Node, at document.Position, deep int) (document.Field, bool) {
	for _, field := range node.Fields() {
		if field.NamePosition.Offset == at.Offset {
			return field, true
		}
		if deep > 1 {
			if found, ok := fieldAt(field.Value, at, deep-1); ok {
				return found, true
			}
		}
	}
	return document.Field{}, false
}
