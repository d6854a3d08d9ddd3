package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// ht131 finds faults that also disable other hooks of the file.
func ht131(v *view) {
	for _, f := range v.wrong {
		if n := v.neighbours(f); n > 0 {
			v.reportFault(f, fmt.Sprintf("%s: %s then applies no hook of this file, and %s with it",
				f.text, v.agent.Product, english.Plural(n, "other hook is gone", "other hooks are gone")))
		}
	}
	ruin, ok := v.ruin()
	if !ok {
		return
	}
	fix := "write true or false, without quotes, or take it out"
	switch ruin.What {
	case dialect.WrongKey:
		fix = "take it out"
		for _, field := range v.root.Fields() {
			if _, event := v.agent.Event(hook.Event(field.Name)); event && field.NamePosition == ruin.Position {
				fix = fmt.Sprintf("put it into %q", v.agent.Settings.Hooks)
			}
		}
	case dialect.WrongPlace:
		fix = fmt.Sprintf("put it into %q at the top level, or take it out", v.agent.Settings.Hooks)
	}
	v.report(ruin.Position, fmt.Sprintf("%s: %s then applies nothing of this file", ruin.Text, v.agent.Product), fix)
}
