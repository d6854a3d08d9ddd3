package finding

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/spelling"
)

func spelled(word string, words []string) string {
	near, _ := spelling.Nearest(word, words)
	return near
}

// warningOf returns the engine's warning by a rule whose text has the prefix begins.
func (r *run) warningOf(rule, begins string) hook.Warning {
	found, _ := lists.First(r.Result.Warnings, func(w hook.Warning) bool { return w.Rule == rule && strings.HasPrefix(w.Text, begins) })
	return found
}

// anywhere finds the decision in an answer whose word has this effect on any event of the agent.
func anywhere(r *run, effect dialect.Effect) (dialect.Decision, string, bool) {
	for i := range r.Contract.Events {
		if d, text, ok := languageOf(r.Contract, &r.Contract.Events[i]).said(r.answer, effect); ok {
			return d, text, true
		}
	}
	return dialect.Decision{}, "", false
}

// toldAny reports whether the model or the user reads the reason that the answer gives for an
// effect.
func (r *run) toldAny(effect dialect.Effect) bool {
	d, _, _ := anywhere(r, effect)
	for _, path := range d.Reasons(effect) {
		value, _ := path.In(r.answer)
		if text, ok := value.(string); ok && text != "" && r.told(text) {
			return true
		}
	}
	return false
}

// guardElsewhere names the event before the tool, which a hook can refuse.
func (r *run) guardElsewhere() string {
	if row, ok := r.Contract.At(dialect.ToolBefore); ok && row.Name != r.row.Name {
		return fmt.Sprintf("refuse on %s, before the tool runs", row.Name)
	}
	return r.refuse()
}
