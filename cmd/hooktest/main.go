// Command hooktest runs, explains and judges the hooks of AI coding agents.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cli"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/guard"    // exits in init if started as a guard
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/recorder" // or as a recorder in front of a hook
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox"  // or as the launcher of a sandbox
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/machine"
)

func main() {
	collectLater()
	machine.KeepOwn()
	guard.Arm()
	code := cli.Main(os.Args[1:], term.Standard(), os.Environ())
	guard.Disarm()
	os.Exit(code)
}

// collectLater has the first garbage collection wait for a heap of 16 MiB, and all others work as
// usual: most commands end before that, and a collection costs a third of a start.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(400)
	runtime.AddCleanup(new(*int), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
