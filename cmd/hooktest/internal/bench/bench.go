// Package bench measures the cost of a hook: elapsed time and CPU time, compared with a process of
// the same interpreter that does nothing. The two run alternately, so that other load on the
// machine affects both.
package bench

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Bench describes a measurement.
type Bench struct {
	Testbed execution.Testbed
	Event   hook.Event
	Fields  *jsonvalue.Object
	Raw     []byte
	// Empty is a command that does nothing; see Empty.
	Empty string
	// Runs is the number of runs of each.
	Runs int
}

// A Cost has the times of the runs, sorted.
type Cost struct {
	Wall []time.Duration
	// CPU is empty if the system does not report it.
	CPU []time.Duration
}

// Costs are those of the hook and of the empty process, and the last run of the hook.
type Costs struct {
	Hook, Empty Cost
	Last        execution.Observation
}

// Run measures. done is called after each pair of runs; it may be nil.
func (b Bench) Run(ctx context.Context, done func(pairs int)) (Costs, error) {
	var costs Costs
	empty := b
	empty.Testbed.Command = b.Empty
	// The first run of each reads programs from the disk and is not counted.
	for i := range b.Runs + 1 {
		for _, one := range []struct {
			of   Bench
			cost *Cost
		}{{b, &costs.Hook}, {empty, &costs.Empty}} {
			before := childrenTime()
			observed, err := one.of.Testbed.Try(ctx, execution.Variation{Event: b.Event, Fields: b.Fields, Raw: b.Raw})
			if err != nil {
				return Costs{}, err
			}
			if v := observed.Firing.Verdict; finding.Unstarted(v, observed.Result) || v.Kind == effect.Timeout {
				if one.cost == &costs.Empty {
					return Costs{}, fmt.Errorf("%s can't be measured: %w", b.Empty, errors.New(v.Why))
				}
				return Costs{}, &execution.Unfit{Verdict: v, Observation: observed}
			}
			if one.cost == &costs.Hook {
				costs.Last = observed
			}
			if i == 0 {
				continue
			}
			one.cost.Wall = append(one.cost.Wall, observed.Result.Duration)
			if spent := childrenTime() - before; before >= 0 {
				one.cost.CPU = append(one.cost.CPU, spent)
			}
		}
		if done != nil && i > 0 {
			done(i)
		}
	}
	for _, c := range []*Cost{&costs.Hook, &costs.Empty} {
		slices.Sort(c.Wall)
		slices.Sort(c.CPU)
	}
	return costs, nil
}

// Percentile returns the smallest of the sorted times that at least percent % of them do not
// exceed.
func Percentile(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max((len(sorted)*percent+99)/100-1, 0)]
}

// Empty returns a command that starts the interpreter of a script's first line and does nothing;
// for any other text, it runs only the agent's shell.
func Empty(script []byte) string {
	first, _, _ := strings.Cut(string(script), "\n")
	line, ok := strings.CutPrefix(first, "#!")
	words := strings.Fields(line)
	if !ok || len(words) == 0 {
		return ":"
	}
	program, name := words[0], path.Base(words[0])
	if name == "env" {
		words = slices.DeleteFunc(words[1:], func(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") })
		if len(words) == 0 {
			return ":"
		}
		program, name = words[0], path.Base(words[0])
	}
	switch {
	case strings.HasPrefix(name, "python"), strings.HasSuffix(name, "sh"):
		return shellword.Join([]string{program, "-c", ""})
	case name == "node", name == "bun", name == "ruby", name == "perl":
		return shellword.Join([]string{program, "-e", ""})
	}
	return ":"
}
