// Package probe puts a hook into surroundings that its author did not think of, and says
// which of its promises does not hold there.
//
// First the hook runs unharmed: what it refuses, and what it lets through. Then each
// probe changes one thing, and a guard that refuses has to refuse still. Where nothing
// is known that the hook refuses, a probe that would need it is silent and says so.
// Every run has a project folder, a home and a folder for temporary files of its own,
// and limits on time, memory, processes and the size of files.
//
// The package prints nothing, and does not know the command line but for the commands
// that show a finding to whoever repeats it.
package probe

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/workers"
)

// A Hook is what is probed.
type Hook struct {
	// Name is what the command line calls it, quoted for a shell, and Args what stands
	// behind it there.
	Name, Args string
	// Command is what the agent's shell gets, Text the script behind it, or the command
	// itself.
	Command string
	Text    []byte
	// Project is a folder of which each run gets a copy; empty for an empty one.
	Project string
	// Environ is what the hook inherits, but for its home and the folder for temporary
	// files.
	Environ []string
	// Timeout is how long a run may take; zero for ten seconds.
	Timeout time.Duration
	// Given tells that the user said what happens: nothing is looked for that the hook refuses.
	Given bool
	// Sandbox tells that the hook can change nothing outside the folders of a run, Inert
	// that only samples are tried that are harmless when they are executed.
	Sandbox, Inert bool
	// Covered are folders of which the hook changes a view of its own in a sandbox.
	Covered []string
}

// A Probe changes one thing.
type Probe struct {
	// Name is what people choose it by, Does says what it changes, Rules are the
	// findings that it makes.
	Name, Does string
	Rules      []string
	// Named tells that somebody asks for this one by its name: it may then say what no
	// agent that is known gives cause to.
	Named bool
	run   func(context.Context, *prober) (result, error)
}

// All gives the probes, in the order in which they are reported.
func All() []Probe {
	return []Probe{
		{Name: "tools", Does: "takes away each program that the hook calls, one by one", Rules: []string{"HT606"}, run: withoutTools},
		{Name: "folder", Does: "runs the hook in a folder inside the project", Rules: []string{"HT607"}, run: elsewhere},
		{Name: "path", Does: "gives the project a path with blanks and quotes", Rules: []string{"HT608"}, run: oddPath},
		{Name: "large", Does: "makes the payload 1 MiB larger", Rules: []string{"HT609"}, run: largeInput},
		{Name: "malformed", Does: "cuts the payload off in the middle, or leaves it out", Rules: []string{"HT610"}, run: malformed},
		{Name: "text", Does: "adds quotes, line breaks and Unicode to what the hook judges", Rules: []string{"HT611"}, run: oddText},
		{Name: "repeat", Does: "runs the hook again, and several times at once", Rules: []string{"HT612"}, run: repeated},
		{Name: "stderr", Does: "closes stderr", Rules: []string{"HT613"}, run: closedStderr},
		{Name: "stop", Does: "says that a stop hook has kept the agent at work already", Rules: []string{"HT614"}, run: stopAgain},
		{Name: "profile", Does: "has the shell's start-up file print a line", Rules: []string{"HT615"}, run: noisyProfile},
		{Name: "spelling", Does: "writes a command that is refused in other ways", Rules: []string{"HT616"}, run: otherSpellings},
		{Name: "same", Does: "compares the answers to what has nothing in common", Rules: []string{"HT617"}, run: sameAnswer},
		{Name: "open", Does: "keeps stdin open, and asks a hook that waits for its end to end by itself; that it waits is told with --only open alone", Rules: []string{"HT605", "HT618"}, run: openStdin},
		{Name: "execute", Does: "puts text into the payload that makes a file if it is executed", Rules: []string{Executes}, run: executesInput},
		{Name: "left", Does: "looks for what the hook leaves behind: processes, temporary files, more text than anybody reads", Rules: []string{"HT603", "HT619", "HT620"}, run: leftBehind},
	}
}

// Names are those of all probes.
func Names() []string {
	var names []string
	for _, p := range All() {
		names = append(names, p.Name)
	}
	return names
}

// A Found is a finding with the shortest way to see it: a line for a shell.
type Found struct {
	finding.Finding
	See string
}

// An Outcome is what came of one probe.
type Outcome struct {
	Probe Probe
	Found []Found
	// Silent says why the probe could tell nothing; empty where it could.
	Silent string
	// Runs counts the starts of the hook.
	Runs int
}

// A Report is what came of all of them.
type Report struct {
	Contract *dialect.Contract
	// Refused and Allowed are what the hook did unharmed; nil where nothing is known
	// that it refuses, or lets through.
	Refused, Allowed *Baseline
	// First is what came of what the hook was asked first.
	First *Baseline
	// RefusedBySandbox is what the sandbox may have refused the hook unharmed; empty where nothing
	// tells of that.
	RefusedBySandbox string
	// Runs counts the starts of the hook unharmed.
	Runs     int
	Outcomes []Outcome
}

// A Baseline is what the hook does unharmed.
type Baseline struct {
	Occasion Occasion
	Verdict  effect.Verdict
}

// Findings are those of all probes.
func (r Report) Findings() []Found {
	var all []Found
	for _, o := range r.Outcomes {
		all = append(all, o.Found...)
	}
	return all
}

// An Unfit hook can't be probed: unharmed, it does not come to a verdict.
type Unfit struct {
	Verdict     effect.Verdict
	Observation trial.Observation
}

func (u *Unfit) Error() string {
	return fmt.Sprintf("the hook comes to no verdict when nothing is changed: %s", u.Verdict.Why)
}

// result is what a probe has to say.
type result struct {
	found  []Found
	silent string
}

// Run probes a hook under a contract. Of the occasions, those that the hook refuses and
// lets through begin; more are tried where they do not have both. done is told of each
// probe that is over; it may be nil.
func Run(ctx context.Context, contract *dialect.Contract, hook Hook, occasions []Occasion, probes []Probe, done func(Outcome)) (Report, error) {
	p := newProber(contract, hook)
	if err := p.begin(ctx, occasions); err != nil {
		return Report{}, err
	}
	report := Report{Contract: contract, Refused: p.refused.baseline(), Allowed: p.allowed.baseline(), First: p.first.baseline(), RefusedBySandbox: p.refusedBySandbox(), Runs: int(p.runs.Load()), Outcomes: make([]Outcome, len(probes))}
	errs := make([]error, len(probes))
	indices := make([]int, len(probes))
	for i := range indices {
		indices[i] = i
	}
	workers.Each(ctx, atOnce, indices, func(i int) {
		own := p.counted()
		own.named = probes[i].Named
		r, err := probes[i].run(ctx, own)
		if len(r.found) == 0 && own.blocked != "" {
			r.silent = trial.RefusedNote(own.blocked)
		}
		report.Outcomes[i] = Outcome{Probe: probes[i], Found: r.found, Silent: r.silent, Runs: int(own.runs.Load())}
		errs[i] = err
		if done != nil && err == nil {
			done(report.Outcomes[i])
		}
	})
	if ctx.Err() != nil {
		return Report{}, ctx.Err()
	}
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return Report{}, errs[i]
	}
	return report, nil
}

// atOnce is how many probes run at once: most of a run is waiting.
const atOnce = 4
