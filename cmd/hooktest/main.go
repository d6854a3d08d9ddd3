// Command hooktest runs, explains and judges the hooks of AI coding agents.
package main

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cli"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/guardstart"   // exits in init if started as a guard
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/recordstart"  // or as a recorder in front of a hook
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/sandboxstart" // or as the launcher of a sandbox
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/machine"
)

func main() {
	machine.KeepOwn()
	guard.Arm()
	code := cli.Main(os.Args[1:], term.Standard(), os.Environ())
	guard.Disarm()
	os.Exit(code)
}
