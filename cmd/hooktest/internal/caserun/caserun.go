// Package caserun runs the cases of hooks and holds what came of them against what
// they expect: each case in folders of its own, in the words of every agent that it
// is for. Agents that start a hook alike, and have it read the same, share one run.
//
// It reads no case file, chooses no cases and prints nothing. A hook that could not
// be started, or did not end, was not tested: no case about it passes, unless that is
// what the case expects.
package caserun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// A Job is a case with what its file does not know.
type Job struct {
	Case casefile.Case
	// Agents are those that are asked.
	Agents []*dialect.Contract
	Hook   Hook
}

// A Hook is what the shell gets for a script.
type Hook struct {
	Command string
	// Entry is a hook as settings have it, in the place of a command, Environ what it inherits
	// where they set something; nil for the usual.
	// Written is the command as those settings have it.
	Entry   *jsonvalue.Object
	Environ []string
	Written string
	// Missing says why there is no such hook, Hint what may have been meant; empty where
	// it is there.
	Missing, Hint string
	// Start says why a hook could not be started.
	Start func(hook.ExecutionResult) string
}

// A Status is what became of a case for one agent.
type Status string

const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Skipped: nothing ran, for a reason that is no fault.
	Skipped Status = "skipped"
	// Untested: the hook could not be started, or did not end.
	Untested Status = "untested"
	// Broken: the case itself is at fault.
	Broken Status = "broken"
)

// Statuses are all of them, failed first.
func Statuses() []Status { return []Status{Failed, Untested, Broken, Passed, Skipped} }

// A Result is what became of a case for one agent.
type Result struct {
	Case     casefile.Case
	Contract *dialect.Contract
	Status   Status
	// Why says, of what neither passed nor failed, why; Hint what to do about it.
	Why, Hint  string
	Mismatches []Mismatch
	// Run is nil where no hook ran.
	Run *Run
}

// A Run is how the hook fared, as the agent takes it.
type Run struct {
	Event    hook.Event
	Tool     string
	Verdict  effect.Verdict
	Words    effect.Words
	Result   hook.ExecutionResult
	Input    hook.Input
	Findings []finding.Finding
}

// A Mismatch is one thing that was expected and did not come.
type Mismatch struct {
	// Field is the word of the case file, with what is below it behind a dot.
	Field, Want, Got string
	// At is where it is expected.
	At document.Position
	// Node is the value that would have to be Came for the case to hold; nil where a
	// person has to choose.
	Node *document.Node
	Came any
}

// A Runner runs jobs. Its methods may be called concurrently.
type Runner struct {
	// Environ is the environment that hooks inherit.
	Environ []string
	// Confine confines hooks and set-up commands to the folders that they may change; nil
	// does not.
	Confine func(writable ...string) *sandbox.Policy
	// Ask lets hooks ask that are no commands; nil where a case alone says what is answered.
	Ask func(*trial.Spec)
}

// Do runs a job and gives a result for each of its agents, in their order. The error
// is one of this machine, or that of the context.
func (r Runner) Do(ctx context.Context, job Job) ([]Result, error) {
	results := make([]Result, len(job.Agents))
	var groups []*launch
	keys := map[string]*launch{}
	for i, contract := range job.Agents {
		results[i] = Result{Case: job.Case, Contract: contract}
		happens, settled := r.prepare(job, &results[i])
		if settled {
			continue
		}
		one := r.launchOf(contract, job, happens)
		idle, err := one.Idle()
		if err != nil {
			return nil, err
		}
		if idle != "" {
			absent(job, &results[i], errors.New(idle))
			continue
		}
		key := one.Key()
		same := keys[key]
		if key == "" || same == nil {
			same = &launch{Spec: one}
			keys[key] = same
			groups = append(groups, same)
		}
		same.members = append(same.members, member{i, happens})
	}
	for _, g := range groups {
		if err := r.run(ctx, job, g, results); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// prepare says what an agent would fire; settled tells that nothing has to run for
// its result.
func (r Runner) prepare(job Job, result *Result) (happens occasion.Occasion, settled bool) {
	c, contract := job.Case, result.Contract
	want := c.Of(contract.Name)
	if c.Skip != "" {
		result.Status, result.Why = Skipped, c.Skip
		return happens, true
	}
	if job.Hook.Missing != "" {
		result.Status, result.Why, result.Hint = Untested, job.Hook.Missing, job.Hook.Hint
		return happens, true
	}
	if want.Node == nil {
		result.Status, result.Why = Skipped, "nothing is expected of "+contract.Name
		return happens, true
	}
	happens, err := happening(contract, c)
	none, misfit := &occasion.Absence{}, &occasion.Misfit{}
	switch {
	case errors.As(err, &none):
		absent(job, result, none)
		return happens, true
	case errors.As(err, &misfit):
		result.Status, result.Why, result.Hint = Broken, misfit.Error(), misfit.Hint
		return happens, true
	case err != nil:
		result.Status, result.Why = Broken, err.Error()
		return happens, true
	}
	for _, change := range c.Set {
		occasion.Set(happens.Fields, change.Name, change.Value)
	}
	return happens, false
}

// absent is the result for an agent that runs no such hook for what happens.
func absent(job Job, result *Result, why error) {
	want := job.Case.Of(result.Contract.Name)
	switch {
	case want.Verdict == casefile.Absent:
		result.Status = Passed
	case !slices.Contains(job.Case.Agents, result.Contract.Name):
		result.Status, result.Why = Skipped, why.Error()
	default:
		result.Status = Failed
		c := comparison{want: want}
		c.miss("verdict", string(want.Verdict), "absent: "+why.Error(), string(casefile.Absent))
		result.Mismatches = c.found
	}
}

// happening is what happens in a case, in the words of an agent.
func happening(contract *dialect.Contract, c casefile.Case) (occasion.Occasion, error) {
	switch {
	case c.Bash != nil:
		return occasion.Call(contract, c.Event, dialect.RunShell, *c.Bash)
	case c.Write != nil:
		return occasion.Call(contract, c.Event, dialect.WriteFile, *c.Write)
	case c.Prompt != nil:
		return occasion.Prompt(contract, c.Event, *c.Prompt)
	case c.Stdin != nil:
		return whole(contract, c)
	case c.Tool != "":
		return occasion.Use(contract, c.Event, c.Tool, c.Input)
	}
	return occasion.Of(contract, c.Event, "")
}

// whole is the event of a case whose payload is given whole: the one that the case names,
// else the one that the payload names, else the one before a tool.
func whole(contract *dialect.Contract, c casefile.Case) (occasion.Occasion, error) {
	fields, err := jsonvalue.ParseObject([]byte(*c.Stdin))
	name := c.Event
	if name == "" && err == nil {
		name, _ = fields.GetString("hook_event_name")
	}
	if name == "" {
		if row, ok := contract.At(dialect.ToolBefore); ok {
			name = string(row.Name)
		}
	}
	happens, missing := occasion.Of(contract, name, "")
	if missing == nil && err == nil {
		happens.Fields = fields
	}
	return happens, missing
}

// untested says why a hook came to no verdict that counts.
func untested(result *Result, start func(hook.ExecutionResult) string) {
	result.Status = Untested
	switch run := result.Run; run.Verdict.Kind {
	case effect.NotStarted:
		result.Why, result.Hint = "the hook could not be started", start(run.Result)
	case effect.NotRun:
		result.Why, result.Hint = "the hook was not run", run.Result.Err.Error()
		if errors.Is(run.Result.Err, inquiry.ErrNobody) {
			result.Hint = "say what the model answers, with model, or who stands for it, with --prompt-evaluator or --prompt-answers"
		}
	default:
		result.Why = fmt.Sprintf("the hook did not end within its timeout of %v", run.Result.Entry.Timeout.Round(time.Millisecond))
	}
}
