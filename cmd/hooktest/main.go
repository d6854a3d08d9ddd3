// Command hooktest runs, explains and judges the hooks of AI coding agents.
package main

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cli"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/probestart" // hooktest probe-hook ends within
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], term.Standard(), os.Environ()))
}
