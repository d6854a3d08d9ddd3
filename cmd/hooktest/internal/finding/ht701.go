package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// ht701 finds agents that give the hook different verdicts: some continue and others do not.
func ht701(runs []*run) []Finding {
	var kinds []effect.Kind
	by := map[effect.Kind][]*run{}
	for _, r := range runs {
		if !passes(r.verdict) && !refuses(r.verdict) {
			continue
		}
		kind := effect.Allow
		if refuses(r.verdict) {
			kind = effect.Deny
		}
		if len(by[kind]) == 0 {
			kinds = append(kinds, kind)
		}
		by[kind] = append(by[kind], r)
	}
	if len(kinds) < 2 {
		return nil
	}
	fix := "no one refusal is understood by all of them: write a hook for each"
	refused := by[effect.Deny][0].Result
	switch how := common(runs); {
	case !slices.ContainsFunc(by[effect.Allow], func(r *run) bool { return len(ht603(r)) == 0 }):
		fix = "the hook itself ended, but a process that it left behind held its output open: " + ownStreams
	case !slices.ContainsFunc(by[effect.Allow], func(r *run) bool { return r.Result.Ending != hook.TimedOut }):
		fix = "the hook did not end there before its timeout: make it faster, or give it a longer timeout"
	case !slices.ContainsFunc(by[effect.Allow], func(r *run) bool { return !refuses(r.ending(refused)) }):
		fix = "the hook does something else with " + english.And(named(by[effect.Allow])) + ": look at what it reads there, with --show stdin"
	case how != "":
		fix = "to refuse with all of them, " + how
	}
	return []Finding{{
		Text: fmt.Sprintf("%s %s, %s %s through", english.And(named(by[effect.Deny])), either(by[effect.Deny], "refuses", "refuse"),
			english.And(named(by[effect.Allow])), either(by[effect.Allow], "lets", "let")),
		Fix: fix,
	}}
}

// common returns a refusal that all agents accept, or "".
func common(runs []*run) string {
	for _, r := range runs {
		for _, candidate := range r.refusals {
			if !slices.ContainsFunc(runs, func(other *run) bool { return passes(other.supposing(candidate.carriedOut)) }) {
				return candidate.how
			}
		}
	}
	return ""
}
