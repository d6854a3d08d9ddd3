// Package guard runs hooktest as the program's guard, if it was started as one, before the
// rest of the program is initialized. Only the program imports it, for that effect.
//
// Every command has a guard process that is mostly idle. The libraries of the commands initialize
// at every start, and that takes more time and memory than the whole guard. Go initializes packages
// in the order of their import paths, each as soon as its imports are initialized. This one imports
// only the standard library and the guard, which does the same, so it is initialized before all but
// a few libraries.
package guard

import (
	"os"

	"github.com/hooktest/hooktest/internal/guard"
)

// End the process here: continuing would initialize the rest.
func init() {
	if guard.Called() {
		os.Exit(guard.Main())
	}
}
