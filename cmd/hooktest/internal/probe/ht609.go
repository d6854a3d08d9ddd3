package probe

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/shellword"
)

// large is the number of bytes added to a payload: a file that a model writes may be as long.
const large = 1 << 20

// ht609 lengthens a payload text that guards do not check.
func ht609() Probe {
	return Probe{Name: "large", Does: "makes the payload 1 MiB larger", run: largeInput}
}

func largeInput(ctx context.Context, p *prober) (result, error) {
	for _, unharmed := range p.known() {
		o, where := p.padded(unharmed.eventInput, strings.Repeat("x\n", large/2))
		now, err := p.fire(ctx, o, execution.Variation{})
		if err != nil {
			return result{}, err
		}
		if text := p.broken(*unharmed, now); text != "" {
			return p.finds(fmt.Sprintf("with 1 MiB in %s %s", where, text), "hand the payload on by pipe or file: an argument or a variable of the environment holds 128 KiB, and under pipefail a pipe that is not read to its end is a failure",
				p.seeLarge(unharmed.eventInput)), nil
		}
	}
	return result{}, nil
}

// padded returns an event input with a long text in a field that does not affect the decision, and
// the field's name.
func (p *prober) padded(o EventInput, text string) (padded EventInput, where string) {
	o.Fields = o.Fields.Clone()
	row, _ := p.Contract.Event(o.Event)
	name := "description"
	in, ok := o.Fields.GetObject(row.Subject.Input)
	switch {
	case !row.Subject.Tool || !ok:
		in, name = o.Fields, "details"
	case in.Has("content"):
		// The file still begins with the deciding text, and a hook that reads line by line may stop
		// there.
		before, _ := in.GetString("content")
		name, text = "content", before+"\n"+text
	}
	in.Set(name, text)
	if o.Raw != nil {
		o.Raw = jsonvalue.Marshal(o.Fields)
	}
	return o, name
}

// seeLarge returns a command line that generates the long payload while hooktest reads it: it would
// be too long for an argument.
func (p *prober) seeLarge(o EventInput) string {
	const mark = "LONG"
	padded, _ := p.padded(o, mark)
	payload := p.payload(padded)
	before, after, _ := bytes.Cut(payload, []byte(mark))
	return fmt.Sprintf(`{ printf %%s %s; yes 'x\n' | head -n %d | tr -d '\n'; printf %%s %s; } | hooktest run %s --agents %s --event %s%s`,
		shellword.Quoted(string(before)), large/2, shellword.Quoted(string(after)), p.Name, p.Contract.Name, o.Event, p.Args)
}
