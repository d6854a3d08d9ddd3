package probe

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/shellword"
)

// openStdin keeps the hook's stdin open. If the hook waits for its end, it is asked to exit. All
// known agents close stdin, and nearly every hook waits for that, so it is reported only if this
// probe was selected by name.
func openStdin(ctx context.Context, p *prober) (result, error) {
	if !posix() {
		return result{silent: noShell}, nil
	}
	unharmed := p.known()[0]
	patience := min(2*time.Second+4*unharmed.Result.Duration, p.Timeout)
	now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{Open: true, Timeout: patience})
	if err != nil {
		return result{}, err
	}
	if now.Result.Ending != hook.TimedOut {
		return result{}, nil
	}
	payload := p.payload(unharmed.eventInput)
	holding := fmt.Sprintf("{ printf %%s %s; sleep 60; }", shellword.Quoted(string(payload)))
	var r result
	if p.named {
		r = finds("HT605", fmt.Sprintf("the hook waits for the end of stdin: where that stays open, it hangs until its timeout, and the agent %s", now.words.Agent),
			"the agents that are known close stdin, and nothing has to be done for them; for others give the reading a limit of its own: timeout 5 cat",
			p.seeFed(holding, "timeout", "3"))
	}
	if now.Result.Duration >= patience+grace {
		r.found = append(r.found, found("HT618", fmt.Sprintf("the hook does not end within %v after SIGTERM and has to be killed", grace),
			"do not ignore the signal: a trap ends with exit, as in trap 'rm -f \"$file\"; exit 2' TERM", p.seeFed(holding, "timeout", "-k", "2", "1")))
	}
	return r, nil
}

// repeated runs the hook several times, each in its own folder, and requires the same verdict. Then
// it runs the hook several times at once in one folder. A hook that keeps state there also differs
// in two consecutive runs, and is not reported.
func repeated(ctx context.Context, p *prober) (result, error) {
	for _, unharmed := range p.known() {
		for range 3 {
			now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{})
			if err != nil {
				return result{}, err
			}
			if text := p.differs(*unharmed, now); text != "" {
				return finds("HT612", "run again with the same payload "+text, "let the verdict depend on the payload alone, and not on time, chance or what another run left behind",
					fmt.Sprintf("for i in 1 2 3 4; do %s -q; done", p.see(unharmed.eventInput))), nil
			}
		}
		f, err := p.atOnce(ctx, *unharmed)
		if err != nil || len(f) > 0 {
			return result{found: f}, err
		}
	}
	return result{}, nil
}

// differs describes how two runs differ that should be equal. It is empty if they are, or if only
// the sandbox may have made the difference.
func (p *prober) differs(a, b shot) string {
	if a.verdict.Kind == b.verdict.Kind || a.verdict.Kind == effect.Unknown || b.verdict.Kind == effect.Unknown {
		return ""
	}
	if refused := cmp.Or(a.Refused, b.Refused); refused != "" {
		p.blocked = refused
		return ""
	}
	return fmt.Sprintf("%s is %s once and %s another time", a.eventInput.Title(), a.verdict.Kind, b.verdict.Kind)
}

func (p *prober) atOnce(ctx context.Context, unharmed shot) ([]Found, error) {
	in, err := execution.NewWorkspace("project", p.Project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for range 2 {
		now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{In: in})
		if err != nil {
			return nil, err
		}
		if p.differs(unharmed, now) != "" {
			return nil, nil
		}
	}
	same := slices.Repeat([]EventInput{unharmed.eventInput}, 4)
	shots, err := p.allIn(ctx, same, execution.Variation{In: in})
	if err != nil {
		return nil, err
	}
	for _, now := range shots {
		if text := p.differs(unharmed, now); text != "" {
			run := p.see(unharmed.eventInput, "--project", ".", "-q")
			return []Found{found("HT612", "run several times at once in the same project "+text,
				"give each run files of its own by mktemp, and change shared ones by a rename", fmt.Sprintf("%s & %s & wait", run, run))}, nil
		}
	}
	return nil, nil
}

// stopAgain tells the hook that it has already kept the agent working.
func stopAgain(ctx context.Context, p *prober) (result, error) {
	const field = "stop_hook_active"
	unharmed := p.known()[0]
	row, _ := p.Contract.Event(unharmed.eventInput.Event)
	if _, ok := row.Field(field); !ok {
		return result{silent: "hooks of " + string(row.Name) + " are not told that they have kept the agent at work"}, nil
	}
	if p.refused == nil {
		return result{silent: "the hook lets the agent end"}, nil
	}
	o := p.refused.eventInput
	o.Fields = o.Fields.Clone()
	o.Fields.Set(field, true)
	if o.Raw != nil {
		o.Raw = nil
	}
	now, err := p.fire(ctx, o, execution.Variation{})
	if err != nil || !objects(now.verdict) {
		return result{}, err
	}
	if now.Refused != "" {
		return result{silent: execution.RefusedNote(now.Refused)}, nil
	}
	return finds("HT614", "the hook keeps the agent at work although it has done so already: it goes on in circles",
		"let the agent end when the payload says \"stop_hook_active\": true", p.see(o, "--set", field+"=true")), nil
}

// leftovers checks the unmodified runs for leftovers. If a hook floods its output, nothing else is
// checked.
func leftovers(ctx context.Context, p *prober) (result, error) {
	var r result
	for _, unharmed := range p.known() {
		seen := *unharmed
		if len(seen.Left.Files) > 0 && posix() {
			var err error
			if seen.Left, err = p.leftLater(ctx, seen.eventInput); err != nil {
				return result{}, err
			}
		}
		for _, f := range p.findings(seen) {
			if slices.Contains([]string{"HT603", "HT619", "HT620"}, f.Rule.ID) {
				r.found = append(r.found, Found{f, p.see(seen.eventInput)})
			}
		}
		if len(r.found) > 0 {
			break
		}
	}
	return r, nil
}

// leftLater returns what the hook leaves if its shell ends a second after it. The runner kills a
// hook's process group when its shell ends, and with it a child that was about to remove a file;
// agents let the child go on.
func (p *prober) leftLater(ctx context.Context, o EventInput) (finding.Left, error) {
	now, err := p.fire(ctx, o, execution.Variation{Before: "trap 'sleep 1' EXIT\n", Timeout: p.Timeout + 2*time.Second})
	return now.Left, err
}
