// Package probestart turns a start of hooktest as the conformance suite's own
// hook into that hook, before the rest of the program is initialized. It is
// imported for that effect, by the program alone.
//
// A conformance run starts its hooks more than a thousand times, and the
// libraries of other commands prepare themselves at every start: they took more
// than half of a hook's processor time, and a quarter of the whole run's. Go
// initializes packages in the order of their import paths, each as soon as what
// it imports is initialized. This one imports only the standard library and the
// probe, which does the same, and so comes before all but a few libraries.
package probestart

import (
	"os"

	"github.com/hooktest/hooktest/conformance/probe"
)

// The process must end here: to go on is to initialize the rest.
func init() {
	if len(os.Args) > 1 && os.Args[1] == "probe-hook" {
		os.Exit(probe.Main(os.Args[2:], os.Stderr))
	}
}
