// Command subject is the reference engine with the adapter protocol and nothing else.
// It is the small program that is built with mutants or with coverage, and judged like
// an external adapter.
package main

import (
	"context"
	"os"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
	"github.com/hooktest/hooktest/internal/guard"
)

func main() {
	if guard.Called() {
		os.Exit(guard.Main())
	}
	guard.Arm()
	defer guard.Disarm()
	if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, builtin.New("subject"), adapter.Options{}); err != nil {
		os.Stderr.WriteString("subject: " + err.Error() + "\n")
		guard.Disarm()
		os.Exit(1)
	}
}
