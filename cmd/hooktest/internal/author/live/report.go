package live

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/audit"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

func (o *options) report(sides []side) error {
	if o.format == "json" {
		return console.WriteFault(console.WriteJSON(o.Streams.Out, document(sides)))
	}
	hooks, dead, tested := 0, 0, false
	for _, s := range sides {
		n, d := o.write(s)
		hooks, dead = hooks+n, dead+d
		tested = tested || slices.ContainsFunc(s.sessions, func(session audit.Session) bool { return session.Unrun == "" })
	}
	became := "none is dead"
	switch {
	case dead > 0:
		became = english.Plural(dead, "is dead", "are dead")
	case !tested:
		became = "nothing is known, for the agent did not run"
	}
	o.Streams.Out.Printf("%s: %s\n", english.Count(hooks, "hook"), became)
	return nil
}

// write writes a side for people, and counts its hooks and the dead ones.
func (o *options) write(s side) (hooks, dead int) {
	out := o.Streams.Out
	more := ""
	if !s.Open {
		more = ", which has " + s.Licence
	}
	if s.confirmed != "" {
		more += "; " + s.confirmed
	}
	out.Printf("%s %s%s\n", out.Styled(term.Bold, s.Product), visible.Line(s.program.Version), more)
	for _, session := range s.sessions {
		if session.Unrun != "" {
			out.Printf("  %s: %s\n", out.Styled(term.Bad, "not tested in "+session.Mode), visible.Line(session.Unrun))
		}
		if wrote := outside(session); len(wrote) > 0 {
			out.Printf("  in %s it wrote outside your home and the project, which changed nothing here: %s\n", session.Mode, visible.Line(wrote[0])+further(len(wrote)-1))
		}
	}
	for i := range s.sessions[0].Rows {
		rows := lists.Of(s.sessions, func(session audit.Session) audit.Row { return session.Rows[i] })
		h := rows[0].Hook
		hooks++
		if slices.ContainsFunc(rows, func(r audit.Row) bool { return r.Status == audit.Dead }) {
			dead++
		}
		command, _, _ := strings.Cut(strings.TrimSpace(h.Command), "\n")
		out.Printf("  %s: %s %s\n", visible.Line(console.Near(h.At.String())), h.Event, visible.Line(view.Brief(command)))
		for len(rows) > 0 {
			first := rows[0]
			same := func(r audit.Row) bool {
				return r.Status == first.Status && r.Why == first.Why && r.Title == first.Title
			}
			var modes []string
			for _, r := range rows {
				if same(r) {
					modes = append(modes, r.Mode)
				}
			}
			rows = slices.DeleteFunc(rows, same)
			in := english.And(modes)
			switch first.Status {
			case audit.Stops:
				out.Printf("    %s %s in %s\n", out.Styled(term.Good, "stops"), visible.Line(first.Title), in)
			case audit.Runs:
				out.Printf("    %s for %s in %s\n", out.Styled(term.Good, "runs"), visible.Line(first.Title), in)
			case audit.Dead:
				out.Printf("    %s in %s, for %s\n", out.Styled(term.Bad, "is DEAD"), in, visible.Line(first.Title))
			default:
				out.Printf("    not seen in %s\n", in)
			}
			if first.Why != "" && !slices.ContainsFunc(s.sessions, func(session audit.Session) bool { return session.Unrun == first.Why }) {
				out.Printf("      %s\n", visible.Line(first.Why))
			}
		}
	}
	return hooks, dead
}

// outside returns what the agent wrote outside the user's folders.
func outside(s audit.Session) (all []string) {
	for _, run := range s.Runs {
		all = append(all, run.Outside...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A liveReport is the result for programs (schemas: live-report).
type liveReport struct {
	Schema string      `json:"schema"`
	Agents []agentJSON `json:"agents"`
	Next   []string    `json:"next"`
}

type agentJSON struct {
	Agent    string     `json:"agent"`
	Product  string     `json:"product"`
	Contract string     `json:"contract"`
	Program  string     `json:"program"`
	Version  string     `json:"version"`
	Open     bool       `json:"open"`
	Modes    []modeJSON `json:"modes"`
}

type modeJSON struct {
	Mode         string    `json:"mode"`
	Untested     string    `json:"untested,omitempty"`
	Milliseconds int64     `json:"milliseconds"`
	Requests     int       `json:"requests"`
	Outside      []string  `json:"outside,omitempty"`
	Hooks        []rowJSON `json:"hooks"`
}

type rowJSON struct {
	Event   string     `json:"event"`
	Command string     `json:"command"`
	At      view.Place `json:"at"`
	For     string     `json:"for"`
	Guards  bool       `json:"guards"`
	Status  string     `json:"status"`
	Why     string     `json:"why,omitempty"`
	// Started and Ran are null if that could not be seen.
	Started *bool       `json:"started"`
	Ran     *bool       `json:"ran"`
	Model   *string     `json:"model"`
	Hook    *answerJSON `json:"hook"`
}

type answerJSON struct {
	Stdin   cassette.Text `json:"stdin"`
	Stdout  cassette.Text `json:"stdout"`
	Stderr  cassette.Text `json:"stderr"`
	Exit    int           `json:"exit"`
	Signal  string        `json:"signal,omitempty"`
	Verdict string        `json:"verdict"`
}

func document(sides []side) liveReport {
	all := liveReport{Schema: "urn:hooktest:schema:live-report", Agents: []agentJSON{}}
	var found []finding.Finding
	for _, s := range sides {
		one := agentJSON{Agent: s.Name, Product: s.Product, Contract: s.contract.Name, Program: s.program.Path, Version: s.program.Version, Open: s.Open, Modes: []modeJSON{}}
		for _, session := range s.sessions {
			m := modeJSON{Mode: session.Mode, Untested: session.Unrun, Outside: outside(session), Hooks: []rowJSON{}}
			for _, run := range session.Runs {
				m.Milliseconds += run.Duration.Milliseconds()
				m.Requests += len(run.Exchanges)
			}
			for _, r := range session.Rows {
				m.Hooks = append(m.Hooks, rowOf(r))
				if r.Status == audit.Dead {
					found = append(found, r.Hook.Why...)
				}
			}
			one.Modes = append(one.Modes, m)
		}
		all.Agents = append(all.Agents, one)
	}
	all.Next = rendering.Next(found)
	return all
}

func rowOf(r audit.Row) rowJSON {
	at := r.Hook.At
	j := rowJSON{
		Event: string(r.Hook.Event), Command: r.Hook.Command, At: view.Place{File: at.File, Line: at.Line, Column: at.Column},
		For: r.Title, Guards: r.Guards, Status: string(r.Status), Why: r.Why, Started: r.Started, Ran: r.Ran,
	}
	if r.Asked {
		j.Model = &r.Model
	}
	if c := r.Record; c != nil {
		j.Hook = &answerJSON{c.Stdin, c.Stdout, c.Stderr, c.Exit, c.Signal, string(r.Verdict)}
	}
	return j
}
