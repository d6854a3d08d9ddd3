package selftest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/portion"
	"github.com/hooktest/hooktest/internal/workers"
)

// A claim is a feature or an observation.
type claim string

// partialClient is the engine with a few claims removed. Its results omit what it does
// not claim to observe.
type partialClient struct {
	suite.Client
	without []claim
}

func (p partialClient) Hello() adapter.InitializeResult {
	hello := p.Client.Hello()
	hello.Profiles, hello.Features, hello.Observes = nil, map[adapter.Feature]bool{}, nil
	for _, f := range adapter.Features() {
		hello.Features[f.Feature] = !slices.Contains(p.without, claim(f.Feature))
	}
	for _, o := range adapter.Observations() {
		if !slices.Contains(p.without, claim(o)) {
			hello.Observes = append(hello.Observes, o)
		}
	}
	return hello
}

func (p partialClient) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	text, err := p.Client.Call(ctx, method, params, limit)
	var result object
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber()
	if err != nil || numbers.Decode(&result) != nil {
		return text, err
	}
	for _, c := range p.without {
		delete(result, string(c))
		switch adapter.Observation(c) {
		case adapter.ObserveDurations:
			if aggregated, ok := result["aggregated"].(object); ok {
				delete(aggregated, "totalDuration")
			}
		case adapter.ObserveTimeouts:
			plan, _ := result["plan"].(object)
			hooks, _ := plan["hooks"].([]any)
			for _, hook := range hooks {
				delete(hook.(object), "timeout")
			}
		}
	}
	return json.Marshal(result)
}

// neededByAll reports whether every request of a case needs the feature.
func neededByAll(c cases.Case, f adapter.Feature) bool {
	if slices.Contains(c.Features, f) {
		return true
	}
	inSession := true
	for _, s := range c.Script {
		if s.Command == "files" || slices.Contains([]string{"translate", "output", "aggregate", "chain"}, s.Command) {
			inSession = false
		}
	}
	// All sessions of such a case have merged settings.
	return f == adapter.FeatureSettings && inSession
}

// An implementation that claims less fails nothing. Every pair of claims is covered,
// although each case runs only without those that it looks at itself:
//   - Without any other claim a case runs as before: the suite asks a hello for nothing
//     else. No check of another case can turn one that passes into a failure.
//   - A check that is unsupported or not observable without one claim is so without a
//     second one: the request is not made, the member is absent. So a pair proves nothing
//     if one of its claims alone leaves nothing to be judged.
//   - Without a feature that each of a case's requests needs, none is made, and there is
//     no answer that a check could fail by.
//   - An observation decides which assertions are made, and never which requests: in a
//     pair with another claim it takes away the same assertions as by itself, and all
//     observations left out at once take away what each of them does. All means those of
//     the protocol: a wanted object may have members that the case's paths do not name.
//
// A commit takes a part of the cases and of the pairs; every night takes all of them, and
// what these reasons leave out.
func TestPartialClaimsFailNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("most cases are run several times")
	}
	d, err := process.Builtin(t.Context(), "test", process.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	folder := t.TempDir()
	var mu sync.Mutex
	var wrong []string
	// judges runs a case and reports whether anything is left to be judged.
	judges := func(c cases.Case, without ...claim) bool {
		r := suite.Runner{Client: partialClient{d, without}, Folder: folder}
		result, err := r.Run(t.Context(), c)
		mu.Lock()
		defer mu.Unlock()
		assert.NoError(t, err)
		passed := false
		for _, check := range result.Checks {
			switch check.Verdict {
			case outcome.Pass:
				passed = true
			case outcome.Unsupported, outcome.NotObservable:
			default:
				wrong = append(wrong, fmt.Sprintf("%s: %s without %v: %s: %v", check.Case, check.Check, without, check.Verdict, check.Mismatches))
			}
		}
		return passed
	}
	var observations []claim
	for _, o := range adapter.Observations() {
		observations = append(observations, claim(o))
	}
	every := portion.Nightly()
	workers.Each(t.Context(), 4, portion.Of(allCases(t), 12, 3), func(c cases.Case) {
		var left []claim
		for _, f := range suite.FeaturesOf(c) {
			if (every || !neededByAll(c, f)) && judges(c, claim(f)) {
				left = append(left, claim(f))
			}
		}
		for _, o := range suite.ObservationsOf(c) {
			if every && judges(c, claim(o)) {
				left = append(left, claim(o))
			}
		}
		judges(c, observations...)
		var pairs [][]claim
		for i, one := range left {
			for _, other := range left[i+1:] {
				pairs = append(pairs, []claim{one, other})
			}
		}
		for _, pair := range portion.Of(pairs, 6, len(c.Name)) {
			judges(c, pair...)
		}
	})
	slices.Sort(wrong)
	assert.Empty(t, wrong)
}
