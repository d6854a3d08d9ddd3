// Package early does what must not wait for the initialization of most packages, as soon as
// package os is initialized: it starts the hook that a recorder wraps, or answers whether the program
// can run as a recorder. It is imported for that effect, by entry/recorder alone.
package early

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
)

// Hook is the hook; nil if this is not the start of a recorder.
var Hook *front.Hook

func init() {
	if !front.Called(os.Args) {
		return
	}
	Hook = front.Start(os.Args)
	// Settings in GODEBUG can end the program in the initialization of a later package, so with
	// them entry/recorder answers.
	if Hook.Probed && os.Getenv("GODEBUG") == "" {
		os.Exit(front.Answer())
	}
}
