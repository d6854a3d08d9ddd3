package probe

import (
	"context"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
)

// texts are texts that users and models write and that some hooks handle wrongly.
var texts = []struct{ name, text string }{
	{"quotes", `it's "quoted" \ $HOME`}, {"a line break", "one\ntwo\tthree"}, {"Unicode", "naïve Größe 日本語 🦊 \u202e"},
}

// ht611 adds such texts without changing the operation: as a comment after a command, as the content
// of a file, at the end of a prompt.
func ht611() Probe {
	return Probe{Name: "text", Does: "adds quotes, line breaks and Unicode to what the hook judges", run: oddText}
}

func oddText(ctx context.Context, p *prober) (result, error) {
	asked := false
	for _, unharmed := range p.known() {
		o := unharmed.eventInput
		for _, each := range texts {
			other, ok := p.saying(o, each.text)
			if !ok {
				continue
			}
			asked = true
			now, err := p.fire(ctx, other, execution.Variation{})
			if err != nil {
				return result{}, err
			}
			if text := p.broken(*unharmed, now); text != "" {
				return p.finds(fmt.Sprintf("with %s in it %s", each.name, text),
					"have a JSON library read the payload and write the answer, and put shell variables in quotes", p.see(other)), nil
			}
		}
	}
	if !asked {
		return result{silent: "there is no text in " + string(p.known()[0].eventInput.Event) + " that could be written otherwise"}, nil
	}
	return result{}, nil
}

// saying returns an event input with an additional text that does not change the operation.
func (p *prober) saying(o EventInput, text string) (EventInput, bool) {
	switch o.Role {
	case dialect.RunShell:
		// A comment ends at the end of its line.
		o, err := p.about(o, o.On+" # "+strings.ReplaceAll(text, "\n", "\n# "))
		return o, err == nil
	case Prompted:
		o, err := p.about(o, o.On+" "+text)
		return o, err == nil
	case dialect.WriteFile:
		row, _ := p.Contract.Event(o.Event)
		if input, ok := o.Fields.GetObject(row.Subject.Input); ok && input.Has("content") {
			return o.with(row.Subject.Input+".content", text), true
		}
	}
	return o, false
}
