// Command hooktest runs, explains and judges the hooks of AI coding agents.
package main

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cli"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/guardstart"   // a start as guard ends within
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/recordstart"  // and one in front of a hook
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/sandboxstart" // and one as launcher of a sandbox
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
