package probe

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/effect"
)

// ht612 runs the hook several times, each in its own folder, and requires the same verdict. Then it
// runs the hook several times at once in one folder. A hook that keeps state there also differs in
// two consecutive runs, and is not reported.
func ht612() Probe {
	return Probe{Name: "repeat", Does: "runs the hook again, and several times at once", run: repeated}
}

func repeated(ctx context.Context, p *prober) (result, error) {
	for _, unharmed := range p.known() {
		for range 3 {
			now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{})
			if err != nil {
				return result{}, err
			}
			if text := p.differs(*unharmed, now); text != "" {
				return p.finds("run again with the same payload "+text, "let the verdict depend on the payload alone, and not on time, chance or what another run left behind",
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
	shots, err := p.all(ctx, same, execution.Variation{In: in})
	if err != nil {
		return nil, err
	}
	for _, now := range shots {
		if text := p.differs(unharmed, now); text != "" {
			run := p.see(unharmed.eventInput, "--project", ".", "-q")
			return []Found{p.found("run several times at once in the same project "+text,
				"give each run files of its own by mktemp, and change shared ones by a rename", fmt.Sprintf("%s & %s & wait", run, run))}, nil
		}
	}
	return nil, nil
}
