package author

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// writeJSON writes the run-report document (schemas: run-report).
func (o *runOptions) writeJSON(t target, tries []ran) {
	var runs []any
	for _, one := range tries {
		if one.absent != "" {
			continue
		}
		f := one.firing
		run := runObject(one)
		var notes []hook.Warning
		if agentOf(f).required() {
			notes = slices.Concat(asShipped(f), notesOn(t, f.Event))
		}
		run.Set("notes", warningList(notes))
		runs = append(runs, run)
	}
	report := jsonvalue.New(
		member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		member{Key: "hook", Value: t.name},
		member{Key: "command", Value: t.command},
		member{Key: "runs", Value: runs},
	)
	writeReport(o.Streams.Out, report)
}

// writeMissing writes the same document about a hook that is not there: a program
// gets one, whatever was named.
func (o *runOptions) writeMissing(f *console.Failure) {
	reason := jsonvalue.New(member{Key: "message", Value: f.Message})
	if f.Hint != "" {
		reason.Set("hint", f.Hint)
	}
	writeReport(o.Streams.Out, jsonvalue.New(
		member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		member{Key: "hook", Value: o.hook},
		member{Key: "error", Value: reason},
		member{Key: "runs", Value: []any{}},
	))
}

func runObject(one ran) *jsonvalue.Object {
	f := one.firing
	return judgedObject(judged{
		agent: agentOf(f).Name, event: f.Event, tool: toolOf(f), verdict: f.Verdict, words: f.Words(),
		result: f.Merged.Results[0], findings: one.findings, warnings: f.Merged.Warnings,
	})
}
