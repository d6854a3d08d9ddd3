package suite

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// cmdTold looks for a text in every place where the last answer could have it: outputs,
// errors, warnings and lines of lower levels. It is for texts that must appear
// somewhere, while no requirement says where. If the text is missing and the adapter
// does not support one of these observations, the check is not observable.
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

// holds reports whether any text in a value contains another text.
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
