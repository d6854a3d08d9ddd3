package fire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/consent"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/expectation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/lists"
)

// A side is what one of several agents fires, or the reason why it fires nothing.
type side struct {
	project.Asked
	spec execution.Spec
	// plan lists the hooks that the agent starts.
	plan *hook.Plan
	fired
}

func (o *options) run(ctx context.Context, args []string) error {
	sides, err := console.Await(ctx, func() ([]*side, error) { return o.sides(args) })
	if err != nil {
		return err
	}
	if err := o.consent.Agree(ctx, o.App, commandsOf(sides)); err != nil {
		return err
	}
	if err := fireAll(ctx, sides); err != nil {
		return err
	}
	if o.repeat && sides[0].Document.EnableHooks {
		note, err := o.repeated(ctx, sides[0].spec, sides[0].Verdict)
		if err != nil {
			return err
		}
		sides[0].again = []hook.Warning{note}
	}
	written := o.reports.Write(o.App, sides)
	return cmp.Or(o.conclude(sides), written)
}

// sides prepares the firings of all chosen agents without starting any.
func (o *options) sides(args []string) ([]*side, error) {
	if err := cmp.Or(o.Check(), expectation.Check(o.expect), o.reports.Check(), project.CheckFolder(o.Project), o.asking.Read()); err != nil {
		return nil, err
	}
	asked, err := o.Several(o.App, o.Event)
	if err != nil {
		return nil, err
	}
	if o.repeat && len(asked) > 1 {
		return nil, console.Usage("--repeat asks one agent", "name it with --agents")
	}
	if len(args) > 0 {
		for _, one := range asked {
			if event, ok := eventinput.Event(one.Whose.Contract, o.Event); ok {
				o.Event, o.Whose = string(event), one.Whose
				break
			}
		}
		if err := o.takeSubject(args[0]); err != nil {
			return nil, err
		}
		if err := o.Check(); err != nil {
			return nil, err
		}
	}
	if o.Tool == "" && o.Subject == "" {
		if err := o.TakePiped(); err != nil {
			return nil, err
		}
	}
	return project.Answering(&o.Source, o.App, asked, func(one project.Asked) (*side, error) {
		s := &side{Asked: one}
		if err := o.aim(s); err != nil {
			return nil, err
		}
		o.NotFirst = o.NotFirst || s.Absent == ""
		return s, nil
	})
}

func commandsOf(sides []*side) []consent.Command {
	var all []consent.Command
	for _, s := range sides {
		if s.Absent != "" || !s.Document.EnableHooks {
			continue
		}
		for _, entry := range s.plan.Entries {
			scope := ""
			if i := slices.Index(s.Document.Files, entry.Position.File); i >= 0 {
				scope = s.Document.Scopes[i]
			}
			all = append(all, consent.Of(entry.Title(), entry.Position.File, scope, s.Whose.Settings))
		}
	}
	return all
}

// aim works out what an agent would fire.
func (o *options) aim(s *side) error {
	if s.Absent != "" {
		return nil
	}
	o.Agent, o.Whose = s.Whose, s.Whose
	p, err := o.Payload()
	if absent, ok := errors.AsType[*eventinput.Absence](err); ok {
		s.Absent = absent.Error()
		return nil
	}
	if err != nil {
		return err
	}
	if s.spec, err = o.spec(s.Source, s.Document, p); err != nil {
		return err
	}
	if err := o.checkRepeat(s.spec); err != nil {
		return err
	}
	o.asking.Into(&s.spec)
	subject, _ := p.Fields.GetString(s.Whose.Row(p.Event).Subject.Field)
	s.plan, err = planner.Explain(s.Whose.Contract, project.Registered(s.Whose, s.Document), s.Document.EnableHooks, p.Event, subject)
	if err != nil {
		return console.Fault(err)
	}
	s.plan = planner.For(s.Whose.Contract, s.plan, p.Fields)
	return nil
}

// fireAll fires one agent after another, since all work in the same folder. Agents with the most
// hooks go first, so that the others can reuse their results.
func fireAll(ctx context.Context, sides []*side) error {
	order := slices.DeleteFunc(slices.Clone(sides), func(s *side) bool { return s.Absent != "" })
	slices.SortStableFunc(order, func(a, b *side) int { return len(b.plan.Entries) - len(a.plan.Entries) })
	var shared execution.Shared
	for _, s := range order {
		firing, err := shared.Run(ctx, s.spec, s.plan)
		if err != nil {
			return console.Fault(err)
		}
		if ctx.Err() != nil {
			return console.Silent(console.ExitInterrupted)
		}
		if s.fired, err = firedBy(s.Source, s.Document, firing); err != nil {
			return err
		}
	}
	amongOthers(order)
	return nil
}

// amongOthers adds findings about hooks that several agents start.
func amongOthers(all []*side) {
	type place struct {
		side *side
		at   int
	}
	type hookKey struct {
		position hook.Position
		title    string
	}
	same := map[hookKey][]place{}
	for _, s := range all {
		for i, r := range s.Merged.Results {
			key := hookKey{r.Entry.Position, r.Entry.Title()}
			same[key] = append(same[key], place{s, i})
		}
	}
	for _, places := range same {
		runs := lists.Of(places, func(p place) finding.Run { return finding.Runs(p.side.Firing)[p.at] })
		among := finding.Among(runs)
		for _, p := range places {
			p.side.findings[p.at] = finding.Together(p.side.findings[p.at], among)
		}
	}
}

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
