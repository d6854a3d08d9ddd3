package cli

import "github.com/spf13/cobra"

// authorCommands are those of this family.
func authorCommands(a *app) []*cobra.Command {
	return []*cobra.Command{a.newRun(), a.newFire(), a.newPlan(), a.newSchema(), a.newExplain()}
}
