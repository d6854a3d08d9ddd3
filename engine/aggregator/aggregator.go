// Package aggregator turns the execution results of one event into one
// aggregated result. Three strategies serve all events, and the event's row of
// the contract says which (HOOK-190):
//
//   - any block wins and texts are joined;
//   - later fields replace earlier ones (INT-31);
//   - tool lists are united and the strictest mode wins.
//
// A failed hook contributes nothing to the final output; its warning and its error stay
// visible next to it (INT-26). The package runs nothing and applies nothing.
package aggregator

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// An Aggregator merges results by a contract. It keeps nothing between events;
// one serves a whole hook system (HOOK-006).
type Aggregator struct{ contract *dialect.Contract }

// New makes an aggregator.
func New(contract *dialect.Contract) *Aggregator { return &Aggregator{contract} }

// AggregateResults merges results, which are in plan order. chained means that the
// hooks ran one after another, each with the input as changed by those before it; the
// changes of such a chain accumulate (INT-25). The results are not changed. Warnings
// has the warnings of the merge itself.
//
//hooktest:impl HOOK-214 HOOK-209.4 HOOK-195.5
func (a *Aggregator) AggregateResults(results []hook.ExecutionResult, event hook.Event, chained bool) hook.AggregatedResult {
	agg, contributions := collect(results)
	if len(contributions) == 0 {
		return agg
	}
	row, _ := a.contract.Event(event)
	merged, warnings := merge(contributions, row, chained)
	agg.Warnings = warnings
	agg.FinalOutput = row.CreateSpecificHookOutput(merged)
	return agg
}

// collect adds up how the hooks fared and returns the outputs that contribute. A failed
// hook's output stays visible but does not contribute (INT-26). The duration is a sum
// (INT-10).
//
//hooktest:impl HOOK-112 HOOK-195 HOOK-031
func collect(results []hook.ExecutionResult) (agg hook.AggregatedResult, contributions []*hook.Output) {
	agg = hook.AggregatedResult{Success: true, Results: results}
	for _, r := range results {
		agg.TotalDuration += r.Duration
		agg.Success = agg.Success && r.Success
		if r.Err != nil {
			agg.Errors = append(agg.Errors, r.Err)
		}
		if r.Output == nil {
			continue
		}
		agg.AllOutputs = append(agg.AllOutputs, r.Output)
		if r.Output.Origin != hook.FromFailure {
			contributions = append(contributions, r.Output)
		}
	}
	return agg, contributions
}

// merge chooses the strategy. The changes of a chain accumulate if the event's row says
// so (INT-25, INT-31).
//
//hooktest:impl HOOK-190 HOOK-098 HOOK-092
func merge(outputs []*hook.Output, event *dialect.Event, chained bool) (*hook.Output, []hook.Warning) {
	switch event.Merge.How {
	case dialect.AnyBlockWins:
		return anyBlockWins(outputs), nil
	case dialect.UnitesTools:
		return unite(outputs)
	}
	return laterReplaces(outputs, event.Chain, chained), nil
}
