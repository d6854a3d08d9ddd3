package probe

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// usual is how long a run may take where nobody says how long.
const usual = 10 * time.Second

// A prober runs one hook under one contract.
type prober struct {
	hook     Hook
	contract *dialect.Contract
	// refused and allowed are the hook unharmed; nil where nothing of the kind is known.
	refused, allowed *shot
	// tried are the runs of occasions that were looked for.
	tried []shot
	// runs counts the starts of the hook.
	runs atomic.Int64
}

func newProber(contract *dialect.Contract, h Hook) *prober {
	if h.Timeout == 0 {
		h.Timeout = min(usual, contract.Handlers.Timeout.Default)
	}
	own := *contract
	// Who does not end when asked to is seen as soon as that is sure.
	own.Ending.Grace = grace
	return &prober{hook: h, contract: &own}
}

// grace is how long a hook has to end after it was asked to.
const grace = time.Second

// counted is the same prober, with a count of its own.
func (p *prober) counted() *prober {
	return &prober{hook: p.hook, contract: p.contract, refused: p.refused, allowed: p.allowed, tried: p.tried}
}

// conditions are what differs in a run from what the agent does. The zero value changes
// nothing.
type conditions struct {
	// before are lines for the agent's shell, before the hook's command.
	before string
	// environ is set on top of what the hook inherits.
	environ []string
	// project is the name of the project folder; empty for a plain one.
	project string
	// payload changes what the hook reads; nil for nothing.
	payload func([]byte) []byte
	// open keeps stdin open until the hook has ended.
	open bool
	// timeout is the hook's own where it is zero.
	timeout time.Duration
	// in is where the hook runs; nil for a place of its own.
	in *trial.Shelter
}

// A shot is one run and what the agent does about it.
type shot struct {
	occasion Occasion
	verdict  effect.Verdict
	words    effect.Words
	result   hook.ExecutionResult
	input    hook.Input
	left     finding.Left
}

func (s *shot) baseline() *Baseline {
	if s == nil {
		return nil
	}
	return &Baseline{s.occasion, s.verdict}
}

// fire runs the hook once.
func (p *prober) fire(ctx context.Context, o Occasion, c conditions) (shot, error) {
	p.runs.Add(1)
	in := c.in
	if in == nil {
		name := c.project
		if name == "" {
			name = "project"
		}
		var err error
		if in, err = trial.NewShelter(name, p.hook.Project); err != nil {
			return shot{}, err
		}
		defer in.Close()
	}
	payload, stdin := p.payload(o, in.Project)
	if c.payload != nil {
		stdin = c.payload(stdin)
	}
	before := limits(runtime.GOOS) + c.before
	if c.open {
		pipe, err := openPipe(filepath.Join(in.Root, "stdin"), stdin)
		if err != nil {
			return shot{}, fmt.Errorf("keeping stdin open: %w", err)
		}
		defer func() { _ = pipe.Close() }()
		before += "exec <" + quoted(pipe.Name()) + "\n"
	}
	timeout := c.timeout
	if timeout == 0 {
		timeout = p.hook.Timeout
	}
	firing, err := trial.Run(ctx, trial.Spec{
		Contract: p.contract,
		Hooks:    trial.OneHook(p.contract, before+p.hook.Command, o.Event, timeout),
		Event:    o.Event,
		Fields:   payload,
		Stdin:    stdin,
		Project:  in.Project,
		Environ:  trial.With(in.Environ(p.hook.Environ), c.environ...),
	})
	switch {
	case err != nil:
		return shot{}, err
	case ctx.Err() != nil:
		return shot{}, ctx.Err()
	case len(firing.Merged.Results) != 1:
		return shot{}, fmt.Errorf("the engine did not run the hook for %s", o.Event)
	}
	return shot{o, firing.Verdict, firing.Words(), firing.Merged.Results[0], firing.Merged.Input, in.Left()}, nil
}

// payload is what the hook reads on an occasion in a folder, as fields and as bytes.
func (p *prober) payload(o Occasion, folder string) (*jsonvalue.Object, []byte) {
	if o.Raw != nil {
		return o.Fields, slices.Clone(o.Raw)
	}
	whole := p.contract.Payload(o.Event, o.Fields, dialect.Given{Session: trial.SessionID, Folder: folder, Time: time.Now()})
	return whole, jsonvalue.Marshal(whole)
}

// limits are lines by which the agent's shell bounds what it starts: the size of a file,
// memory, and processes, as far as the system knows such limits. Root may have any
// number of processes, and no system counts the files.
func limits(goos string) string {
	if goos == "windows" {
		return ""
	}
	const (
		fileBlocks = 128 << 20 / 512
		dataKiB    = 4 << 20
		processes  = 4096
	)
	return fmt.Sprintf("{ ulimit -c 0; ulimit -f %d; ulimit -d %d; ulimit -u %d || ulimit -p %d; } 2>/dev/null\n", fileBlocks, dataKiB, processes, processes)
}

// posix tells whether the agent's shell here reads lines of a POSIX shell.
func posix() bool { return runtime.GOOS != "windows" }

// objects tells whether an agent does not simply go on.
func objects(v effect.Verdict) bool {
	return slices.Contains([]effect.Kind{effect.Deny, effect.Stop, effect.Ask, effect.Defer}, v.Kind)
}

// passes tells whether an agent goes on.
func passes(v effect.Verdict) bool { return v.Kind == effect.Allow || v.Kind.Unguarded() }

// going says what the agent does now, for the end of a sentence.
func (s shot) going() string {
	switch s.verdict.Kind {
	case effect.Timeout:
		return fmt.Sprintf("the hook does not end within %v, and the agent %s", s.result.Entry.Timeout, s.words.Agent)
	case effect.Failed:
		return fmt.Sprintf("the hook fails with exit code %d, and the agent %s", s.result.Code, s.words.Agent)
	case effect.Killed:
		return fmt.Sprintf("a signal (%s) ends the hook, and the agent %s", s.result.Signal, s.words.Agent)
	case effect.NotStarted:
		return "the hook can't be started, and the agent " + s.words.Agent
	}
	return "the agent " + s.words.Agent
}

// known are the runs unharmed.
func (p *prober) known() []*shot {
	var all []*shot
	for _, s := range []*shot{p.refused, p.allowed} {
		if s != nil {
			all = append(all, s)
		}
	}
	return all
}

// broken compares a run with the same one unharmed; empty where the promise holds.
func broken(unharmed, now shot) string {
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

// under runs what is known under conditions, and gives what broke: of what is refused
// first, as that matters more.
func (p *prober) under(ctx context.Context, c conditions) (text string, now shot, err error) {
	for _, unharmed := range p.known() {
		if now, err = p.fire(ctx, unharmed.occasion, c); err != nil {
			return "", shot{}, err
		}
		if text = broken(*unharmed, now); text != "" {
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

// refusal are the words by which a script refuses, in any of the agents' ways.
var refusal = regexp.MustCompile(`\b(exit[ (]+2\b|sys\.exit\(2|exitCode *= *2|deny|block)`)

// guards tells whether the hook is one that can refuse: so its event, and so its text.
func (p *prober) guards(o Occasion) bool {
	row, _ := p.contract.Event(o.Event)
	before := []dialect.Moment{dialect.ToolBefore, dialect.ToolPermission, dialect.ModelBefore, dialect.TurnBefore}
	return slices.Contains(before, row.Moment) && refusal.Match(p.hook.Text)
}

// findings are what finding says about a run.
func (p *prober) findings(s shot) []finding.Finding {
	return finding.Of(finding.Run{Contract: p.contract, Event: s.occasion.Event, Result: s.result, Input: s.input, Left: s.left})
}
