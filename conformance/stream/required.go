package stream

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/internal/english"
)

// A Required is a profile, feature or observation that the implementation must not
// lose, with the run's result.
type Required struct {
	Name string `json:"name"`
	// Claimed reports whether the implementation claims it: all features of a
	// profile, or what is named.
	Claimed bool `json:"claimed"`
	// Checks counts the checks of the level requirement in cases that use it, and
	// Judged those of them with a verdict about the implementation.
	Checks int `json:"checks"`
	Judged int `json:"judged"`
	// LeftOut counts the cases of it that the selection leaves out.
	LeftOut int `json:"leftOut,omitempty"`
	// Unobserved are the observations of a claimed profile that the
	// implementation does not claim.
	Unobserved []string `json:"unobserved,omitempty"`
}

// Wrong says why the gate fails; it is empty if the gate passes.
func (r Required) Wrong() string {
	switch {
	case !r.Claimed:
		return r.Name + " is required, and the implementation does not claim it"
	case r.LeftOut > 0:
		return fmt.Sprintf("%s is required, and the selection leaves out %d of its cases", r.Name, r.LeftOut)
	case len(r.Unobserved) > 0:
		return fmt.Sprintf("%s is required, and the implementation does not observe %s", r.Name, english.And(r.Unobserved))
	case r.Judged == 0:
		return fmt.Sprintf("%s is required, and none of its %d checks was judged", r.Name, r.Checks)
	}
	return ""
}

// Partly reports whether the implementation claims it but the run covers only a
// part, because cases were not selected or observations are not claimed. Such a
// run proves neither success nor loss.
func (r Required) Partly() bool { return r.Claimed && (r.LeftOut > 0 || len(r.Unobserved) > 0) }

// required counts what the header requires.
func (r Run) required() []Required {
	var all []Required
	for _, name := range r.Header.Required {
		claim, _ := adapter.ClaimOf(name)
		features, unobserved := r.Header.Adapter.Hello.Missing(claim)
		one, counts := Required{Name: name, Claimed: len(features) == 0, LeftOut: r.Header.LeftOut[name]}, Counts{}
		if len(claim.Features) == 0 {
			one.Claimed = len(unobserved) == 0
		} else if one.Claimed {
			one.Unobserved = unobserved
		}
		for _, c := range r.Cases {
			if c.Start.Level != cases.LevelRequirement || !claim.UsedBy(c.Start.Features, c.Start.Observations) {
				continue
			}
			for _, check := range c.Checks {
				counts[check.Verdict]++
			}
		}
		one.Checks, one.Judged = counts.Sum(), counts.Judged()
		all = append(all, one)
	}
	return all
}

// Lost returns the required names that fail the gate. In one shard of several, a
// name with nothing judged does not fail: the other shards may have judged it.
func (r Run) Lost() []Required {
	return slices.DeleteFunc(slices.Clone(r.Footer.Required), func(one Required) bool {
		return one.Wrong() == "" || one.Claimed && !one.Partly() && r.Header.Shard.Count > 1
	})
}

// A ShutdownFault is an adapter's fault during its shutdown. It belongs to no check.
type ShutdownFault struct {
	Verdict outcome.Verdict `json:"verdict"`
	Message string          `json:"message"`
}

func (f ShutdownFault) String() string {
	return fmt.Sprintf("the adapter's end: %s: %s", f.Verdict, f.Message)
}
