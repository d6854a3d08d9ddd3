package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// A fault is a fault of a survey and its rule.
type fault struct {
	registry.Fault
	id, text, fix string
	repair        finding.Repair
}

// ofRule reports the faults of one rule in the hooks object, except those that disable the whole
// file.
func (v *view) ofRule(id string) {
	for _, f := range v.wrong {
		if f.id == id && v.neighbours(f) == 0 {
			v.reportFault(f, f.text+lost(f.Loses))
		}
	}
}

// ruin returns the mistake outside of the hooks that disables the whole file. A misplaced event in
// a file without other hooks is not one: HT125 reports it.
func (v *view) ruin() (hooksettings.Ruin, bool) {
	if v.root == nil {
		return hooksettings.Ruin{}, false
	}
	ruin, ok := hooksettings.RuinOf(v.agent.Settings, v.root)
	return ruin, ok && (ruin.What != dialect.WrongPlace || len(v.survey.Hooks) > 0)
}

func (v *view) reportFault(f fault, text string) {
	one := v.report(f.Position, text, f.fix)
	one.Repair = f.repair
	readable := slices.ContainsFunc(v.survey.Hooks, func(h registry.Surveyed) bool {
		return settingsfile.Covers(h.Group, f.Position.Offset)
	})
	if f.Loses == dialect.LosesUnknown && f.What == dialect.WrongField && readable {
		// Possibly nothing is lost.
		one.Rule.Severity = finding.Warning
	}
}

// lost describes what a fault disables if that is at most the hook or its group.
func lost(loss dialect.Loss) string {
	switch loss {
	case dialect.LosesNothing:
		return ""
	case dialect.LosesEvent:
		return ": no hook of this event runs"
	case dialect.LosesUnknown:
		return ": it is not known what the agent does then, with this hook and the others of the file"
	}
	return ": " + loss.Effect()
}

// neighbours counts the well-formed hooks that a fault disables with the file, except those of a
// group whose matcher has the fault; 0 if it disables less than the file.
func (v *view) neighbours(f fault) int {
	if f.Loses != dialect.LosesFile {
		return 0
	}
	n := 0
	for _, h := range v.survey.Hooks {
		own := settingsfile.Covers(h.Config, f.Position.Offset) || settingsfile.Covers(f.Node, h.Config.Position().Offset)
		if list, ok := h.Group.Field("hooks"); ok && settingsfile.Covers(h.Group, f.Position.Offset) {
			own = own || !settingsfile.Covers(list, f.Position.Offset)
		}
		if !own {
			n++
		}
	}
	return n
}

// faults returns the survey's certain faults with their texts and fixes.
func (v *view) faults() []fault {
	var all []fault
	for _, one := range v.survey.Faults {
		f := fault{Fault: one, text: one.Path + ": " + one.Text}
		switch one.What {
		case dialect.WrongEvent:
			byName := v.agent.Settings.Shape.Event != ""
			if !byName && !listsHooks(one.Node) || v.otherForm(one.Event) {
				continue
			}
			f.id, f.text = "HT102", fmt.Sprintf("%s has no event %s", v.agent.Product, strconv.Quote(string(one.Event)))
			f.fix, f.repair = v.event(one)
			if one.Loses == dialect.LosesNothing {
				f.Loses = dialect.LosesEvent
			}
			if byName && f.Loses != dialect.LosesFile {
				f.Loses = dialect.LosesHook
			}
		case dialect.WrongKind:
			f.id, f.fix = "HT126", "write "+v.shape(one.Event)
			f.Loses = v.lostWith(one)
			if flat(one.Node) && !v.agent.Settings.Shape.Flat && v.agent.Settings.Shape.Event == "" {
				f.id, f.text = "HT103", "a hook is where a group belongs: the hooks list is missing"
				f.fix, f.repair = `put the hook into a list: {"hooks": [{…}]}`, v.wrapped(one.Node)
			}
		case dialect.WrongMatcher, dialect.NullMatcher:
			if one.Loses == dialect.LosesNothing {
				continue
			}
			f.id, f.fix = "HT207", `write a text, such as "Bash|Edit"; leave the matcher out to match everything`
			if tools := v.agent.Tools.Common; len(tools) > 1 {
				f.fix = fmt.Sprintf("write a text, such as %q; leave the matcher out to match everything", strings.Join(tools[:2], "|"))
			}
		case dialect.NoType:
			f.id, f.text = "HT104", "the hook has no type"
			f.fix = `write "type": "command" into it`
			if _, ok := one.Node.Field("command"); ok {
				from := one.Node.Position().Offset + 1
				f.repair = edits(finding.Edit{From: from, To: from, Text: `"type": "command", `})
			}
		case dialect.WrongType:
			f.id, f.fix = "HT105", "write "+v.types()
			f.text = fmt.Sprintf("%s knows no hook of this type: it %s", v.agent.Product, one.Text)
		case dialect.WrongField:
			if v.agent.Reading == nil && strings.HasSuffix(one.Path, ".sequential") {
				// The requirements say what happens, and ht123 with them.
				continue
			}
			f.id, f.fix = "HT123", "write a value of the type that "+v.agent.Product+" reads, or take the field out"
		case dialect.WrongTimeout, dialect.NullTimeout, dialect.HugeTimeout:
			if one.Node.Kind() == document.Null && one.Loses == dialect.LosesNothing {
				// It counts as none given.
				continue
			}
			f.id = "HT123"
			above := "above 0"
			if v.agent.Handlers.Timeout.Zero > 0 {
				above = "from 0 on"
			}
			f.fix = fmt.Sprintf("write a number of %s %s, without quotes", v.agent.Handlers.Timeout.Units, above)
			if number, err := strconv.ParseFloat(one.Node.Text(), 64); err == nil && number > 0 {
				f.repair = v.replaced(one.Node, strings.TrimSpace(one.Node.Text()))
			}
		case dialect.WrongClosing:
			f.id, f.fix = "HT123", fmt.Sprintf("write %s to have failures of the hook refuse", v.agent.Handlers.Closing.Value)
		case dialect.NoCommand, dialect.EmptyCommand:
			f.id, f.text, f.fix = "HT109", one.Text, "write what to start as the command"
		default:
			continue
		}
		all = append(all, f)
	}
	return all
}

// lostWith returns the loss of a value of the wrong kind: contracts have that of a single hook.
func (v *view) lostWith(f registry.Fault) dialect.Loss {
	event, ok := v.hooks.Field(string(f.Event))
	switch {
	case f.Node == v.hooks && f.Loses != dialect.LosesAgent:
		return dialect.LosesFile
	case ok && f.Node == event && (f.Loses == dialect.LosesHook || f.Loses == dialect.LosesGroup):
		return dialect.LosesEvent
	}
	return f.Loses
}

// listsHooks reports whether a value looks like an event's hooks, valid or not: some agents keep
// other data next to the events.
func listsHooks(node *document.Node) bool {
	return node.Kind() == document.Array && !slices.ContainsFunc(node.Items(), func(n *document.Node) bool { return n.Kind() != document.Object })
}

// flat reports whether a value looks like a hook.
func flat(node *document.Node) bool {
	for _, name := range []string{"command", "prompt", "url"} {
		if _, ok := node.Field(name); ok {
			return true
		}
	}
	return false
}

// shape returns an example of the agent's hooks, for event if the agent has it.
func (v *view) shape(event hook.Event) string {
	if _, ok := v.agent.Event(event); !ok {
		event = v.agent.Events[0].Name
	}
	if s := v.agent.Settings.Shape; s.Event != "" {
		return fmt.Sprintf(`"%s": [{"%s": "%s", "%s": {"type": "command", "command": "…"}}]`, v.agent.Settings.Hooks, s.Event, event, s.Action)
	}
	if v.agent.Settings.Shape.Flat {
		return fmt.Sprintf(`"%s": {"%s": [{"command": "…"}]}`, v.agent.Settings.Hooks, event)
	}
	return fmt.Sprintf(`"%s": {"%s": [{"hooks": [{"type": "command", "command": "…"}]}]}`, v.agent.Settings.Hooks, event)
}

func (v *view) types() string {
	var names []string
	for _, handler := range v.agent.Handlers.Types {
		if handler.Type != hook.TypePlugin {
			names = append(names, strconv.Quote(handler.Type))
		}
	}
	return english.Or(names)
}
