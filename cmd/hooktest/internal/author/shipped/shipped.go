// Package shipped says where LLxprt Code as it is shipped does something else than the
// requirements demand. Its notes are no part of a verdict.
package shipped

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/engine/settings"
)

// Verdict says where LLxprt Code as it is shipped makes something else of the same
// hooks than the requirements demand: of their answers, and of the switch.
func Verdict(f engine.Firing) []hook.Warning {
	if !agents.Of(f).Required() || len(f.Merged.Results) == 0 {
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

// Switch says that hooks are off in LLxprt Code as it is shipped, which has
// another switch.
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
