// Package author holds the commands for those who write hooks and configure agents:
// run, probe, fuzz, measure and fire hooks, say which fire and what is wrong with them, and explain what rules
// and schemas demand.
package author

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// Commands are those of this family.
func Commands(a *console.App) []*cobra.Command {
	return []*cobra.Command{
		newRun(a),
		newTest(a),
		newProbe(a),
		newFuzz(a),
		newBench(a),
		newLint(a),
		newFire(a),
		newPlan(a),
		newSchema(a),
		newExplain(a),
		newContract(a),
		newRecord(a),
		newReplay(a),
		newInit(a),
		newConvert(a),
	}
}
