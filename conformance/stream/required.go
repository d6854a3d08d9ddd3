package stream

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A Required is a profile or feature that the implementation must not lose, and
// what the run has made of it.
type Required struct {
	Name string `json:"name"`
	// Claimed tells whether the implementation claims it.
	Claimed bool `json:"claimed"`
	// Checks counts the checks of the level requirement in cases that use it, Judged
	// those of them that say something about the implementation.
	Checks int `json:"checks"`
	Judged int `json:"judged"`
}

// Wrong says why the gate is closed; it is empty where it is not.
func (r Required) Wrong() string {
	switch {
	case !r.Claimed:
		return r.Name + " is required, and the implementation does not claim it"
	case r.Judged == 0:
		return fmt.Sprintf("%s is required, and none of its %d checks was judged", r.Name, r.Checks)
	}
	return ""
}

// required counts what the header requires.
func (r Run) required() []Required {
	var all []Required
	for _, name := range r.Header.Required {
		one, counts := Required{Name: name, Claimed: r.Header.Adapter.Hello.Claims(name)}, Counts{}
		for _, c := range r.Cases {
			if c.Start.Level != cases.LevelRequirement || !slices.ContainsFunc(adapter.FeaturesOf(name), func(f adapter.Feature) bool { return slices.Contains(c.Start.Features, f) }) {
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

// Lost are the required profiles and features that close the gate. One shard of
// several does not tell that nothing of one was judged: the others may have.
func (r Run) Lost() []Required {
	return slices.DeleteFunc(slices.Clone(r.Footer.Required), func(one Required) bool {
		return one.Wrong() == "" || one.Claimed && r.Header.Shard.Count > 1
	})
}

// A Farewell is what an adapter did wrong when it was told to end. It is no
// check's, and the adapter's own fault.
type Farewell struct {
	Verdict outcome.Verdict `json:"verdict"`
	Message string          `json:"message"`
}

func (f Farewell) String() string {
	return fmt.Sprintf("the adapter's end: %s: %s", f.Verdict, f.Message)
}
