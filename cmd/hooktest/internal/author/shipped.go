package author

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/engine/settings"
)

// asShipped says where LLxprt Code as it is shipped makes something else of the same
// hooks than the requirements demand: of their answers, and of the switch.
func asShipped(f engine.Firing) []hook.Warning {
	if !agentOf(f).required() || len(f.Merged.Results) == 0 {
		return nil
	}
	if slices.ContainsFunc(f.Merged.Results, finding.Floods) {
		return nil
	}
	shipped, _ := ruling.Of(dialect.LLxprtShipped(), f.Event, f.Merged.Results, f.Merged.Input.Object())
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

// switchAsShipped says that hooks are off in LLxprt Code as it is shipped, which has
// another switch.
func switchAsShipped(s *settingsFlags, document *settings.Document) []hook.Warning {
	if !s.whose.required() || !document.EnableHooks {
		return nil
	}
	shipped := dialect.LLxprtShipped()
	theirs, err := s.loadFor(shipped)
	if err != nil || theirs.EnableHooks {
		return nil
	}
	rule := shipped.Settings.Switch
	return []hook.Warning{{Rule: rule.Rule, Text: fmt.Sprintf("%s as shipped runs no hook here: it wants %s to be true", s.whose.Product, rule.Name())}}
}
