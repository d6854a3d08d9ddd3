// Package maintainer holds the commands for those who keep the reference engine and
// its suite: trace every clause to code, case and proof, and hold the gates.
package maintainer

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// Commands are those of this family.
func Commands(a *console.App) []*cobra.Command {
	return []*cobra.Command{newTrace(a)}
}
