package cli

import "github.com/spf13/cobra"

// implementerCommands are those of this family.
func implementerCommands(a *app) []*cobra.Command {
	return []*cobra.Command{a.newAdapter(), a.newConform(), a.newReport()}
}
