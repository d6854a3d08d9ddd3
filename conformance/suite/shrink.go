package suite

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// Shrink removes lines and files from a case while a check keeps failing in the same
// way. It returns the smallest text found and the number of runs. It is an error if the
// check does not fail in the first run.
func (r *Runner) Shrink(ctx context.Context, c cases.Case, check string) (text []byte, runs int, err error) {
	first, err := r.Run(ctx, c)
	if err != nil {
		return nil, 1, err
	}
	want, failing := failureOf(first, check)
	if !failing {
		return nil, 1, fmt.Errorf("%s does not fail: there is nothing to shrink", check)
	}
	runs = 1
	// A removal can make others possible, so go on until nothing can be removed.
	for changed := true; changed; {
		changed = false
		parts := c.Parts()
		for i := len(parts) - 1; i >= 0; i-- {
			if ctx.Err() != nil {
				return nil, runs, ctx.Err()
			}
			smaller, err := c.Without(parts[i])
			if err != nil {
				continue
			}
			runs++
			result, err := r.Run(ctx, smaller)
			if err != nil {
				continue
			}
			if got, ok := failureOf(result, check); ok && got == want {
				c, changed = smaller, true
				parts = c.Parts()
				i = min(i, len(parts))
			}
		}
	}
	return c.Text, runs, nil
}

// signature is how a check fails. A failure with another verdict or another assertion
// is a different failure.
type signature struct {
	verdict    outcome.Verdict
	what, want string
}

func failureOf(result Result, check string) (signature, bool) {
	for _, c := range result.Checks {
		if c.Check != check && c.Clause != check {
			continue
		}
		if c.Verdict == outcome.Pass || c.Verdict == outcome.SuiteError || len(c.Mismatches) == 0 {
			continue
		}
		return signature{c.Verdict, c.Mismatches[0].What, c.Mismatches[0].Want}, true
	}
	return signature{}, false
}
