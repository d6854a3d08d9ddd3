package probe

import (
	"context"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// left checks the unmodified runs for leftovers. If a hook floods its output, nothing else is
// checked. The rules are functions of package finding, which hooktest run asks as well.
func left() Probe {
	return Probe{Name: "left", Does: "looks for what the hook leaves behind: processes, temporary files, more text than anybody reads", Rules: []string{"HT603", "HT619", "HT620"}, run: leftovers}
}

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
		for _, f := range finding.Of(seen.Run()) {
			if slices.Contains(p.probe.Rules, f.Rule.ID) {
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
