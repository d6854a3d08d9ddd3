// Package fuzz generates payloads for a hook from a seed, and finds those on which it crashes or
// hangs, or on which its verdict is unstable: different in the next run, or for the same payload in
// another notation. It minimizes the payloads that it finds.
//
// Payloads are generated from the published schema of the event's hook input: its fields and types
// at every depth, optional fields present or absent, known words, fields that a later version may
// add where the schema is open, and values that a user or a model may have written. The package
// writes no file.
package fuzz

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/workers"
)

// A Kind is the kind of a failure.
type Kind string

const (
	// Crash means that the hook, or a program in it, fails.
	Crash Kind = "crash"
	// Hang means that the hook does not end in time.
	Hang Kind = "hang"
	// Unsteady means that the verdict differs between runs.
	Unsteady Kind = "unsteady"
	// Executes means that the hook executes its payload as code.
	Executes Kind = "executes"
	// Flip means that the verdict differs for the same payload in another notation.
	Flip Kind = "flip"
)

// A Campaign is a hook and the settings of its fuzzing.
type Campaign struct {
	Testbed execution.Testbed
	Event   hook.Event
	// Sample has the event's fields from which draws differ.
	Sample *jsonvalue.Object
	// Words are texts that the hook may look for; Text is its own text.
	Words []string
	Text  []byte
	// Seed determines the draws. Runs limits their number, and For the time in which new ones
	// begin; zero means no limit.
	Seed uint64
	Runs int
	For  time.Duration
	// Minimizing limits the time to minimize one failure; zero means 15 s, or five timeouts if that
	// is less.
	Minimizing time.Duration
}

// A Failure is a payload on which the hook fails.
type Failure struct {
	Kind Kind
	// Draw is the number of the draw, from 1.
	Draw int
	// Fields are the event's fields, minimized.
	Fields *jsonvalue.Object
	// Way is the other notation of the payload; nil except for a flip.
	Way *Way
	// Verdict is the first verdict, Other the differing one.
	Verdict, Other effect.Kind
	// Finding describes a crash.
	Finding finding.Finding
}

// Title describes the failure in one line.
func (f Failure) Title() string {
	switch f.Kind {
	case Crash, Executes:
		return fmt.Sprintf("%s: %s", f.Finding.Rule.ID, f.Finding.Text)
	case Hang:
		return "the hook does not end in time"
	case Unsteady:
		return fmt.Sprintf("the verdict is %s once, and %s with the same payload", f.Verdict, f.Other)
	}
	return fmt.Sprintf("the verdict is %s, and %s %s", f.Verdict, f.Other, f.Way.Does)
}

// sort is a key: one failure for each key is enough.
func (f Failure) sort() string {
	way := ""
	if f.Way != nil {
		way = f.Way.Name
	}
	return string(f.Kind) + f.Finding.Rule.ID + way
}

// atOnce is the number of concurrent draws. It does not affect what is drawn.
const atOnce = 4

// Run tries draws until a limit is reached or the context ends. It returns one failure of each
// sort, ordered by draw, and the number of draws. told is called after each draw; it may be nil.
func (c Campaign) Run(ctx context.Context, told func(draws, failures int)) ([]Failure, int, error) {
	plain, err := c.once(ctx, c.Sample, nil)
	if err != nil {
		return nil, 0, err
	}
	if v := plain.Firing.Verdict; finding.Unstarted(v, plain.Result) || v.Kind == effect.Timeout {
		return nil, 0, &execution.Unfit{Verdict: v, Observation: plain}
	}
	// A failure on the plain sample is reported once, not for a draw.
	usual := crashes(plain, nil)
	if len(usual) > 0 && plain.Refused != "" {
		return nil, 0, &execution.Unfit{Verdict: plain.Firing.Verdict, Observation: plain}
	}
	found, err := c.executed(ctx)
	if err != nil {
		return nil, 0, err
	}
	plainly := crashed(plain)
	if len(plainly) == 0 && unguarded(plain) {
		plainly = []finding.Finding{probe.Failing(plain.Firing)}
		usual = append(usual, plainly[0].Rule.ID)
	}
	for _, each := range plainly {
		found = append(found, Failure{Kind: Crash, Fields: c.Sample, Verdict: plain.Firing.Verdict.Kind, Finding: each})
	}
	began := time.Now()
	var mu sync.Mutex
	draws := 0
	var fault error
	over := func(i int) bool {
		return c.Runs > 0 && i > c.Runs || c.For > 0 && time.Since(began) >= c.For || ctx.Err() != nil || fault != nil
	}
	for next := 1; !over(next); next += atOnce {
		var batch []int
		for i := next; i < next+atOnce && (c.Runs == 0 || i <= c.Runs); i++ {
			batch = append(batch, i)
		}
		workers.Each(ctx, atOnce, batch, func(i int) {
			f, err := c.try(ctx, c.draw(i), i, usual)
			mu.Lock()
			defer mu.Unlock()
			draws++
			if err != nil && ctx.Err() == nil {
				fault = err
			}
			if f != nil {
				found = append(found, *f)
			}
			if told != nil {
				told(draws, len(found))
			}
		})
	}
	if fault != nil {
		return nil, draws, fault
	}
	slices.SortFunc(found, func(a, b Failure) int { return a.Draw - b.Draw })
	var kept []Failure
	for _, f := range found {
		if !slices.ContainsFunc(kept, func(other Failure) bool { return other.sort() == f.sort() }) {
			if f.Draw > 0 {
				f = c.shrunk(ctx, f, usual)
			}
			kept = append(kept, f)
		}
	}
	return kept, draws, nil
}

// executed tries each canary before the first draw, until one is executed.
func (c Campaign) executed(ctx context.Context) ([]Failure, error) {
	all := probe.Canaries(c.Testbed.Contract, probe.EventInput{Event: c.Event, Fields: c.Sample}, c.Text, true)
	found, observed, _, err := probe.Execution(ctx, c.Testbed, all)
	if err != nil || found == nil {
		return nil, err
	}
	return []Failure{{Kind: Executes, Fields: found.Fields, Verdict: observed.Firing.Verdict.Kind, Finding: probe.Executed(found.Text, c.Text)}}, nil
}

// once runs the hook; way, if not nil, changes the notation of the payload.
func (c Campaign) once(ctx context.Context, fields *jsonvalue.Object, way *Way) (execution.Observation, error) {
	variation := execution.Variation{Event: c.Event, Fields: fields}
	if way != nil {
		variation.Payload = way.Write
	}
	return c.Testbed.Try(ctx, variation)
}

// draw returns the fields of a draw. Equal seeds and numbers give equal fields.
func (c Campaign) draw(i int) *jsonvalue.Object {
	d := drawing{random: rand.New(rand.NewPCG(c.Seed, uint64(i))), words: c.Words, campaign: c}
	return d.fields()
}

// crashes returns the IDs of the failures in a run without the usual ones.
func crashes(p execution.Observation, usual []string) []string {
	var ids []string
	for _, f := range crashed(p) {
		if !slices.Contains(usual, f.Rule.ID) {
			ids = append(ids, f.Rule.ID)
		}
	}
	return ids
}

// unguarded reports whether the hook failed and the agent continues. A timeout is a hang, and what the
// sandbox refused is not the hook's fault.
func unguarded(p execution.Observation) bool {
	kind := p.Firing.Verdict.Kind
	return kind.Unguarded() && kind != effect.Timeout && p.Refused == ""
}

// bySignal reports whether a signal ended the hook, or a program whose exit code the hook passed on.
func bySignal(r hook.ExecutionResult) bool {
	const first, last = 128 + 1, 128 + 31
	return r.Ending == hook.Killed || r.Ending == hook.Exited && r.Code >= first && r.Code <= last
}

// crashed returns the findings about failures. It excludes findings about output that the agent
// reads differently than the author intended.
func crashed(p execution.Observation) []finding.Finding {
	found := slices.DeleteFunc(finding.Of(p.Run()), func(f finding.Finding) bool {
		return !slices.Contains([]string{"HT401", "HT402", "HT403", "HT510", "HT511", "HT512", "HT514"}, f.Rule.ID)
	})
	if len(found) == 0 && unguarded(p) && bySignal(p.Result) {
		found = append(found, probe.Failing(p.Firing))
	}
	return found
}

// try checks a payload for a failure; it returns nil if there is none.
func (c Campaign) try(ctx context.Context, fields *jsonvalue.Object, i int, usual []string) (*Failure, error) {
	first, err := c.once(ctx, fields, nil)
	// A hook may fail only because the sandbox refused something.
	if err != nil || first.Refused != "" {
		return nil, err
	}
	f := Failure{Draw: i, Fields: fields, Verdict: first.Firing.Verdict.Kind}
	if first.Firing.Verdict.Kind == effect.Timeout {
		f.Kind = Hang
		return &f, nil
	}
	for _, each := range crashed(first) {
		if !slices.Contains(usual, each.Rule.ID) {
			f.Kind, f.Finding = Crash, each
			return &f, nil
		}
	}
	// One other notation for each draw is enough: over many draws each notation is used.
	way := Ways()[i%len(Ways())]
	other, err := c.verdict(ctx, fields, &way)
	if err != nil || same(f.Verdict, other) {
		return nil, err
	}
	f.Kind, f.Way, f.Other = Flip, &way, other
	// Run the same bytes again, to rule out chance.
	for range 2 {
		again, err := c.verdict(ctx, fields, nil)
		if err != nil {
			return nil, err
		}
		if !same(f.Verdict, again) {
			f.Kind, f.Way, f.Other = Unsteady, nil, again
			return &f, nil
		}
	}
	return &f, nil
}

func (c Campaign) verdict(ctx context.Context, fields *jsonvalue.Object, way *Way) (effect.Kind, error) {
	p, err := c.once(ctx, fields, way)
	if err != nil {
		return "", err
	}
	return p.Firing.Verdict.Kind, nil
}

// same reports whether two verdicts are equal; an unknown one equals every other.
func same(a, b effect.Kind) bool { return a == b || a == effect.Unknown || b == effect.Unknown }
