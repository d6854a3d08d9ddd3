package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/spelling"
)

// otherForm reports whether the event is a name in another form of the agent's settings. A name
// that differs only in case from one of this form counts only if the two forms share no name.
func (v *view) otherForm(event hook.Event) bool {
	own := v.agent.EventNames()
	alike := slices.ContainsFunc(own, func(name hook.Event) bool { return strings.EqualFold(string(name), string(event)) })
	return slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool {
		_, ok := c.Event(event)
		apart := !slices.ContainsFunc(c.EventNames(), func(name hook.Event) bool { return slices.Contains(own, name) })
		return c.Product == v.agent.Product && !c.OnlyNamed && (ok || alike && apart)
	})
}

func anyonesEvent(name string) bool {
	return slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool {
		_, ok := c.Event(hook.Event(name))
		return ok
	})
}

// event suggests the agent's event for an unknown name.
func (v *view) event(f registry.Fault) (fix string, repair finding.Repair) {
	name := string(f.Event)
	for _, own := range v.agent.EventNames() {
		if strings.EqualFold(string(own), name) {
			if other, ok := v.alike(f); ok {
				return fmt.Sprintf("merge the list with that of %s %s into one %s: case matters", other.Name, apart(f.Position, other.NamePosition), own), repair
			}
			from := f.Position.Offset
			return fmt.Sprintf("write %s: case matters", own), edits(finding.Edit{From: from, To: v.afterName(from), Text: strconv.Quote(string(own))})
		}
	}
	if foreign, ok := v.agent.ForeignEvent(name); ok {
		return fmt.Sprintf("%s has that event; %s calls it %s", foreign.Product, v.agent.Product, foreign.Here), repair
	}
	if own, ok := spelling.Nearest(f.Event, v.agent.EventNames()); ok {
		return fmt.Sprintf("did you mean %s?", own), repair
	}
	return "hooktest contract " + v.agent.Name + " lists the events", repair
}

// alike returns another event of the file whose name differs only in case. They can't both be
// renamed: the later list would override the earlier one.
func (v *view) alike(f registry.Fault) (document.Field, bool) {
	return lists.First(v.hooks.Fields(), func(field document.Field) bool {
		return field.NamePosition != f.Position && strings.EqualFold(field.Name, string(f.Event))
	})
}

// hasEvents reports whether a value has only events of the agent.
func (v *view) hasEvents(node *document.Node) bool {
	return len(node.Fields()) > 0 && !slices.ContainsFunc(node.Fields(), func(f document.Field) bool {
		_, ok := v.agent.Event(hook.Event(f.Name))
		return !ok || f.Value.Kind() != document.Array
	})
}
