// Package guardstart turns a start of hooktest as the program's guard into that
// guard, before the rest of the program is initialized. It is imported for that
// effect, by the program alone.
//
// Every command has a guard, which hardly ever has anything to do, but the libraries
// of the commands initialize themselves at every start, and take more time and
// memory than the whole guard. Go initializes packages in the order of their
// import paths, each as soon as what it imports is initialized. This one imports
// only the standard library and the guard, which does the same, and so comes
// before all but a few libraries.
package guardstart

import (
	"os"

	"github.com/hooktest/hooktest/internal/guard"
)

// The process must end here: to go on is to initialize the rest.
func init() {
	if guard.Called() {
		os.Exit(guard.Main())
	}
}
