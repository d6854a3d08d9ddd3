package config

import (
	"fmt"
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
)

// span formats a duration for a message.
func span(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	case d >= time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// timeout returns the field with a hook's timeout.
func timeout(agent *dialect.Contract, config *document.Node) (*document.Node, bool) {
	names := agent.Settings.Shape.Timeout
	if len(names) == 0 {
		names = []string{"timeout"}
	}
	for _, name := range names {
		if node, ok := config.Field(name); ok {
			return node, true
		}
	}
	return nil, false
}

// guessed reports whether a fact of the agent is a guess.
func (v *view) guessed(id string) bool {
	return slices.ContainsFunc(v.agent.Facts, func(f dialect.Fact) bool { return f.ID == id && f.Kind == dialect.Guess })
}
