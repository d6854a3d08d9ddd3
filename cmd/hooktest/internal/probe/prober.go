package probe

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

// usual is the default limit for a run.
const usual = 10 * time.Second

// A prober runs one hook under one contract.
type prober struct {
	Hook
	// refused and allowed are unmodified runs; nil if no such run is known. first is the run of the
	// first event input, with any verdict.
	refused, allowed, first *shot
	// failed is the first unmodified run in which the hook failed; nil if there is none.
	failed *shot
	// probe is the one that runs the hook; zero in the search.
	probe Probe
	// tried are the runs of the search.
	tried []shot
	// runs counts the runs of the hook.
	runs atomic.Int64
	// blocked is what the sandbox may have refused in a changed run only.
	blocked string
}

func newProber(h Hook) *prober {
	own := *h.Contract
	// A short grace period is enough to show that a hook ignores the request to end.
	own.Ending.Grace = grace
	h.Timeout = Patience(h.Contract, h.Timeout, 0)
	h.Contract = &own
	return &prober{Hook: h}
}

// Patience returns the timeout for a hook that runs many times: said if it is set, else ten seconds
// or the timeout in its settings or, without one, the agent's, if that is shorter.
func Patience(contract *dialect.Contract, said, configured time.Duration) time.Duration {
	if said > 0 {
		return said
	}
	return min(usual, cmp.Or(configured, contract.Handlers.Timeout.Default, usual))
}

// grace is the time that a hook has to end after the request.
const grace = time.Second

// probing returns the same prober for a probe, with its own run count.
func (p *prober) probing(probe Probe) *prober {
	return &prober{Hook: p.Hook, probe: probe, refused: p.refused, allowed: p.allowed, first: p.first, failed: p.failed, tried: p.tried}
}

// A shot is one run and the agent's verdict.
type shot struct {
	execution.Observation
	eventInput EventInput
	verdict    effect.Verdict
	words      effect.Words
}

func (s *shot) baseline() *Baseline {
	if s == nil {
		return nil
	}
	return &Baseline{s.eventInput, s.verdict, s.words.Agent}
}

// fire runs the hook once on an event input, with the changes of the variation.
func (p *prober) fire(ctx context.Context, o EventInput, variation execution.Variation) (shot, error) {
	p.runs.Add(1)
	variation.Event, variation.Fields, variation.Raw = o.Event, o.Fields, o.Raw
	observed, err := p.Try(ctx, variation)
	if err != nil {
		return shot{}, err
	}
	return shot{observed, o, observed.Firing.Verdict, observed.Firing.Words()}, nil
}

// payload returns the hook's stdin for an event input.
func (p *prober) payload(o EventInput) []byte {
	_, stdin := p.Payload(o.Event, o.Fields, o.Raw, "/tmp")
	return stdin
}

const noShell = "the agent's shell on this system is not a POSIX shell"

const nothingRefused = "nothing is known that the hook refuses: name it with --bash, --write or --prompt"

// posix reports whether the agent's shell on this system is a POSIX shell.
func posix() bool { return runtime.GOOS != "windows" }

// objects reports whether the agent refuses, stops, asks or defers the decision.
func objects(v effect.Verdict) bool {
	return slices.Contains([]effect.Kind{effect.Deny, effect.Stop, effect.Ask, effect.Defer}, v.Kind)
}

// passes reports whether an agent continues.
func passes(v effect.Verdict) bool { return v.Kind == effect.Allow || v.Kind.Unguarded() }

// going describes the agent's reaction, for the end of a sentence.
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

// known returns the unmodified runs for comparison: refused and allowed, or else first.
func (p *prober) known() []*shot {
	all := lists.Where([]*shot{p.refused, p.allowed}, func(s *shot) bool { return s != nil })
	if len(all) == 0 {
		all = append(all, p.first)
	}
	return all
}

// refusedBySandbox returns the first line by which an unmodified run reports a refusal of the
// sandbox.
func (p *prober) refusedBySandbox() string {
	for _, s := range p.known() {
		if s.Refused != "" {
			return s.Refused
		}
	}
	return ""
}

// forbidden matches error messages about a file that may not be written, with its absolute path.
var forbidden = lazyregexp.New(`(?i)/[^:\s'"]+['"]?: (read-only file system|permission denied)|(read-only file system|permission denied)[:,] [^/]*['"]/`)

// broken describes how a changed run differs from the unmodified one. It is empty if the verdict
// holds, or if only the sandbox may have changed it.
func (p *prober) broken(unharmed, now shot) string {
	if unharmed.Refused == "" && forbidden.MatchString(now.Refused) {
		p.blocked = now.Refused
		return ""
	}
	what := unharmed.eventInput.Title()
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

// under repeats the known runs under a variation, and describes what broke. It starts with the
// refused one, which matters more.
func (p *prober) under(ctx context.Context, variation execution.Variation) (text string, now shot, err error) {
	for _, unharmed := range p.known() {
		if now, err = p.fire(ctx, unharmed.eventInput, variation); err != nil {
			return "", shot{}, err
		}
		if text = p.broken(*unharmed, now); text != "" {
			return text, now, nil
		}
	}
	return "", shot{}, nil
}

// finds returns a result with one finding by the probe's rule.
func (p *prober) finds(text, fix, see string) result {
	return result{found: []Found{p.found(text, fix, see)}}
}

func (p *prober) found(text, fix, see string) Found {
	return Found{finding.Finding{Rule: finding.RuleOf(p.probe.id), Text: text, Fix: fix}, see}
}

// refusal matches the ways to refuse, for any agent, in a script. remark matches comments, which do
// not count.
var (
	refusal = lazyregexp.New(`\b(exit[ (]+2\b|sys\.exit\(2|exitCode *= *2)|["'](deny|block)\\?["']`)
	remark  = lazyregexp.New(`(?m)^\s*(#|//).*$`)
)

// guards reports whether the hook can refuse: both its event and its text must allow it.
func (p *prober) guards(o EventInput) bool {
	return p.before(o) && refusal.Match(remark.ReplaceAll(p.Text, nil))
}

// see returns a command that reproduces a run.
func (p *prober) see(o EventInput, flags ...string) string {
	return strings.Join(slices.Concat([]string{"hooktest run", p.Name, o.arguments(p.Contract)}, flags), " ") + p.Args
}

// seeAfter returns a command that reproduces a run of the hook after other shell lines.
func (p *prober) seeAfter(o EventInput, before string) string {
	return strings.Join([]string{"hooktest run", quoted(before + "; " + p.Command), o.arguments(p.Contract)}, " ")
}

// seeFed returns a shell line that feeds the output of a command to the hook and prints its exit
// code; through are programs that run the hook.
func (p *prober) seeFed(by string, through ...string) string {
	words := append(through, p.Command)
	if strings.ContainsAny(p.Command, ";&|<>(){}!\n") {
		words = append(through, "sh", "-c", quoted(p.Command))
	}
	return fmt.Sprintf("%s | %s; echo \"exit code $?\"", by, strings.Join(words, " "))
}

// quoted returns one shell word on one line. Control characters are escaped as bash, zsh and ksh
// read them.
func quoted(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return shellword.Of(text)
	}
	var b strings.Builder
	b.WriteString("$'")
	for _, r := range text {
		switch {
		case r == '\\' || r == '\'':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString("'")
	return b.String()
}
