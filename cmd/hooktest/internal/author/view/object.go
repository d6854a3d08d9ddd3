package view

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// JudgedObject returns a run for a JSON report.
func JudgedObject(agent string, j caserun.Run, warnings []hook.Warning) *jsonvalue.Object {
	run := jsonvalue.New(jsonvalue.Member{Key: "agent", Value: agent}, jsonvalue.Member{Key: "event", Value: string(j.Event)})
	if j.Tool != "" {
		run.Set("tool", j.Tool)
	}
	SetVerdict(run, j.Verdict)
	run.Set("effects", EffectsObject(j.Words))
	run = run.Overlay(ResultObject(j.Result))
	run.Set("findings", FindingList(j.Findings))
	run.Set("warnings", WarningList(Untold(warnings, j.Findings)))
	return run
}

// SetVerdict adds a verdict with its reason.
func SetVerdict(o *jsonvalue.Object, v effect.Verdict) {
	o.Set("verdict", string(v.Kind))
	o.Set("rule", v.Rule)
	o.Set("why", v.Why)
}

// EffectsObject describes what the agent does, and what the model and the user see.
func EffectsObject(w effect.Words) *jsonvalue.Object {
	o := jsonvalue.New(jsonvalue.Member{Key: "agent", Value: w.Agent})
	if w.Model != nil {
		o.Set("modelSees", *w.Model)
	}
	if w.User != nil {
		o.Set("userSees", *w.User)
	}
	if d := w.Difference; d != nil {
		o.Set("change", jsonvalue.New(
			jsonvalue.Member{Key: "what", Value: d.What},
			jsonvalue.Member{Key: "before", Value: d.Before},
			jsonvalue.Member{Key: "after", Value: d.After},
		))
	}
	return o
}

// ResultObject describes the hook's process. In its streams, U+FFFD replaces bytes that are not
// UTF-8. The numbers of bytes are exact.
func ResultObject(r hook.ExecutionResult) *jsonvalue.Object {
	o := jsonvalue.New(jsonvalue.Member{Key: "ending", Value: r.Ending.String()})
	if r.Ending == hook.Exited {
		o.Set("exitCode", Number(r.Code))
	}
	if r.Signal != "" {
		o.Set("signal", r.Signal)
	}
	if r.Err != nil {
		o.Set("error", r.Err.Error())
	}
	o.Set("milliseconds", jsonvalue.New(
		jsonvalue.Member{Key: "exit", Value: hook.Milliseconds(r.Duration)},
		jsonvalue.Member{Key: "pipesClosed", Value: hook.Milliseconds(r.PipesClosed)},
	))
	if stdin, err := jsonvalue.Parse(r.Stdin); err == nil {
		o.Set("stdin", stdin)
	}
	if r.Unread != hook.UnreadUnknown {
		o.Set("stdinUnread", Number(r.Unread))
	}
	o.Set("stdout", streamObject(r.Stdout, r.StdoutDropped))
	o.Set("stderr", streamObject(r.Stderr, r.StderrDropped))
	return o
}

// Number returns an integer for a JSON report.
func Number(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func streamObject(data []byte, dropped int64) *jsonvalue.Object {
	text := string(data)
	o := jsonvalue.New(
		jsonvalue.Member{Key: "text", Value: text},
		jsonvalue.Member{Key: "bytes", Value: json.Number(strconv.FormatInt(int64(len(data))+dropped, 10))},
	)
	if !utf8.ValidString(text) {
		o.Set("validUTF8", false)
	}
	if dropped > 0 {
		o.Set("dropped", json.Number(strconv.FormatInt(dropped, 10)))
	}
	return o
}

// WarningList returns warnings, or notes, for a JSON report.
func WarningList(warnings []hook.Warning) []any {
	list := make([]any, len(warnings))
	for i, w := range warnings {
		warning := jsonvalue.New(jsonvalue.Member{Key: "rule", Value: w.Rule}, jsonvalue.Member{Key: "text", Value: w.Text})
		if !w.Position.IsZero() {
			warning.Set("position", w.Position.String())
		}
		list[i] = warning
	}
	return list
}

// ToolOf returns the tool of a firing, or "" if its event is not about a tool.
func ToolOf(f engine.Firing) string {
	row, _ := f.Config.Contract().Event(f.Event)
	if !row.Subject.Tool {
		return ""
	}
	tool, _ := f.Fields.GetString(row.Subject.Field)
	return tool
}

// Origin returns where a hook is configured, with a short path.
func Origin(entry hook.Entry) string { return Near(entry.Position).String() }

// Near shortens the path of a file below the working directory.
func Near(p hook.Position) hook.Position {
	p.File = console.Near(p.File)
	return p
}

// A Place is a place in a file for JSON reports.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// PlaceAt returns a position for a JSON report, or nil if there is none.
func PlaceAt(p hook.Position) *Place {
	if p.IsZero() {
		return nil
	}
	return &Place{p.File, p.Line, p.Column}
}
