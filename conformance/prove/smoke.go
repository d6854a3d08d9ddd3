package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/english"
)

// smokeShare is the part of the locked mutants that the smoke test notices. More of them
// would cost much more: the next tenth of the mutants takes as long as the first three.
const smokeShare = 0.4

// smoke writes the list of the smoke test.
func (p *proveOptions) smoke(ctx context.Context) error {
	_, in, err := p.input(ctx, true)
	if err != nil {
		return err
	}
	if in.Lock == nil {
		return errNoLock
	}
	chosen, took, whole := smokeTest(*in.Lock, in.Runs[0])
	if err := p.writeGenerated("testscripts/"+cases.SmokeFile, []byte(strings.Join(chosen, "\n")+"\n"), false, ""); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s of %d, which took %.0f %% of the time of all\n", english.Count(len(chosen), "case"), len(in.Runs[0].Cases), 100*took/whole)
	return nil
}

// smokeTest returns cases that together notice smokeShare of the mutants: each is the one
// that notices, for its time, most mutants that no earlier one notices. It also returns
// the sum of their times, and that of all cases, in milliseconds.
func smokeTest(lock trace.Lock, run stream.Run) (chosen []string, took, whole float64) {
	byCheck := map[string][]string{}
	for id, m := range lock.Mutants {
		for _, check := range append(slices.Clone(m.Noticed), m.Killer) {
			byCheck[check] = append(byCheck[check], id)
		}
	}
	left := map[string]bool{}
	for id := range lock.Mutants {
		left[id] = true
	}
	news := func(c stream.Case) map[string]bool {
		found := map[string]bool{}
		for _, check := range c.Checks {
			for _, id := range byCheck[check.Check] {
				if left[id] {
					found[id] = true
				}
			}
		}
		return found
	}
	ended := slices.DeleteFunc(slices.Clone(run.Cases), func(c stream.Case) bool { return c.End == nil || c.End.Milliseconds <= 0 })
	for _, c := range ended {
		whole += c.End.Milliseconds
	}
	for float64(len(left)) > (1-smokeShare)*float64(len(lock.Mutants)) {
		var best stream.Case
		var most map[string]bool
		for _, c := range ended {
			found := news(c)
			if len(found) == 0 {
				continue
			}
			if most == nil || float64(len(found))*best.End.Milliseconds > float64(len(most))*c.End.Milliseconds {
				best, most = c, found
			}
		}
		if most == nil {
			break
		}
		for id := range most {
			delete(left, id)
		}
		chosen, took = append(chosen, best.Start.Case), took+best.End.Milliseconds
	}
	return chosen, took, whole
}
