// Package sandbox turns a start of hooktest as the launcher of a sandbox into that
// launcher, before main. It is imported for that effect, by the program and by tests that
// start hooks in a sandbox.
package sandbox

import (
	"os"

	"github.com/hooktest/hooktest/internal/sandbox"
)

// The process must end here: to go on is to be hooktest.
func init() {
	if sandbox.Called() {
		os.Exit(sandbox.Main())
	}
	sandbox.Arm()
}
