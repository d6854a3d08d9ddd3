// Package deviation describes where the released LLxprt Code deviates from the requirements. Its
// notes don't affect the verdict.
package deviation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
)

// Verdict describes where the released LLxprt Code treats the same hooks differently: their
// output, and the switch.
func Verdict(f engine.Firing) []hook.Warning {
	if !roster.Of(f).Required() || len(f.Merged.Results) == 0 {
		return nil
	}
	if slices.ContainsFunc(f.Merged.Results, finding.Floods) {
		return nil
	}
	shipped, _ := ruling.Of(dialect.Known("llxprt-shipped"), f.Event, f.Merged.Results, f.Merged.Input.Object())
	words := f.Words()
	if shipped.Verdict.Kind == f.Verdict.Kind && (shipped.Words.Model == nil) == (words.Model == nil) {
		return nil
	}
	text := fmt.Sprintf("%s as shipped comes to %s: %s", f.Config.Contract().Product, shipped.Verdict.Kind, shipped.Words.Agent)
	if shipped.Words.Model != nil && words.Model == nil {
		text += ", and the model reads what the hook says"
	}
	return []hook.Warning{{Rule: shipped.Verdict.Rule, Text: text}}
}

// Switch notes that hooks are off in the released LLxprt Code, which has another switch.
func Switch(s *project.Source, document *settings.Document) []hook.Warning {
	if !s.Whose.Required() || !document.EnableHooks {
		return nil
	}
	shipped := dialect.Known("llxprt-shipped")
	theirs, err := s.LoadFor(shipped)
	if err != nil || theirs.EnableHooks {
		return nil
	}
	rule := shipped.Settings.Switch
	return []hook.Warning{{Rule: rule.Rule, Text: fmt.Sprintf("%s as shipped runs no hook here: it wants %s to be true", s.Whose.Product, rule.Name())}}
}

// Deviations describe where the released agent is known to deviate from these requirements. They
// don't affect the verdict.
func Deviations(requirements ...string) []hook.Warning {
	var notes []hook.Warning
	for _, id := range requirements {
		for _, d := range dialect.Deviations(id) {
			if strings.HasPrefix(d.Product, roster.Default().Product) {
				notes = append(notes, hook.Warning{Rule: id, Text: d.Product + " " + d.Does})
			}
		}
	}
	return notes
}

// Notes describe how the released agent treats this hook differently.
func Notes(t target.Target, event hook.Event) []hook.Warning {
	ids := FieldRules(event)
	if NeedsAlias(t.Mentions) {
		ids = append(ids, "HOOK-188")
	}
	return Deviations(ids...)
}

// FieldRules returns the requirements that define the input fields of an event's hooks.
func FieldRules(event hook.Event) []string {
	ids := lists.Of(roster.Default().Row(event).Fields, func(field dialect.Field) string { return field.Rule })
	return slices.Compact(ids)
}

// NeedsAlias reports whether a text uses an alias of the project variable without falling back to
// the variable itself.
func NeedsAlias(mentions func(string) bool) bool {
	variables := roster.Default().Launch.Variables
	return slices.ContainsFunc(variables[1:], mentions) && !mentions(variables[0])
}
