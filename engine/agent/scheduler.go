// Package agent holds the callers of the hook system: a tool scheduler and a
// model pipeline, each of which waits for its hooks and applies every effect
// that the decision matrix gives them (HOOK-134, HOOK-177 … 181). Together with
// Loop they make the smallest agent on which hooks can be judged.
//
// The package knows no tool, no model and no terminal: the agent around it
// brings them.
package agent

import (
	"context"
	"sync"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// A ToolCall is one call that the model asked for.
type ToolCall struct {
	// ID distinguishes the calls of one batch; it may be empty for a single call.
	ID    string
	Name  string
	Input *jsonvalue.Object
	// Execute runs the tool.
	Execute trigger.ExecuteFunc
}

// A Status is what a tool call is doing.
type Status string

const (
	// Idle: not started, or done. A refused call ends here too (HOOK-204).
	Idle Status = "idle"
	// Executing: its hooks or its tool are running.
	Executing Status = "executing"
)

// A Transition is a change of one call's status.
type Transition struct {
	Call     ToolCall
	From, To Status
}

// A ToolOutcome is the result of one call.
type ToolOutcome struct {
	Call ToolCall
	trigger.ToolExecution
	// Attempts is how often the call was run: always 1, for any result (HOOK-130).
	Attempts int
	// Transitions are the call's changes of status in order.
	Transitions []Transition
}

// A Scheduler carries out the tool calls of a model's turn. A Scheduler is for
// one batch at a time; calls of one batch run side by side.
type Scheduler struct {
	config  *engine.Config
	publish func(ToolOutcome)
}

// NewScheduler makes a scheduler. publish gets each outcome in the order of the
// calls, as soon as all earlier ones are published; it is never called
// concurrently and may be nil.
func NewScheduler(config *engine.Config, publish func(ToolOutcome)) *Scheduler {
	if publish == nil {
		publish = func(ToolOutcome) {}
	}
	return &Scheduler{config: config, publish: publish}
}

// Run runs a batch and returns the outcomes in the order of the calls. No call is ever
// retried: after a refusal the model decides how to continue (HOOK-130).
//
//hooktest:impl HOOK-130 HOOK-204 HOOK-133.2
func (s *Scheduler) Run(ctx context.Context, calls []ToolCall) []ToolOutcome {
	b := buffer{outcomes: make([]*ToolOutcome, len(calls)), publish: s.publish}
	var wg sync.WaitGroup
	for i, call := range calls {
		wg.Go(func() { b.store(i, s.carryOut(ctx, call)) })
	}
	wg.Wait()
	all := make([]ToolOutcome, len(calls))
	for i, outcome := range b.outcomes {
		all[i] = *outcome
	}
	return all
}

// carryOut takes one call from idle through executing back to idle. A refused
// call takes the same way as one that ran: the refusal is its result.
//
//hooktest:impl HOOK-129 HOOK-204 HOOK-156
func (s *Scheduler) carryOut(ctx context.Context, call ToolCall) ToolOutcome {
	outcome := ToolOutcome{Call: call, Attempts: 1}
	status := Idle
	change := func(to Status) {
		outcome.Transitions = append(outcome.Transitions, Transition{Call: call, From: status, To: to})
		status = to
	}
	change(Executing)
	outcome.ToolExecution = trigger.ExecuteToolWithHooks(ctx, s.config, call.Name, call.Input, call.Execute)
	change(Idle)
	return outcome
}

// buffer holds finished outcomes back until their turn comes, so that the
// model sees results in the order in which it asked.
type buffer struct {
	mu        sync.Mutex
	outcomes  []*ToolOutcome
	published int
	publish   func(ToolOutcome)
}

//hooktest:impl HOOK-129 HOOK-204 HOOK-017.3
func (b *buffer) store(i int, outcome ToolOutcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.outcomes[i] = &outcome
	for b.published < len(b.outcomes) && b.outcomes[b.published] != nil {
		b.publish(*b.outcomes[b.published])
		b.published++
	}
}
