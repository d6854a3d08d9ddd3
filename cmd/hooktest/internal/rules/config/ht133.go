package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/document"
)

// ht133 finds values that a later key of the same name overrides.
func ht133(v *view) {
	if v.root == nil {
		return
	}
	read := []string{v.agent.Settings.Hooks}
	for _, path := range [][]string{v.agent.Settings.Switch.Path, v.agent.Settings.Switch.Old} {
		if len(path) > 0 {
			read = append(read, path[0])
		}
	}
	for _, field := range duplicates(v.root.Only(read...)) {
		last, _ := field.in.Lookup(field.Name)
		fix := "take the one out that is not meant"
		if kind := field.Value.Kind(); kind == last.Value.Kind() && (kind == document.Object || kind == document.Array) {
			fix = fmt.Sprintf("put all of it under one %q", field.Name)
		}
		v.report(field.NamePosition, fmt.Sprintf("%q is here and again %s, and that one alone counts: nothing of this one applies",
			field.Name, apart(field.NamePosition, last.NamePosition)), fix)
	}
}
