package probe

import (
	"context"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/canary"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/visible"
)

// Executes is the id of the finding that a hook executes its input.
const Executes = "HT621"

// executesInput puts each canary into what the hook refuses and what it lets through.
func executesInput(ctx context.Context, p *prober) (result, error) {
	for _, unharmed := range p.known() {
		for _, text := range canary.Texts() {
			o := unharmed.occasion
			o.Fields = WithCanary(p.Contract, o.Event, o.Fields, text)
			if o.Raw != nil {
				o.Raw = jsonvalue.Marshal(o.Fields)
			}
			now, err := p.fire(ctx, o, trial.Variation{})
			if err != nil {
				return result{}, err
			}
			if now.Executed {
				return result{found: []Found{{Executed(text, p.hook.Text), p.seeFed("printf %s "+quoted(string(p.payload(o)))) + "; ls " + canary.File}}}, nil
			}
		}
	}
	return result{}, nil
}

// WithCanary are the fields of an event with a canary in each text that the user or a model
// writes: all but the name of the tool, and what else matchers are tested against.
func WithCanary(c *dialect.Contract, event hook.Event, fields *jsonvalue.Object, text canary.Text) *jsonvalue.Object {
	row, _ := c.Event(event)
	names := []string{row.Subject.Field}
	for _, base := range c.Base {
		names = append(names, base.Name)
	}
	changed, _ := text.Into(fields, names...).(*jsonvalue.Object)
	return changed
}

// Executed is the finding that a canary was executed, with the line of the script that can
// have done it.
func Executed(text canary.Text, script []byte) finding.Finding {
	const shown = 80
	where := ""
	if number, line := text.Line(script); number > 0 {
		where = fmt.Sprintf(" (line %d: %s)", number, visible.Clip(visible.Line(line), shown))
	}
	return finding.Finding{
		Rule: ruleOf(Executes),
		Text: fmt.Sprintf("%s ran %q from the payload%s: what a model or a page writes runs on this machine, whatever the agent decides", text.By, strings.TrimSpace(text.Text), where),
		Fix:  `hand text on as data: no eval and no sh -c, "$command" as an argument of its own, a parameter in SQL, grep -F in the place of sed`,
	}
}
