package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/prove/internal/prover"
)

// every is the minimal time between two progress messages.
const every = 5 * time.Second

// reporting returns a function that logs the progress of a proof. Its calls must not
// overlap.
func reporting(log io.Writer) func(prover.Progress) {
	began := time.Now()
	last := began
	return func(now prover.Progress) {
		// The summary names the mutant as well, but it may come much later.
		if f := now.Failed; f != nil {
			fmt.Fprintf(log, "prove: %s is %s: %s\n", f.Mutant, f.Status, strings.TrimSpace(f.Detail))
		}
		if time.Since(last) < every {
			return
		}
		last = time.Now()
		fmt.Fprintf(log, "prove: %d of %d %s, %d failed, %.0f s\n", now.Done, now.Total, now.Step, now.Bad, last.Sub(began).Seconds())
	}
}
