package probe

import (
	"context"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
)

// ht610 runs a refused event input with half of the payload, and with an empty one.
func ht610() Probe {
	return Probe{Name: "malformed", Does: "cuts the payload off in the middle, or leaves it out", run: malformed}
}

func malformed(ctx context.Context, p *prober) (result, error) {
	if p.refused == nil {
		return result{silent: nothingRefused}, nil
	}
	o := p.refused.eventInput
	payload := p.payload(o)
	var passed []string
	see := ""
	for _, kind := range []struct {
		name string
		left []byte
	}{{"a payload that breaks off in the middle", payload[:len(payload)/2]}, {"an empty stdin", []byte{}}} {
		now, err := p.fire(ctx, o, execution.Variation{Payload: func([]byte) []byte { return kind.left }})
		if err != nil {
			return result{}, err
		}
		if passes(now.verdict) {
			passed = append(passed, kind.name)
			if see == "" {
				see = p.seeFed("printf %s " + shellword.Quoted(string(kind.left)))
			}
		}
	}
	if len(passed) == 0 {
		return result{}, nil
	}
	are := map[bool]string{true: " is", false: " are"}[len(passed) == 1]
	return p.finds(english.And(passed)+are+" let through",
		`refuse where there is nothing to judge: [ -n "$command" ] || { echo 'no command to judge' >&2; exit 2; }`, see), nil
}
