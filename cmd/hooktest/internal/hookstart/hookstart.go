// Package hookstart starts the hook that a recorder wraps, as soon as package
// os is initialized: the hook starts while the rest of the recorder does. It is imported
// for that effect, by recordstart alone.
package hookstart

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
)

// Hook is the hook; nil if this is not the start of a recorder.
var Hook *front.Hook

func init() {
	if front.Called(os.Args) {
		Hook = front.Start(os.Args)
	}
}
