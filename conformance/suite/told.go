package suite

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// cmdTold looks for a text wherever the last answer could hold it: in outputs,
// errors, warnings and lines below them. It is for texts that have to come out
// somewhere while no requirement says where. A text that is not found may be
// where the adapter does not look.
func cmdTold(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	want := w.expand(c.args[0])
	found := holds(w.answer, want)
	if !found && (w.unseen(adapter.ObserveWarnings) || w.unseen(adapter.ObserveTelemetry)) {
		return nil
	}
	w.assert(found, "the answer", "a text that contains "+want, show(w.answer))
	return nil
}

// holds tells whether some text in a value, however deep, contains another.
func holds(value any, text string) bool {
	switch v := value.(type) {
	case string:
		return strings.Contains(v, text)
	case []any:
		for _, item := range v {
			if holds(item, text) {
				return true
			}
		}
	case map[string]any:
		for _, item := range v {
			if holds(item, text) {
				return true
			}
		}
	}
	return false
}
