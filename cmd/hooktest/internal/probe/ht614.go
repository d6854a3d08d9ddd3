package probe

import (
	"context"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
)

// ht614 tells the hook that it has already kept the agent working.
func ht614() Probe {
	return Probe{Name: "stop", Does: "says that a stop hook has kept the agent at work already", run: stopAgain}
}

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
	o.Raw = nil
	now, err := p.fire(ctx, o, execution.Variation{})
	if err != nil || !objects(now.verdict) {
		return result{}, err
	}
	if now.Refused != "" {
		return result{silent: execution.RefusedNote(now.Refused)}, nil
	}
	return p.finds("the hook keeps the agent at work although it has done so already: it goes on in circles",
		"let the agent end when the payload says \"stop_hook_active\": true", p.see(o, "--set", field+"=true")), nil
}
