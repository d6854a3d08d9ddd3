// Package implementer holds the commands for those who build a hook system: judge
// it by the conformance suite, look into what came of that, and serve the reference
// engine to a judge.
package implementer

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// Commands are those of this family.
func Commands(a *console.App) []*cobra.Command {
	return []*cobra.Command{newAdapter(a), newConform(a), newReport(a)}
}
