// Command hooktest runs, explains and judges the hooks of AI coding agents.
package main

import (
	"os"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cli"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/probe"
)

func main() {
	// The conformance suite's own hook starts often and is timed by others: it
	// takes the short way.
	if len(os.Args) > 1 && os.Args[1] == "probe-hook" {
		os.Exit(probe.Main(os.Args[2:], os.Stderr))
	}
	os.Exit(cli.Main(os.Args[1:], term.Standard(), os.Environ()))
}
