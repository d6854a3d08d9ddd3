// Package implementer holds the commands for people who build a hook system: run the conformance
// suite against it, inspect the results, and serve the reference engine as an adapter.
package implementer

import "github.com/hooktest/hooktest/cmd/hooktest/internal/console"

// Commands returns the commands of this family.
func Commands() []console.Command {
	return []console.Command{{Name: "adapter", New: newAdapter}, {Name: "conform", New: newConform}, {Name: "report", New: newReport}}
}
