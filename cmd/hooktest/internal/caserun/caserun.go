// Package caserun runs the cases of hooks and compares the results with the expectations. Each case
// runs in its own folders, with the event input of each of its agents. Agents that start a hook
// alike, with the same input, share one run.
//
// The package reads no case file, chooses no cases and prints nothing. A hook that could not be
// started, or did not end, is untested: no case about it passes, unless the case expects that.
package caserun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// A Job is a case with its agents and its hook.
type Job struct {
	Case casefile.Case
	// Agents are the agents to run.
	Agents []*dialect.Contract
	Hook   Hook
}

// A Hook is a hook's shell command.
type Hook struct {
	Command string
	// Entry is a hook from settings, in place of a command. Environ is its environment if the
	// settings change it; nil means the usual one. Written is the command as in the settings.
	Entry   *jsonvalue.Object
	Environ []string
	Written string
	// Uncertain says why it is not known whether the agent starts the hook of the settings.
	Uncertain hook.Off
	// Missing is the reason that there is no such hook, and Hint suggests one; both are empty if
	// the hook exists.
	Missing, Hint string
	// Unfired returns why an agent does not start the hook for an event input although its settings
	// name the hook, or "".
	Unfired func(contract *dialect.Contract, event hook.Event, fields *jsonvalue.Object) (string, error)
	// Start describes why a hook could not be started.
	Start func(hook.ExecutionResult) string
}

// A Status is the status of a case for one agent.
type Status string

const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Skipped means that nothing ran, for a reason that is not a mistake.
	Skipped Status = "skipped"
	// Untested means that the hook could not be started, or did not end.
	Untested Status = "untested"
	// Broken means that the case itself is wrong.
	Broken Status = "broken"
)

// Statuses returns all statuses, Failed first.
func Statuses() []Status { return []Status{Failed, Untested, Broken, Passed, Skipped} }

// A Result is the result of a case for one agent.
type Result struct {
	Case     casefile.Case
	Contract *dialect.Contract
	Status   Status
	// Why is the reason that a case neither passed nor failed; Hint says what to do about it.
	Why, Hint  string
	Mismatches []Mismatch
	// Run is nil if no hook ran.
	Run *Run
}

// A Run is a hook's run as the agent judges it.
type Run struct {
	Event    hook.Event
	Tool     string
	Verdict  effect.Verdict
	Words    effect.Words
	Result   hook.ExecutionResult
	Input    hook.Input
	Findings []finding.Finding
}

// A Mismatch is an expectation that did not hold.
type Mismatch struct {
	// Field is the key of the case file, with its nested field after a dot.
	Field, Want, Got string
	// At is the place of the expectation.
	At document.Position
	// Node is the value that has to be Came for the case to pass; nil if the author has to choose.
	Node *document.Node
	Came any
}

// A Runner runs jobs. Its methods may be called concurrently.
type Runner struct {
	// Environ is the environment that hooks inherit.
	Environ []string
	// Confine returns a sandbox policy with the folders that hooks and set-up commands may change;
	// nil means no sandbox.
	Confine func(writable ...string) *sandbox.Policy
	// Ask configures hooks that ask a model or a server; if nil, only a case provides answers.
	Ask func(*execution.Spec)
}

// Do runs a job and returns a result for each of its agents, in their order. The error is one of
// this machine, or that of the context.
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

// prepare returns the event input for an agent; settled reports whether the result needs no run.
func (r Runner) prepare(job Job, result *Result) (happens eventinput.Input, settled bool) {
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
	happens, err := Happening(contract, c)
	none, mismatch := &eventinput.Absence{}, &eventinput.Mismatch{}
	switch {
	case errors.As(err, &none):
		absent(job, result, none)
		return happens, true
	case errors.As(err, &mismatch):
		result.Status, result.Why, result.Hint = Broken, mismatch.Error(), mismatch.Hint
		return happens, true
	case err != nil:
		result.Status, result.Why = Broken, err.Error()
		return happens, true
	}
	for _, change := range c.Set {
		eventinput.Set(happens.Fields, change.Name, change.Value)
	}
	// Without the hook the agent allows, too.
	if want.Verdict == "" || want.Verdict == effect.Allow || job.Hook.Unfired == nil {
		return happens, false
	}
	why, err := job.Hook.Unfired(contract, happens.Event, happens.Fields)
	switch {
	case err != nil:
		result.Status, result.Why = Broken, err.Error()
	case why != "" && want.Verdict == casefile.Absent:
		result.Status = Passed
	case why != "":
		result.Status = Failed
		c := comparison{want: want}
		c.miss("verdict", string(want.Verdict), "not started: "+why, string(effect.NotStarted))
		result.Mismatches = c.found
	}
	return happens, why != "" || err != nil
}

// absent sets the result for an agent without such a hook for the event input.
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

// Happening returns the event input of a case for an agent. The error is an eventinput.Absence or an
// eventinput.Mismatch if the agent, or the event, has nothing like it.
func Happening(contract *dialect.Contract, c casefile.Case) (eventinput.Input, error) {
	switch {
	case c.Bash != nil:
		return eventinput.Call(contract, c.Event, dialect.RunShell, *c.Bash)
	case c.Write != nil:
		return eventinput.Call(contract, c.Event, dialect.WriteFile, *c.Write)
	case c.Prompt != nil:
		return eventinput.Prompt(contract, c.Event, *c.Prompt)
	case c.Stdin != nil:
		return whole(contract, c)
	case c.Tool != "":
		return eventinput.Use(contract, c.Event, c.Tool, c.Input)
	}
	return eventinput.Of(contract, c.Event, "")
}

// whole returns the event of a case with a whole payload: the one that the case names, else the one
// that the payload names, else the one before a tool.
func whole(contract *dialect.Contract, c casefile.Case) (eventinput.Input, error) {
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
	happens, missing := eventinput.Of(contract, name, "")
	if missing == nil && err == nil {
		happens.Fields = fields
	}
	return happens, missing
}

func untested(result *Result, start func(hook.ExecutionResult) string) {
	result.Status = Untested
	switch run := result.Run; run.Verdict.Kind {
	case effect.NotStarted:
		result.Why, result.Hint = "the hook could not be started", start(run.Result)
	case effect.NotRun:
		result.Why, result.Hint = "the hook was not run", run.Result.Err.Error()
		if errors.Is(run.Result.Err, inquiry.ErrNoModel) {
			result.Hint = "say what the model answers, with model, or what answers in its place, with --prompt-evaluator or --prompt-answers"
		}
	default:
		result.Why = fmt.Sprintf("the hook did not end within its timeout of %v", run.Result.Entry.Timeout.Round(time.Millisecond))
	}
}
