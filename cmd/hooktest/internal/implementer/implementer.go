// Package implementer holds the commands for people who build a hook system: run the conformance
// suite against it, inspect the results, and serve the reference engine as an adapter.
package implementer

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// Commands returns the commands of this family.
func Commands(a *console.App) []*cobra.Command {
	return []*cobra.Command{newAdapter(a), newConform(a), newReport(a)}
}
