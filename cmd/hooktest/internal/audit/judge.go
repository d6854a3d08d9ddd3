package audit

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/replay"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/visible"
)

func (p *Plan) rows(ctx context.Context, s *Session, records string, recorded map[int]bool) error {
	player := replay.Player{Project: p.Project, Environ: p.Environ, Scrubber: scrub.New("", "")}
	runs := make([][]cassette.Record, len(p.Hooks))
	for i := range p.Hooks {
		// Without a file there was no run.
		runs[i], _, _ = cassette.Load(cassetteOf(records, i))
	}
	for i := range p.Hooks {
		h := p.inMode(p.Hooks[i], s)
		row := Row{Hook: h, Mode: s.Mode, Title: string(h.Event)}
		if recorded[i] {
			started := len(runs[i]) > 0
			row.Started = &started
		}
		role, tool := p.roles[i]
		switch {
		case s.Unrun != "" && len(runs[i]) == 0:
			row.Status, row.Why = Unseen, s.Unrun
			if len(h.Why) > 0 {
				row.Why = "by its settings it does not run" + p.because(&row)
			}
		case s.moved != nil && !s.moved[h.At.File]:
			row.Status, row.Why = Unseen, "the hooks of "+h.At.File+" can't be moved into a plugin"
		case p.untold[i] != "":
			row.Status, row.Why = Unseen, p.untold[i]
		case tool:
			c := p.callFor(i, role)
			if err := p.judgeCall(ctx, &row, i, c, runs, player); err != nil {
				return err
			}
		default:
			p.judgeMoment(&row, runs[i], s)
		}
		s.Rows = append(s.Rows, row)
	}
	return nil
}

// callFor returns the call that a hook refuses, or else the harmless one of its tool.
func (p *Plan) callFor(i int, role dialect.Role) *call {
	n := slices.IndexFunc(p.calls, func(c *call) bool { return slices.Contains(c.guards, i) })
	if n < 0 {
		return p.harmless(role)
	}
	return p.calls[n]
}

// harmless returns the call of a tool that no guard refuses.
func (p *Plan) harmless(role dialect.Role) *call {
	return p.calls[slices.IndexFunc(p.calls, func(c *call) bool { return c.role == role && len(c.guards) == 0 })]
}

// ignored reports whether a tool ran for the harmless call without a hook that is for all its calls.
func (p *Plan) ignored(i int, role dialect.Role, runs [][]cassette.Record) bool {
	c := p.harmless(role)
	return c.ran != nil && *c.ran && c.about(runs[i]) == nil && p.Hooks[i].Entry.If == ""
}

// about returns the record of a hook's run for a call, or nil.
func (c *call) about(runs []cassette.Record) *cassette.Record {
	i := slices.IndexFunc(runs, func(r cassette.Record) bool { return bytes.Contains(r.Stdin, []byte(c.token)) })
	if i < 0 {
		return nil
	}
	return &runs[i]
}

func (p *Plan) judgeCall(ctx context.Context, row *Row, i int, c *call, runs [][]cassette.Record, player replay.Player) error {
	row.Title, row.Guards = c.title, len(c.guards) > 0
	row.Asked, row.Ran, row.Model, row.Record = c.asked, c.ran, c.read, c.about(runs[i])
	if row.Record != nil {
		var err error
		if row.Verdict, err = player.Verdict(ctx, *row.Record); err != nil {
			return err
		}
	}
	event, _ := p.Contract.Event(row.Hook.Event)
	refused := row.Verdict == effect.Deny || row.Verdict == effect.Stop
	ran, stopped := c.ran != nil && *c.ran, c.ran != nil && !*c.ran
	unstarted := row.Started != nil && row.Record == nil
	row.Status = Unseen
	switch {
	case !c.asked:
		row.Why = "a run ended before the model could make this call"
	case unstarted && !ran && event.Moment != dialect.ToolBefore:
		row.Why = "the tool did not run, so there was nothing to start the hook for"
	case c.broken != "" && !ran && row.Record == nil && !(unstarted && p.ignored(i, c.role, runs)):
		row.Why = "the tool did not run, and " + c.broken
	case unstarted && !ran && len(runs[i]) > 0:
		row.Status, row.Why = Runs, "started for other calls; this one was refused without it"
	case unstarted && !ran && p.ignored(i, c.role, runs):
		row.Status, row.Title, row.Why = Dead, p.harmless(c.role).title, "not started"+p.because(row)
	case unstarted && !ran:
		row.Why = "the tool did not run for another reason: " + brief(c.read)
		if other := p.refuser(i, c, runs); other != "" {
			row.Why = "another hook refused first: " + other
		}
	case unstarted && row.Hook.Entry.If != "" && !row.Guards:
		row.Why = "no call is known that its condition is for"
	case unstarted:
		row.Status, row.Why = Dead, "not started"+p.because(row)
	case row.Guards && ran && row.Record == nil:
		row.Status, row.Why = Dead, "the tool ran"+p.because(row)
	case ran && refused && event.Moment == dialect.ToolBefore:
		row.Status, row.Why = Dead, "it was started and refused, and the tool ran all the same"
	case row.Guards && ran:
		row.Status, row.Why = Dead, fmt.Sprintf("it was started and did not refuse (%s), although it refuses this when it is asked directly", answered(row))
	case stopped && (refused || row.Guards && row.Record == nil):
		row.Status = Stops
	case row.Record != nil && c.ran == nil && refused:
		row.Status, row.Why = Stops, "as the model was told; the tool itself leaves no trace"
	case row.Record != nil:
		row.Status = Runs
	default:
		row.Why = "whether the hook was started can't be seen: " + unrecorded(row.Hook)
	}
	return nil
}

// refuser returns the command of another hook that refused a call.
func (p *Plan) refuser(i int, c *call, runs [][]cassette.Record) string {
	for n := range p.Hooks {
		if r := c.about(runs[n]); n != i && r != nil && (r.Exit != 0 || len(r.Stdout) > 0) {
			return brief(p.Hooks[n].Command)
		}
	}
	return ""
}

// inMode returns a hook without a lack of trust that does not count in a mode.
func (p *Plan) inMode(h diagnosis.Hook, s *Session) *diagnosis.Hook {
	trusts := p.Contract.Modes[dialect.Mode(s.Mode)].Trusts
	if s.moved != nil || slices.ContainsFunc(p.Files, func(f diagnosis.File) bool { return f.Path == h.At.File && slices.Contains(trusts, f.Scope) }) {
		h.Why = slices.DeleteFunc(slices.Clone(h.Why), diagnosis.Distrusts)
	}
	return &h
}

// because adds what is known about the reason.
func (p *Plan) because(row *Row) string {
	mode := p.Contract.Modes[dialect.Mode(row.Mode)]
	switch why := row.Hook.Why; {
	case len(why) > 0:
		return ": " + why[0].Rule.ID + " " + why[0].Text
	case slices.Contains(mode.Unfired, row.Hook.Event):
		return fmt.Sprintf(": %s does not fire %s in this mode (%s)", p.Contract.Product, row.Hook.Event, mode.Fact)
	case row.Hook.State == diagnosis.Waits:
		return fmt.Sprintf(": the user has not trusted it as it is now; hooktest doctor --agent %s says more", p.Agent.Name)
	}
	return ""
}

// unrecorded says why a hook has no recorder.
func unrecorded(h *diagnosis.Hook) string {
	if h.Command == "" || h.State == diagnosis.Unjudged {
		return "it starts no command"
	}
	return "no recorder can be put in front of it in " + h.At.File
}

func answered(row *Row) string {
	text := fmt.Sprintf("exit code %d", row.Record.Exit)
	if row.Record.Signal != "" {
		text = row.Record.Signal
	}
	if said := strings.TrimSpace(string(row.Record.Stderr)); said != "" {
		text += ": " + brief(said)
	}
	return text
}

// expected are the moments that come in every run.
var expected = []dialect.Moment{dialect.SessionStart, dialect.TurnBefore, dialect.TurnAfter, dialect.ModelBefore, dialect.ModelAfter}

// judgeMoment judges a hook of an event that is not about a tool.
func (p *Plan) judgeMoment(row *Row, runs []cassette.Record, s *Session) {
	event, known := p.Contract.Event(row.Hook.Event)
	row.Status = Unseen
	switch {
	case len(runs) > 0:
		row.Status, row.Record = Runs, &runs[0]
	case row.Started == nil:
		row.Why = "whether the hook was started can't be seen: " + unrecorded(row.Hook)
	case !known:
		row.Status, row.Why = Dead, "not started"+p.because(row)
	case row.Hook.Matcher != "" && event.Subject.Field != "" && event.Moment != dialect.TurnBefore && len(row.Hook.Why) == 0:
		row.Why = "nothing that its matcher matches happened"
	case slices.Contains(expected, event.Moment) && broken(s) == "", len(row.Hook.Why) > 0:
		row.Status, row.Why = Dead, "not started"+p.because(row)
	case p.Agent.Modes[s.Mode].Delegates && (event.Moment == dialect.SubagentStart || event.Moment == dialect.SubagentEnd):
		row.Status, row.Why = Dead, "not started, and there was a sub-agent"
	case slices.Contains(expected, event.Moment):
		row.Why = "not seen, and the agent " + broken(s)
	default:
		row.Why = "nothing of that kind happened"
	}
}

// broken says how the last run ended if last events may be missing in every run; "" if not.
func broken(s *Session) (how string) {
	for _, r := range s.Runs {
		if how = r.Broken(); how == "" {
			return ""
		}
	}
	return how
}

// brief shortens a text to a line.
func brief(text string) string {
	return cmp.Or(visible.Clip(visible.Line(strings.Join(strings.Fields(text), " ")), 160), "no text")
}
