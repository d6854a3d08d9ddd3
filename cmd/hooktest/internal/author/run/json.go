package run

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/findingreport"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/shipped"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/shellword"
)

// writeJSON writes the run-report document (schemas: run-report).
func (o *options) writeJSON(t target.Target, tries []ran) {
	var runs []any
	var found []finding.Finding
	after := "hooktest probe " + shellword.Of(t.Name) + " --format json"
	command := t.Command
	for _, one := range tries {
		if one.Absent != "" {
			continue
		}
		if len(runs) == 0 {
			command = one.Hook.Command
		}
		f := one.firing
		found = append(found, one.findings...)
		if f.Verdict.Kind.Unguarded() && f.Verdict.Rule != "" {
			after = "hooktest explain " + f.Verdict.Rule
		}
		run := runObject(one)
		var notes []hook.Warning
		if agents.Of(f).Required() {
			notes = slices.Concat(shipped.Verdict(f), shipped.Notes(t, f.Event))
		}
		run.Set("notes", view.WarningList(notes))
		runs = append(runs, run)
	}
	report := jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		jsonvalue.Member{Key: "hook", Value: t.Name},
		jsonvalue.Member{Key: "command", Value: command},
		jsonvalue.Member{Key: "runs", Value: runs},
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(findingreport.Next(found, after))},
	)
	view.Write(o.Streams.Out, report)
}

// writeMissing writes a run-report for a hook that does not exist, so that programs always get a
// document.
func (o *options) writeMissing(f *console.Failure) {
	reason := jsonvalue.New(jsonvalue.Member{Key: "message", Value: f.Message})
	if f.Hint != "" {
		reason.Set("hint", f.Hint)
	}
	view.Write(o.Streams.Out, jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		jsonvalue.Member{Key: "hook", Value: o.Hook},
		jsonvalue.Member{Key: "error", Value: reason},
		jsonvalue.Member{Key: "runs", Value: []any{}},
	))
}

func runObject(one ran) *jsonvalue.Object {
	f := one.firing
	return view.JudgedObject(view.Judged{
		Agent: agents.Of(f).Name, Event: f.Event, Tool: view.ToolOf(f), Verdict: f.Verdict, Words: f.Words(),
		Result: f.Merged.Results[0], Findings: one.findings, Warnings: f.Merged.Warnings,
	})
}
