package probe

import (
	"context"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
)

// ht607 runs the hook in a folder inside the project, as after the model has changed the agent's
// folder.
func ht607() Probe {
	return Probe{Name: "folder", Does: "runs the hook in a folder inside the project", shell: noShell, run: elsewhere}
}

func elsewhere(ctx context.Context, p *prober) (result, error) {
	const before = "mkdir -p some/folder && cd some/folder"
	text, now, err := p.under(ctx, execution.Variation{Before: before + "\n"})
	if err != nil || text == "" {
		return result{}, err
	}
	return p.finds("in a folder inside the project "+text,
		"take files from the project variable of the agent or from the hook's own folder, not from where it happens to run", p.seeAfter(now.eventInput, before)), nil
}
