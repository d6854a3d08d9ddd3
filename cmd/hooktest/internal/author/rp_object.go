package author

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/layout"
)

type member = jsonvalue.Member

// writeReport writes a document that holds what strangers wrote. A write that
// fails is what the stream remembers.
func writeReport(out *term.Stream, report *jsonvalue.Object) {
	_ = layout.Write(out, jsonvalue.Marshal(report))
}

// A judged run is what an agent makes of one.
type judged struct {
	agent    string
	event    hook.Event
	tool     string
	verdict  effect.Verdict
	words    effect.Words
	result   hook.ExecutionResult
	findings []finding.Finding
	warnings []hook.Warning
}

func judgedObject(j judged) *jsonvalue.Object {
	run := jsonvalue.New(member{Key: "agent", Value: j.agent}, member{Key: "event", Value: string(j.event)})
	if j.tool != "" {
		run.Set("tool", j.tool)
	}
	for _, m := range verdictMembers(j.verdict) {
		run.Set(m.Key, m.Value)
	}
	run.Set("effects", effectsObject(j.words))
	for key, value := range resultObject(j.result).All() {
		run.Set(key, value)
	}
	run.Set("findings", findingList(j.findings))
	run.Set("warnings", warningList(untold(j.warnings, j.findings)))
	return run
}

func verdictMembers(v effect.Verdict) []member {
	return []member{
		{Key: "verdict", Value: string(v.Kind)},
		{Key: "rule", Value: v.Rule},
		{Key: "why", Value: v.Why},
	}
}

func effectsObject(w effect.Words) *jsonvalue.Object {
	o := jsonvalue.New(member{Key: "agent", Value: w.Agent})
	if w.Model != nil {
		o.Set("modelSees", *w.Model)
	}
	if w.User != nil {
		o.Set("userSees", *w.User)
	}
	if d := w.Difference; d != nil {
		o.Set("change", jsonvalue.New(
			member{Key: "what", Value: d.What},
			member{Key: "before", Value: d.Before},
			member{Key: "after", Value: d.After},
		))
	}
	return o
}

// resultObject tells of the hook's process. A stream that is not UTF-8 has
// U+FFFD in place of what is not; its number of bytes is exact.
func resultObject(r hook.ExecutionResult) *jsonvalue.Object {
	o := jsonvalue.New(member{Key: "ending", Value: r.Ending.String()})
	if r.Ending == hook.Exited {
		o.Set("exitCode", number(r.Code))
	}
	if r.Signal != "" {
		o.Set("signal", r.Signal)
	}
	if r.Err != nil {
		o.Set("error", r.Err.Error())
	}
	o.Set("milliseconds", jsonvalue.New(
		member{Key: "exit", Value: hook.Milliseconds(r.Duration)},
		member{Key: "pipesClosed", Value: hook.Milliseconds(r.PipesClosed)},
	))
	if stdin, err := jsonvalue.Parse(r.Stdin); err == nil {
		o.Set("stdin", stdin)
	}
	if r.Unread != hook.UnreadUnknown {
		o.Set("stdinUnread", number(r.Unread))
	}
	o.Set("stdout", streamObject(r.Stdout, r.StdoutDropped))
	o.Set("stderr", streamObject(r.Stderr, r.StderrDropped))
	return o
}

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func streamObject(data []byte, dropped int64) *jsonvalue.Object {
	text := string(data)
	o := jsonvalue.New(
		member{Key: "text", Value: text},
		member{Key: "bytes", Value: json.Number(strconv.FormatInt(int64(len(data))+dropped, 10))},
	)
	if !utf8.ValidString(text) {
		o.Set("validUTF8", false)
	}
	if dropped > 0 {
		o.Set("dropped", json.Number(strconv.FormatInt(dropped, 10)))
	}
	return o
}

func warningList(warnings []hook.Warning) []any {
	list := make([]any, len(warnings))
	for i, w := range warnings {
		warning := jsonvalue.New(member{Key: "rule", Value: w.Rule}, member{Key: "text", Value: w.Text})
		if !w.Position.IsZero() {
			warning.Set("position", w.Position.String())
		}
		list[i] = warning
	}
	return list
}
