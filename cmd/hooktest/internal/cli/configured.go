package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// configuredEvents are the events for which the settings of the current
// directory name the script, in the order of the specification. Settings that
// can't be read name nothing: plan and lint complain about them.
func (o *runOptions) configuredEvents(t target) []hook.Event {
	if t.path == "" {
		return nil
	}
	doc, err := (&settingsFlags{project: "."}).load()
	if err != nil {
		return nil
	}
	reg := registry.New(nil)
	hooks := hooksOf(doc)
	reg.Initialize(hooks.Config, hooks.Extensions)
	var found []hook.Event
	for _, e := range hook.Events() {
		entries, err := reg.Hooks(e)
		if err == nil && slices.ContainsFunc(entries, t.isNamedBy) {
			found = append(found, e)
		}
	}
	return found
}

// isNamedBy tells whether an entry's command names the script: by its whole
// path, or by a path that ends in the script's folder and name.
func (t target) isNamedBy(entry hook.Entry) bool {
	tail := filepath.Join(filepath.Base(filepath.Dir(t.path)), filepath.Base(t.path))
	for _, word := range strings.FieldsFunc(entry.Command, func(r rune) bool { return strings.ContainsRune(" \t\"';|&", r) }) {
		if word == t.path || strings.HasSuffix(word, "/"+tail) || filepath.Clean(word) == tail || filepath.Clean(word) == filepath.Base(t.path) {
			return true
		}
	}
	return false
}
