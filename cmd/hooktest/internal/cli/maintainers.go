package cli

import "github.com/spf13/cobra"

// maintainerCommands are those of this family.
func maintainerCommands(a *app) []*cobra.Command {
	return []*cobra.Command{a.newTrace()}
}
