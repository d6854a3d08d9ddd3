package shipped

import (
	"context"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// missing has the methods that can't be asked of a program from outside.
type missing struct{}

func (missing) InitializeSystem(context.Context, adapter.SessionParams) error {
	return adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Plan(context.Context, adapter.EventParams) (r adapter.PlanResult, err error) {
	return r, adapter.Unsupported(adapter.FeaturePlan)
}

func (missing) Fire(context.Context, adapter.EventParams) (r adapter.FireResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureFire)
}

func (missing) Status(context.Context, adapter.SessionParams) (r adapter.StatusResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Access(context.Context, adapter.AccessParams) (r adapter.AccessResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Counters(context.Context, adapter.SessionParams) (r adapter.CountersResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Translate(context.Context, adapter.TranslateParams) (r adapter.TranslateResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureTranslate)
}

func (missing) Output(context.Context, adapter.OutputParams) (r adapter.Final, err error) {
	return r, adapter.Unsupported(adapter.FeatureOutput)
}

func (missing) Aggregate(context.Context, adapter.AggregateParams) (r adapter.AggregateResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureAggregate)
}

func (missing) Chain(context.Context, adapter.ChainParams) (r adapter.ChainResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureChain)
}

func (missing) RequestByBus(context.Context, adapter.BusParams) (r adapter.BusResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureBusRequest)
}

func (missing) Shutdown(context.Context) error { return nil }
