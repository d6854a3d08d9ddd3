// Package recorder turns a start of hooktest in front of a hook into the recorder,
// before the rest of the program is initialized. It is imported for that effect, by
// the program alone.
//
// An agent waits for every hook, and so for the recorder in front of it. What package
// entry/guard says about the order of initialization holds here, too.
package recorder

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/entry/early"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder"
)

// The process must end here: to go on is to initialize the rest.
func init() {
	if early.Hook != nil {
		os.Exit(recorder.Main(early.Hook))
	}
}
