package probe

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
)

// usual is how long a run may take where nobody says how long.
const usual = 10 * time.Second

// A prober runs one hook under one contract.
type prober struct {
	trial.Testbed
	hook Hook
	// refused and allowed are runs in ordinary surroundings; nil where no such run is
	// known. first is the run of the first occasion, whatever came of it.
	refused, allowed, first *shot
	// named tells that the probe was asked for by its name.
	named bool
	// tried are the runs of occasions that were looked for.
	tried []shot
	// runs counts the starts of the hook.
	runs atomic.Int64
	// blocked is what the sandbox may have refused a changed run alone.
	blocked string
}

func newProber(contract *dialect.Contract, h Hook) *prober {
	own := *contract
	// A short grace shows soon enough that a hook does not end when asked to.
	own.Ending.Grace = grace
	return &prober{Testbed: trial.Testbed{Contract: &own, Command: h.Command, Project: h.Project, Environ: h.Environ, Timeout: Patience(contract, h.Timeout), Sandbox: h.Sandbox, Covered: h.Covered}, hook: h}
}

// Patience is how long a hook may run that is started again and again: as long as
// somebody said, or else ten seconds, or less where the agent waits less.
func Patience(contract *dialect.Contract, said time.Duration) time.Duration {
	if said > 0 {
		return said
	}
	if waits := contract.Handlers.Timeout.Default; waits > 0 {
		return min(usual, waits)
	}
	return usual
}

// grace is how long a hook has to end after it was asked to.
const grace = time.Second

// counted is the same prober, with its own count of starts.
func (p *prober) counted() *prober {
	return &prober{Testbed: p.Testbed, hook: p.hook, refused: p.refused, allowed: p.allowed, first: p.first, tried: p.tried}
}

// A shot is one run and what the agent does about it.
type shot struct {
	trial.Observation
	occasion Occasion
	verdict  effect.Verdict
	words    effect.Words
}

func (s *shot) baseline() *Baseline {
	if s == nil {
		return nil
	}
	return &Baseline{s.occasion, s.verdict}
}

// fire runs the hook once on an occasion, in surroundings that the variation changes.
func (p *prober) fire(ctx context.Context, o Occasion, variation trial.Variation) (shot, error) {
	p.runs.Add(1)
	variation.Event, variation.Fields, variation.Raw = o.Event, o.Fields, o.Raw
	observed, err := p.Try(ctx, variation)
	if err != nil {
		return shot{}, err
	}
	return shot{observed, o, observed.Firing.Verdict, observed.Firing.Words()}, nil
}

// payload is what the hook reads on an occasion.
func (p *prober) payload(o Occasion) []byte {
	_, stdin := p.Payload(o.Event, o.Fields, o.Raw, "/tmp")
	return stdin
}

// posix tells whether the agent's shell here reads lines of a POSIX shell.
func posix() bool { return runtime.GOOS != "windows" }

// objects tells whether the agent refuses, stops, asks or leaves the decision to somebody
// else.
func objects(v effect.Verdict) bool {
	return slices.Contains([]effect.Kind{effect.Deny, effect.Stop, effect.Ask, effect.Defer}, v.Kind)
}

// passes tells whether an agent goes on.
func passes(v effect.Verdict) bool { return v.Kind == effect.Allow || v.Kind.Unguarded() }

// going says what the agent does now, for the end of a sentence.
func (s shot) going() string {
	switch s.verdict.Kind {
	case effect.Timeout:
		return fmt.Sprintf("the hook does not end within %v, and the agent %s", s.Result.Entry.Timeout, s.words.Agent)
	case effect.Failed:
		return fmt.Sprintf("the hook fails with exit code %d, and the agent %s", s.Result.Code, s.words.Agent)
	case effect.Killed:
		return fmt.Sprintf("a signal (%s) ends the hook, and the agent %s", s.Result.Signal, s.words.Agent)
	case effect.NotStarted:
		return "the hook can't be started, and the agent " + s.words.Agent
	}
	return "the agent " + s.words.Agent
}

// known are the runs in ordinary surroundings to compare with: refused and allowed, or
// else first.
func (p *prober) known() []*shot {
	var all []*shot
	for _, s := range []*shot{p.refused, p.allowed} {
		if s != nil {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		all = append(all, p.first)
	}
	return all
}

// refusedBySandbox is the first line by which a run unharmed tells of a refusal.
func (p *prober) refusedBySandbox() string {
	for _, s := range p.known() {
		if s.Refused != "" {
			return s.Refused
		}
	}
	return ""
}

// forbidden is what programs say of a file that they may not write, with its absolute path.
var forbidden = lazyregexp.New(`(?i)/[^:\s'"]+['"]?: (read-only file system|permission denied)|(read-only file system|permission denied)[:,] [^/]*['"]/`)

// broken says how a run differs from the same one in ordinary surroundings; empty where
// the verdict holds, or where the sandbox alone may have changed it.
func (p *prober) broken(unharmed, now shot) string {
	if unharmed.Refused == "" && forbidden.MatchString(now.Refused) {
		p.blocked = now.Refused
		return ""
	}
	what := unharmed.occasion.Title()
	switch {
	case objects(unharmed.verdict) && passes(now.verdict):
		return fmt.Sprintf("%s is no longer refused: %s", what, now.going())
	case unharmed.verdict.Kind == effect.Allow && objects(now.verdict):
		return fmt.Sprintf("%s is refused, which is let through otherwise", what)
	case unharmed.verdict.Kind == effect.Allow && now.verdict.Kind.Unguarded():
		return fmt.Sprintf("on %s %s", what, now.going())
	}
	return ""
}

// under repeats the known runs in other surroundings, and says what broke. The refused
// one comes first, as it matters more.
func (p *prober) under(ctx context.Context, variation trial.Variation) (text string, now shot, err error) {
	for _, unharmed := range p.known() {
		if now, err = p.fire(ctx, unharmed.occasion, variation); err != nil {
			return "", shot{}, err
		}
		if text = p.broken(*unharmed, now); text != "" {
			return text, now, nil
		}
	}
	return "", shot{}, nil
}

// finds makes the one finding of a rule.
func finds(id, text, fix, see string) result {
	return result{found: []Found{found(id, text, fix, see)}}
}

func found(id, text, fix, see string) Found {
	return Found{finding.Finding{Rule: ruleOf(id), Text: text, Fix: fix}, see}
}

// refusal finds the ways to refuse, of any agent, in the text of a script; remark finds
// comments, which do not count.
var (
	refusal = lazyregexp.New(`\b(exit[ (]+2\b|sys\.exit\(2|exitCode *= *2)|["'](deny|block)\\?["']`)
	remark  = lazyregexp.New(`(?m)^\s*(#|//).*$`)
)

// guards tells whether the hook is one that can refuse: so its event, and so its text.
func (p *prober) guards(o Occasion) bool {
	row, _ := p.Contract.Event(o.Event)
	before := []dialect.Moment{dialect.ToolBefore, dialect.ToolPermission, dialect.ModelBefore, dialect.TurnBefore}
	return slices.Contains(before, row.Moment) && refusal.Match(remark.ReplaceAll(p.hook.Text, nil))
}

// findings are what package finding says about a run.
func (p *prober) findings(s shot) []finding.Finding {
	return finding.Of(s.Run())
}
