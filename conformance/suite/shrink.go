package suite

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// Shrink takes lines and files out of a case as long as a check keeps failing
// in the same way, and gives the smallest text it found and how often it ran the
// case. The error says that the check does not fail to begin with.
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
	// A removal can make others possible, so go on until none is.
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

// signature is how a check fails: another verdict or another assertion is
// another failure.
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
