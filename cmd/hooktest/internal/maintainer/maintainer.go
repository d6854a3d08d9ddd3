// Package maintainer holds the commands for people who maintain the reference engine and its
// suite: trace every clause to code, cases and proofs, and check the gates.
package maintainer

import "github.com/hooktest/hooktest/cmd/hooktest/internal/console"

// Commands returns the commands of this family.
func Commands() []console.Command {
	return []console.Command{{Name: "trace", New: newTrace}}
}
