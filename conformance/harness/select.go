package harness

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
)

// Select returns the cases that a selection chooses. A pattern is a regular expression
// that is searched in the case's name and in the ids of its checks. A profile selects
// the cases that need no feature of another profile.
func Select(all []cases.Case, s stream.Selection) ([]cases.Case, error) {
	run, err := compile(s.Run)
	if err != nil {
		return nil, err
	}
	skip, err := compile(s.Skip)
	if err != nil {
		return nil, err
	}
	var chosen []cases.Case
	for _, c := range all {
		if (len(run) == 0 || names(c, run)) && !names(c, skip) && inProfiles(c, s.Profiles) {
			chosen = append(chosen, c)
		}
	}
	return chosen, nil
}

// leftOut returns, for each required name, the number of cases of its profile that use
// it and are not selected; nil if there are none.
func (r Run) leftOut() (map[string]int, error) {
	chosen, err := Select(r.Suite.Cases, r.Selection)
	selected := map[string]bool{}
	for _, c := range chosen {
		selected[c.Name] = true
	}
	var all map[string]int
	for _, name := range r.Required {
		claim, _ := adapter.ClaimOf(name)
		for _, c := range r.Suite.Cases {
			if c.Level != cases.LevelRequirement || selected[c.Name] || !inProfiles(c, []adapter.Profile{claim.Profile}) || !claim.UsedBy(suite.FeaturesOf(c), suite.ObservationsOf(c)) {
				continue
			}
			if all == nil {
				all = map[string]int{}
			}
			all[name]++
		}
	}
	return all, err
}

func compile(patterns []string) ([]*regexp.Regexp, error) {
	var all []*regexp.Regexp
	for _, p := range patterns {
		re, err := regexp.Compile(p)
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", p, err)
		}
		all = append(all, re)
	}
	return all, nil
}

func names(c cases.Case, patterns []*regexp.Regexp) bool {
	return slices.ContainsFunc(patterns, func(re *regexp.Regexp) bool {
		return re.MatchString(c.Name) || slices.ContainsFunc(c.Scopes, func(s cases.Scope) bool { return re.MatchString(s.Check) })
	})
}

func inProfiles(c cases.Case, profiles []adapter.Profile) bool {
	if slices.Contains(profiles, stream.Smoke) {
		if c.Smoke == 0 {
			return false
		}
		profiles = slices.DeleteFunc(slices.Clone(profiles), func(p adapter.Profile) bool { return p == stream.Smoke })
	}
	if len(profiles) == 0 {
		return true
	}
	for _, f := range c.Features {
		i := slices.IndexFunc(adapter.Features(), func(info adapter.FeatureInfo) bool { return info.Feature == f })
		if i >= 0 && !slices.Contains(profiles, adapter.Features()[i].Profile) {
			return false
		}
	}
	return true
}

// ShardOf returns the cases of one shard. It depends only on a case's name, so that a
// new case moves no other.
func ShardOf(all []cases.Case, shard stream.Shard) []cases.Case {
	var own []cases.Case
	for _, c := range all {
		h := fnv.New32a()
		_, _ = h.Write([]byte(c.Name))
		if int(h.Sum32()%uint32(max(shard.Count, 1)))+1 == max(shard.Index, 1) {
			own = append(own, c)
		}
	}
	return own
}

// order returns the cases in the order in which they run. The cases of the smoke test run
// first, in its order, so that a broken implementation fails soon. The seed shuffles the
// others, so that no case can depend on another. Cases with a budget of their own wait, most of the time, and
// others can run meanwhile: they are spread over the whole run, the longest budget first.
// Together at the beginning they would take all places and leave the processors idle; the
// last of them are so short that the run hardly waits for them.
func order(all []cases.Case, seed int64) []cases.Case {
	shuffled := slices.Clone(all)
	slices.SortFunc(shuffled, func(a, b cases.Case) int { return cmp.Compare(a.Name, b.Name) })
	rand.New(rand.NewPCG(uint64(seed), 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	place := func(c cases.Case) int {
		if c.Smoke == 0 {
			return math.MaxInt
		}
		return c.Smoke
	}
	slices.SortStableFunc(shuffled, func(a, b cases.Case) int {
		return cmp.Or(cmp.Compare(b.Budget, a.Budget), place(a)-place(b))
	})
	waits := slices.IndexFunc(shuffled, func(c cases.Case) bool { return c.Budget == 0 })
	if waits < 1 {
		return shuffled
	}
	between := (len(shuffled) - waits) / waits
	ordered := make([]cases.Case, 0, len(shuffled))
	for i := range waits {
		ordered = append(append(ordered, shuffled[i]), shuffled[waits+i*between:waits+(i+1)*between]...)
	}
	return append(ordered, shuffled[waits+waits*between:]...)
}
