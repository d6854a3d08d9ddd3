// Package maintainer holds the commands for people who maintain the reference engine and its
// suite: trace every clause to code, cases and proofs, and check the gates.
package maintainer

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// Commands returns the commands of this family.
func Commands(a *console.App) []*cobra.Command {
	return []*cobra.Command{newTrace(a)}
}
