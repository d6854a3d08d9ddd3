package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
)

// A side is what one of several agents plans, or the reason why it plans nothing.
type side struct {
	project.Asked
	Planned
}

func plan(ctx context.Context, a *console.App, o Options) error {
	if err := project.CheckFolder(o.Project); err != nil {
		return err
	}
	sides, err := console.Await(ctx, func() ([]side, error) { return o.sides(a) })
	if err != nil {
		return err
	}
	if len(sides) == 1 {
		// Checked for a single agent only: several agents have different names for the subject.
		if err := sides[0].unmatched(o.Subject); err != nil {
			return err
		}
	}
	if o.format != "json" {
		writePretty(a, sides)
		return unmet(sides)
	}
	document := project.Report("plan", "plan", sides, func(s side) any { return s.object() })
	return cmp.Or(console.WriteFault(layout.Write(a.Streams.Out, jsonvalue.Marshal(document))), unmet(sides))
}

// unmatched refuses a subject that no matcher of the event is tested against.
func (s side) unmatched(subject string) error {
	event := s.Explained.Event
	switch of := s.Whose.Row(event).Subject; {
	case subject == "":
	case of.Unknown:
		return console.Usage(fmt.Sprintf("it is not known against what %s tests matchers on %s", s.Whose.Product, event), "hooktest plan "+string(event))
	case of.Field == "":
		return console.Usage(fmt.Sprintf("matchers are ignored on %s: it takes no %q", event, subject), "hooktest plan "+string(event))
	}
	return nil
}

func (o Options) sides(a *console.App) ([]side, error) {
	asked, err := o.Several(a, string(o.Event))
	if err != nil {
		return nil, err
	}
	return project.Answering(&o.Source, a, asked, o.sideOf)
}

func (o Options) sideOf(one project.Asked) (side, error) {
	s := side{Asked: one}
	if one.Absent != "" {
		return s, nil
	}
	event, subject, err := eventinput.Matched(one.Whose.Contract, string(o.Event), o.Subject)
	if absent, ok := errors.AsType[*eventinput.Absence](err); ok {
		s.Absent = absent.Error()
		return s, nil
	}
	if mismatch, ok := errors.AsType[*eventinput.Mismatch](err); ok {
		return side{}, console.Usage(mismatch.Error(), mismatch.Hint)
	}
	if err != nil {
		return side{}, console.Fault(err)
	}
	s.Planned, err = Make(Options{Source: one.Source, Event: event, Subject: subject, expect: o.expect}, one.Document, nil)
	if err != nil {
		return side{}, console.Fault(err)
	}
	return s, nil
}

// writePretty shows the plans, equal ones once. Several agents are compared first.
func writePretty(a *console.App, sides []side) {
	out := a.Streams.Out
	if len(sides) > 1 {
		compare(out, sides)
	}
	for _, alike := range alikeSides(sides) {
		names := make([]string, len(alike))
		for i, s := range alike {
			names[i] = s.Whose.Name
			s.Complain(a, s.Prefix(len(sides)))
			if message, hint := s.Whose.SubjectWarning(s.Options.Event, s.Options.Subject); message != "" {
				a.Warn(message, hint)
			}
			s.hold(a, s.Prefix(len(sides)))
		}
		title := names[0] + " "
		if len(sides) > 1 {
			title = ""
			out.Printf("\n%s %s\n", out.Styled(term.Dim, "under"), out.Styled(term.Bold, english.And(names)))
		}
		alike[0].write(out, title)
	}
}

// compare shows a row for each agent, and then the hooks that the agents treat differently.
func compare(out *term.Stream, sides []side) {
	wide := len("agent")
	rows := make([]view.Row, len(sides))
	for i, s := range sides {
		rows[i] = view.Row{Agent: s.Whose.Name, Absent: s.Absent}
		if s.Absent == "" {
			rows[i].Title = s.eventTitle()
		}
		wide = max(wide, len(s.Whose.Name))
	}
	b := view.Block{Out: out}
	b.Titles(rows)
	for _, s := range sides {
		line := out.Styled(term.Dim, "-  "+s.Absent)
		if s.Absent == "" {
			line = term.Painted(s.summary())
		}
		out.Printf("  %-*s  %s\n", wide, s.Whose.Name, line)
	}
	if told := differences(sides); len(told) > 0 {
		out.Printf("\n%s\n", out.Styled(term.Bold, "Where they differ"))
		for _, line := range told {
			out.Printf("  %s\n", strings.Join(term.Wrap(line, out.Width()-2), "\n    "))
		}
	}
}

type hookStatus struct {
	what         happens
	reason, rule string
}

// happens is the kind of a status. The constants are in report order.
type happens int

const (
	fires happens = iota
	left
	unread
)

// of formats the status for the agents that share it.
func (f hookStatus) of(names []string) string {
	who := english.And(names)
	switch f.what {
	case fires:
		return "fires in " + who
	case unread:
		return "unread by " + who
	}
	return "not in " + who + ": " + view.WithRule(hook.Warning{Rule: f.rule, Text: f.reason})
}

// differences describes in one line each hook that fires under some agents only, with its status
// under each agent.
func differences(sides []side) []string {
	var places []string
	titles := map[string]string{}
	for _, s := range sides {
		for _, entry := range s.all() {
			place := placeOf(entry)
			if titles[place] == "" {
				places = append(places, place)
				titles[place] = entry.Title()
			}
		}
	}
	var lines []string
	for _, place := range places {
		var order []hookStatus
		names := map[hookStatus][]string{}
		for _, s := range sides {
			if s.Absent != "" {
				continue
			}
			f := s.statusOf(place)
			if names[f] == nil {
				order = append(order, f)
			}
			names[f] = append(names[f], s.Whose.Name)
		}
		slices.SortStableFunc(order, func(a, b hookStatus) int { return cmp.Compare(a.what, b.what) })
		if len(order) < 2 || order[0].what != fires {
			continue
		}
		parts := lists.Of(order, func(f hookStatus) string { return f.of(names[f]) })
		lines = append(lines, fmt.Sprintf("%s (%s): %s", view.Brief(titles[place]), console.Near(place), strings.Join(parts, "; ")))
	}
	return lines
}

// placeOf returns where a hook is configured, or its title if it has no place.
func placeOf(entry hook.Entry) string {
	if entry.Position.IsZero() {
		return entry.Title()
	}
	return entry.Position.String()
}

// all returns the fired and the skipped hooks of a plan.
func (s side) all() []hook.Entry {
	if s.Absent != "" {
		return nil
	}
	all := slices.Clone(s.Explained.Entries)
	for _, skipped := range s.Explained.Skipped {
		all = append(all, skipped.Entry)
	}
	return all
}

func (p Planned) statusOf(place string) hookStatus {
	if slices.ContainsFunc(p.Explained.Entries, func(e hook.Entry) bool { return placeOf(e) == place }) {
		return hookStatus{}
	}
	for _, skipped := range p.Explained.Skipped {
		if placeOf(skipped.Entry) == place {
			return hookStatus{left, strings.ReplaceAll(skipped.Reason, skipped.Entry.Position.File, console.Near(skipped.Entry.Position.File)), skipped.Rule}
		}
	}
	return hookStatus{what: unread}
}

func alikeSides(sides []side) [][]side {
	planning := lists.Where(sides, func(s side) bool { return s.Absent == "" })
	return lists.Groups(planning, func(a, b side) bool {
		return a.eventTitle() == b.eventTitle() && a.summary() == b.summary() &&
			reflect.DeepEqual(a.Explained.Entries, b.Explained.Entries) && reflect.DeepEqual(a.Explained.Skipped, b.Explained.Skipped)
	})
}

// unmet is the error for an expectation of every agent, or nil if all agents meet it.
func unmet(sides []side) error {
	var messages []string
	for _, s := range sides {
		if s.Absent != "" {
			continue
		}
		firing := 0
		if s.Planned.Document.EnableHooks {
			firing = len(s.Explained.Entries)
		}
		whose, what := s.Prefix(len(sides)), strings.TrimSpace(string(s.Options.Event)+" "+s.Options.Subject)
		switch {
		case s.Options.expect == expectFires && firing == 0:
			messages = append(messages, whose+"expected a hook to fire on "+what+", none does")
		case s.Options.expect == expectSilent && firing > 0:
			messages = append(messages, fmt.Sprintf("%sexpected no hook to fire on %s, %s", whose, what, english.Plural(firing, "does", "do")))
		}
	}
	if len(messages) == 0 {
		return nil
	}
	return &console.Failure{Code: console.ExitAgainst, Message: strings.Join(messages, "\n")}
}
