package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
)

// ht142 finds recorders, with a hook or alone.
func ht142(v *view, c command) {
	if !interpose.IsRecorder(c.Command, c.Args) {
		return
	}
	v.report(c.node.Position(), fmt.Sprintf("each time %s fires %s, a recorder writes the payload and the answer to a file", v.agent.Product, c.Event), "hooktest record --stop takes it out and restores the hook")
}
