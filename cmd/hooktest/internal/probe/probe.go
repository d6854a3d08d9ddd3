// Package probe runs a hook under conditions that its author may not have considered, and reports
// what breaks.
//
// First it runs the hook unmodified, to find an event input that the hook refuses and one that it
// allows. Then each probe changes one condition, and a guard that refuses must still refuse. If no
// refused event input is known, a probe that needs one is skipped and says so. Every run has its
// own project folder, home and temporary folder, and limits on time, memory, processes and file
// size.
//
// The package prints nothing, and knows the command line only for the commands that reproduce a
// finding.
package probe

import (
	"context"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/workers"
)

// A Hook is the hook under test.
type Hook struct {
	// Testbed runs it. A Timeout of zero means that of Patience.
	execution.Testbed
	// Name is the hook's name on the command line, quoted for a shell. Args are the arguments after
	// it.
	Name, Args string
	// Text is the script of the command, or the command itself.
	Text []byte
	// Given is set if the user gave the event input: the probe does not search for a refused one.
	Given bool
	// Inert is set if only samples are tried that are harmless when executed.
	Inert bool
}

// A Probe changes one condition.
type Probe struct {
	// Name selects the probe, Does says what it changes, and Rules are the IDs of its findings.
	Name, Does string
	Rules      []string
	// Named is set if the user selected this probe by name. It may then report what no known agent
	// triggers.
	Named bool
	// id is the rule that its function is named after, shell why it requires a POSIX shell; both may
	// be empty.
	id, shell string
	run       func(context.Context, *prober) (result, error)
}

// of returns the probe as that of a rule, in addition to its other rules.
func (p Probe) of(id string) Probe {
	p.id, p.Rules = id, append(p.Rules, id)
	return p
}

// Unharmed is the probe that changes nothing. Its finding is about the verdicts that all others
// start from.
const Unharmed = "unharmed"

// All returns the probes in report order: those of rules, and last the one that reports rules about
// any run.
func All() []Probe { return append(probes(), left()) }

// Names returns the names of all probes.
func Names() []string {
	return lists.Of(All(), func(p Probe) string { return p.Name })
}

// A Found is a finding with the shortest shell command that reproduces it.
type Found struct {
	finding.Finding
	See string
}

// An Outcome is the result of one probe.
type Outcome struct {
	Probe Probe
	Found []Found
	// Silent says why the probe could not decide; empty if it could.
	Silent string
	// Runs counts the runs of the hook.
	Runs int
}

// A Report is the result of all probes.
type Report struct {
	Contract *dialect.Contract
	// Refused and Allowed are verdicts of the unmodified hook; nil if no refused or allowed event
	// input is known.
	Refused, Allowed *Baseline
	// First is the verdict on the first event input, and Unguarded the one of a hook that fails and
	// leaves the user unguarded; nil if there is none.
	First, Unguarded *Baseline
	// RefusedBySandbox is a line by which the unmodified hook reports what the sandbox may have
	// refused; empty if there is none.
	RefusedBySandbox string
	// Runs counts the runs of the unmodified hook.
	Runs     int
	Outcomes []Outcome
}

// A Baseline is a verdict of the unmodified hook.
type Baseline struct {
	EventInput EventInput
	Verdict    effect.Verdict
	// Agent is what the agent does, such as "runs the tool".
	Agent string
}

// Findings returns the findings of all probes.
func (r Report) Findings() []Found {
	var all []Found
	for _, o := range r.Outcomes {
		all = append(all, o.Found...)
	}
	return all
}

type result struct {
	found  []Found
	silent string
}

// Run probes a hook. It starts with the given event inputs that the hook refuses
// and allows, and searches for more if one of the two is missing. done is called after each probe;
// it may be nil.
func Run(ctx context.Context, hook Hook, eventInputs []EventInput, probes []Probe, done func(Outcome)) (Report, error) {
	p := newProber(hook)
	if err := p.begin(ctx, eventInputs); err != nil {
		return Report{}, err
	}
	report := Report{Contract: hook.Contract, Refused: p.refused.baseline(), Allowed: p.allowed.baseline(), First: p.first.baseline(), Unguarded: p.unguarded().baseline(), RefusedBySandbox: p.refusedBySandbox(), Runs: int(p.runs.Load())}
	var err error
	report.Outcomes, err = workers.Map(ctx, atOnce, probes, func(_ int, one Probe) (Outcome, error) {
		own := p.probing(one)
		r, err := result{silent: one.shell}, error(nil)
		if one.shell == "" || posix() {
			r, err = one.run(ctx, own)
		}
		if len(r.found) == 0 && own.blocked != "" {
			r.silent = execution.RefusedNote(own.blocked)
		}
		o := Outcome{Probe: one, Found: r.found, Silent: r.silent, Runs: int(own.runs.Load())}
		if done != nil && err == nil {
			done(o)
		}
		return o, err
	})
	if err != nil {
		return Report{}, err
	}
	return report, nil
}

// atOnce is the number of concurrent probes: a run mostly waits.
const atOnce = 4
