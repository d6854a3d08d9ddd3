package fire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/consent"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/expectation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/internal/english"
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

// run fires the event as each chosen agent does.
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
	alone := len(sides) == 1
	if o.repeat && sides[0].Document.EnableHooks {
		note, err := o.repeated(ctx, sides[0].spec, sides[0].Verdict)
		if err != nil {
			return err
		}
		sides[0].again = []hook.Warning{note}
	}
	switch {
	case o.format == "json" && alone:
		view.Write(o.Streams.Out, sides[0].object())
	case o.format == "json":
		view.Write(o.Streams.Out, comparisonOf(sides))
	case alone:
		sides[0].Complain(o.App, "")
		o.writePretty(sides[0].fired)
	default:
		o.writeSides(sides)
	}
	if alone {
		return o.conclude(sides[0].fired)
	}
	return o.concludeAll(sides)
}

// sides prepares the firings of all chosen agents without starting any.
func (o *options) sides(args []string) ([]*side, error) {
	if err := cmp.Or(o.check(), o.asking.Read()); err != nil {
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
	var sides []*side
	for _, one := range asked {
		s := &side{Asked: one}
		if err := o.aim(s); err != nil {
			return nil, err
		}
		o.NotFirst = o.NotFirst || s.Absent == ""
		sides = append(sides, s)
	}
	return project.Answering(&o.Source, o.App, sides, func(s *side) project.Asked { return s.Asked })
}

// commandsOf returns what is about to run.
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

// writeSides shows all verdicts in a matrix, why they differ, and then each agent's hooks.
func (o *options) writeSides(sides []*side) {
	b := firedBlock{view.Block{Out: o.Streams.Out}}
	rows := lists.Of(sides, func(s *side) view.Row { return s.row() })
	b.Matrix(rows)
	b.Reasons(rows)
	if o.Quiet {
		return
	}
	var shown []*side
	for _, s := range sides {
		if s.Absent != "" {
			continue
		}
		s.Complain(o.App, s.Whose.Name+": ")
		b.side(s, shown)
		shown = append(shown, s)
	}
}

// row returns the agent's row of the matrix. If no hook ran, the row has no verdict.
func (s *side) row() view.Row {
	row := view.Row{Agent: s.Whose.Name, Absent: s.Absent}
	if s.Absent != "" {
		return row
	}
	row.Title = s.eventTitle()
	switch {
	case !s.Document.EnableHooks:
		row.Absent = "hooks are off: " + s.SwitchedOff()
	case len(s.Merged.Results) == 0:
		row.Absent = "no hook ran"
	default:
		row.Verdict, row.Words, row.Findings = s.Verdict, s.Words(), slices.Concat(s.findings...)
	}
	return row
}

// side shows the hooks of an agent. If a hook ended in the same way under an agent shown before,
// it names that agent instead.
func (b firedBlock) side(s *side, shown []*side) {
	mode := s.row().Absent
	if n := len(s.Merged.Results); n > 0 {
		mode = s.mode(n)
	}
	b.Out.Printf("\n%s %s: %s\n", b.Out.Styled(term.Dim, "under"), b.Out.Styled(term.Bold, s.Whose.Name), mode)
	for i, r := range s.Merged.Results {
		b.hook(r, s.Each[i], s.findings[i])
		if name := endedAlike(r, shown); name != "" {
			b.Field("process", "as under "+name)
		} else {
			b.Process(r, false)
		}
	}
	s.writeUnfired(b)
	b.Warnings(s.ownWarnings())
	b.Notes(s.notes())
}

// endedAlike returns the first agent under which the hook ended in the same way with the same
// output.
func endedAlike(r hook.ExecutionResult, shown []*side) string {
	for _, s := range shown {
		for _, other := range s.Merged.Results {
			if other.Entry.Title() == r.Entry.Title() && view.EndedAlike(other, r) {
				return s.Whose.Name
			}
		}
	}
	return ""
}

// concludeAll turns the verdicts into the exit code. Agents for which no hook ran have no
// verdict. If no agent has one, the event was not judged.
func (o *options) concludeAll(sides []*side) error {
	var judged []engine.Firing
	var found [][]finding.Finding
	for _, s := range sides {
		if s.Absent == "" && s.Document.EnableHooks && len(s.Merged.Results) > 0 {
			judged = append(judged, s.Firing)
			found = append(found, s.findings...)
		}
	}
	if len(judged) == 0 {
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("no hook ran for %s", o.Event), Hint: "see why: " + o.planCommand(o.Event)}
	}
	for _, s := range sides {
		if s.Absent == "" {
			if err := o.untested(s.fired, s.Whose.Name); err != nil {
				return err
			}
		}
	}
	if err := unmetBy(o.expect, judged); err != nil || !o.strict {
		return err
	}
	return expectation.Strictly(found)
}

// unmetBy is the error for an expectation of every agent, or nil if all agents meet it.
func unmetBy(expect string, judged []engine.Firing) error {
	var others []string
	for _, f := range judged {
		if expect != "" && string(f.Verdict.Kind) != expect {
			others = append(others, fmt.Sprintf("%s in %s", f.Verdict.Kind, agents.Of(f).Name))
		}
	}
	if len(others) == 0 {
		return nil
	}
	return &console.Failure{Code: console.ExitAgainst, Message: fmt.Sprintf("expected %s of every agent, the verdict is %s", expect, english.And(others))}
}

// comparisonOf returns the firings of several agents as JSON (schemas: fire-comparison).
func comparisonOf(sides []*side) *jsonvalue.Object {
	all := make([]any, len(sides))
	for i, s := range sides {
		one := jsonvalue.New(jsonvalue.Member{Key: "agent", Value: s.Whose.Name})
		if s.Absent != "" {
			one.Set("absent", s.Absent)
		} else {
			one.Set("firing", s.object())
		}
		all[i] = one
	}
	return jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:fire-comparison"},
		jsonvalue.Member{Key: "agents", Value: all},
	)
}
