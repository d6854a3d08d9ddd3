package fire

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// activeField is the field by which the hooks of most agents detect that they have denied before.
const activeField = "stop_hook_active"

// checkRepeat refuses to repeat an event that the agent doesn't fire again.
func (o *options) checkRepeat(p execution.Spec) error {
	row := o.Whose.Row(p.Event)
	switch {
	case !o.repeat:
		return nil
	case row.Moment != dialect.TurnAfter && row.Moment != dialect.SubagentEnd:
		return console.Usage(fmt.Sprintf("%s is not fired again after a refusal", p.Event), "--repeat is for the end of a turn, such as Stop")
	case p.Stdin != nil:
		return console.Usage("--repeat goes without --stdin", "a payload that is given whole stays as it is")
	}
	return nil
}

// repeated fires the event once more, as the agent does after a denial, and describes what the
// agent does with hooks that deny every time.
func (o *options) repeated(ctx context.Context, spec execution.Spec, first effect.Verdict) (hook.Warning, error) {
	row := o.Whose.Row(spec.Event)
	if first.Kind != effect.Deny {
		return hook.Warning{Text: fmt.Sprintf("nothing refuses, so %s fires %s once", o.Whose.Product, spec.Event)}, nil
	}
	field := activeField
	if row.Repeats.Field != "" {
		field = row.Repeats.Field
	}
	spec.Fields = spec.Fields.Clone()
	spec.Fields.Set(field, true)
	again, err := execution.Run(ctx, spec)
	if err != nil {
		return hook.Warning{}, console.Fault(err)
	}
	asked := fmt.Sprintf("asked again with %s: true, the hooks come to %s", field, again.Verdict.Kind)
	if again.Verdict.Kind != effect.Deny {
		return hook.Warning{Rule: again.Verdict.Rule, Text: asked}, nil
	}
	return hook.Warning{Rule: row.Repeats.Fact, Text: asked + ": " + o.giveUp(row.Repeats)}, nil
}

// giveUp describes what the agent does with hooks that deny every time.
func (o *options) giveUp(r dialect.Repeats) string {
	product := o.Whose.Product
	switch {
	case r.Fact == "":
		return "it is not known after how many refusals " + product + " gives up"
	case r.Endless:
		return product + " never gives up, and continues without end"
	}
	text := fmt.Sprintf("%s gives up after it has asked %d times, and ends all the same", product, r.Runs)
	if r.Variable != "" {
		text += ", unless " + r.Variable + " says otherwise"
	}
	return text
}
