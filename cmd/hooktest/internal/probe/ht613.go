package probe

import (
	"context"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine"
)

// ht613 closes stderr, and judges the hook as if its reason had been read: a closed stderr loses it,
// which is not the hook's fault.
func ht613() Probe {
	return Probe{Name: "stderr", Does: "closes stderr", shell: noShell, run: closedStderr}
}

func closedStderr(ctx context.Context, p *prober) (result, error) {
	const before = "exec 2>&-"
	for _, unharmed := range p.known() {
		now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{Before: before + "\n"})
		if err != nil {
			return result{}, err
		}
		now.Result.Stderr = unharmed.Result.Stderr
		now.verdict, now.words = engine.Judge(p.Contract, now.eventInput.Event, now.Result, now.Firing.Merged.Input)
		if text := p.broken(*unharmed, now); text != "" {
			return p.finds("with stderr closed "+text, "let a message that can't be written not end the hook: echo … >&2 || true", p.seeAfter(now.eventInput, before)), nil
		}
	}
	return result{}, nil
}
