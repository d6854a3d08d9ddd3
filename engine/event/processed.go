package event

import "github.com/hooktest/hooktest/engine/hook"

// A ProcessedResult is an aggregated result with the meaning of its common
// fields worked out, from the final output alone (INT-45).
type ProcessedResult struct {
	Aggregated hook.AggregatedResult
	ShouldStop bool
	// StopReason is the effective reason of a stop, else empty.
	StopReason string
	// SystemMessage is text for the model, empty where there is none.
	SystemMessage  string
	SuppressOutput bool
}

// Process works out the common fields (HOOK-159, INT-45).
//
//hooktest:impl HOOK-213 HOOK-217
func Process(aggregated hook.AggregatedResult) ProcessedResult {
	p := ProcessedResult{Aggregated: aggregated}
	final := aggregated.FinalOutput
	if final == nil {
		return p
	}
	out := final.Output()
	if final.ShouldStopExecution() {
		p.ShouldStop = true
		p.StopReason = hook.StopReason(out)
	}
	if out.SystemMessage != nil {
		p.SystemMessage = *out.SystemMessage
	}
	p.SuppressOutput = out.SuppressOutput != nil && *out.SuppressOutput
	return p
}
