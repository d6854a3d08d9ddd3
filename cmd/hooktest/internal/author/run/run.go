// Package run is the run command: it runs one hook as each chosen agent starts it, and shows the
// agents' verdicts.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/asking"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/confine"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/expectation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lists"
)

type options struct {
	invocation.Options
	confine confine.Flags
	asking  asking.Flags
	// confined is how the hook runs.
	confined confine.Confinement
	expect   string
	show     string
	strict   bool
	reports  console.ReportFlags[result]
}

// A result is the runs of a hook, or the reason why there is no such hook.
type result struct {
	target  target.Target
	runs    []*ran
	missing *console.Failure
}

// New returns the run command.
func New(a *console.App) *cobra.Command {
	o := &options{Options: invocation.For(a)}
	cmd := &cobra.Command{
		Use:   "run HOOK [-- ARGS...]",
		Short: "Run a hook as the agent would and say what the agent does",
		Long: `run executes the hook once for each way in which an agent starts it. On a
payload that you give it runs as the agent runs it, and can do what you can. On
a sample it can change only a new project folder, and views of its home, of
--project and of temporary folders that are gone afterwards, and it has no
network; --sandbox applies this to your payload, too.

run starts one hook exactly as the agent does (its shell, its environment, a
project folder of its own) and says what the agent does with the answer, by
which rule, and what the model and the user get to see. "…" marks a part of a
text that is not shown, or that differs from run to run.

HOOK is a script, or a whole command line in quotes. Without --event, run finds
out which events the hook serves: from the settings of the current directory
that name it, from the script's own text, else the one before a tool. Each is
tried with a sample. --all-events tries every event.

A hook that is not a command is written as settings have it, an object of JSON.
What answers in place of the model of a prompt hook is given as with fire.`,
		Example: `  hooktest run ./guard.sh --bash 'rm -rf /'
  hooktest run ./guard.sh --write .env --expect deny
  hooktest run ./guard.sh --tool replace --input '{"file_path": "a.go"}'
  hooktest run ./redact.py --event AfterModel
  hooktest run ./guard.sh --stdin payload.json --format json
  hooktest run '{"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"}' \
    --agents claude --bash 'rm -rf /' --prompt-evaluator ./judge.sh`,
		GroupID: console.GroupAuthors,
		Args:    console.WantArgs(1, -1, "no hook given", "name a script: hooktest run ./guard.sh"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.TakeHook(cmd, args); err != nil {
				return err
			}
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.Event, "event", "e", "", "the event to fire (default: those the hook serves)")
	f.BoolVar(&o.AllEvents, "all-events", false, "try every event of the agents, each with a sample")
	f.StringVarP(&o.Tool, "tool", "t", "", "the tool the model calls")
	o.Register(cmd)
	o.confine.Register(cmd)
	f.StringVar(&o.Project, "project", "", "run the hook in this `folder` (default: a new one)")
	f.Var(&o.Timeout, "timeout", "the hook's timeout, such as 500ms (default 60s, or less where the agent waits less)")
	expectation.Register(cmd, &o.expect, &o.strict)
	o.reports.Register(cmd, report.Of(o.model, view.Pretty(o.writePretty), report.Document("json", o.writeJSON)))
	f.StringSliceVar(&o.Agents, "agents", nil, "the `agents` to ask, files of contracts among them, or all (default: whose settings name the hook, or whose payload or words they are)")
	o.asking.Register(cmd)
	f.StringVar(&o.show, "show", "", "show what the hook reads, too: stdin")
	console.CompleteFlag(cmd, "event", roster.EventNames)
	console.CompleteFlag(cmd, "tool", roster.Tools)
	console.CompleteFlag(cmd, "agents", roster.Names)
	return cmd
}

func (o *options) run(ctx context.Context) error {
	if err := cmp.Or(o.check(), o.asking.Read()); err != nil {
		return err
	}
	target, tries, err := o.Find(ctx)
	if missing, ok := errors.AsType[*console.Failure](err); ok && missing.Code == console.ExitUntestable {
		return cmp.Or(err, o.reports.Write(o.App, result{missing: missing}))
	}
	if err != nil {
		return err
	}
	if o.confined, err = o.confine.On(o.App, o.Invented()); err != nil {
		return err
	}
	runs, err := o.start(ctx, tries)
	if err != nil {
		return err
	}
	for _, one := range runs {
		if line := o.refused(one); line != "" {
			o.Note(execution.RefusedNote(line))
			break
		}
	}
	if err := invocation.NotAsked(lists.Of(runs, func(one *ran) invocation.Try { return one.Try })); err != nil {
		return err
	}
	o.noteVersions(runs)
	o.look(runs)
	written := o.reports.Write(o.App, result{target: target, runs: runs})
	return cmp.Or(o.conclude(target, runs), written)
}

// noteVersions notes which of the asked agents are installed in a version on which nothing was observed.
func (o *options) noteVersions(runs []*ran) {
	var told []string
	for _, one := range runs {
		text := one.Agent.Unconfirmed("")
		if text != "" && one.Absent == "" && !slices.Contains(told, text) {
			told = append(told, text)
			o.Note(text)
		}
	}
}

// refused returns a line of the hook's output about something that the sandbox may have denied. A
// script that may not be executed says the same anywhere.
func (o *options) refused(one *ran) string {
	if !o.confined.Sandbox || one.Absent != "" || !one.Hook.Executable() {
		return ""
	}
	return execution.Refused(one.firing.Merged.Results[0].Stderr, one.firing.Config.WorkingDir())
}

// check validates the flags before any hook is started.
func (o *options) check() error {
	if err := cmp.Or(o.Options.Check(), expectation.Check(o.expect), o.reports.Check()); err != nil || o.show == "" {
		return err
	}
	return console.CheckChoice("part", o.show, []string{"stdin"})
}

// timeoutHint describes what the agent does about a hook that timed out, and how long it would
// have waited.
func timeoutHint(f engine.Firing) string {
	own := roster.Of(f).Handlers.Timeout.On(f.Event)
	if waited := f.Merged.Results[0].Entry.Timeout; own > waited && waited == execution.Longest {
		return fmt.Sprintf("%s would wait %v, and then continues without a decision; see --timeout", roster.Of(f).Product, own)
	}
	return "the agent continues without a decision; see --timeout"
}

// unsaid returns a hint that a finding also gives, if --quiet hides findings.
func (o *options) unsaid(hint string) string {
	if o.Quiet {
		return hint
	}
	return ""
}

// conclude turns verdicts into the exit code. A hook that could not be started or that hooktest
// stopped was not tested, unless that verdict was expected.
func (o *options) conclude(target target.Target, tries []*ran) error {
	firings := lists.Of(present(tries), func(one *ran) engine.Firing { return one.firing })
	for _, one := range tries {
		if one.Unfired != "" && o.expect != "" && o.expect != string(effect.Allow) {
			return &console.Failure{Code: console.ExitAgainst, Message: fmt.Sprintf("expected %s, but %s", o.expect, one.Unfired), Hint: one.Hint}
		}
		if one.Absent != "" {
			continue
		}
		f := one.firing
		if f.Verdict.Kind == effect.NotRun && o.expect != string(effect.NotRun) {
			return &console.Failure{Code: console.ExitUntestable, Message: "the hook was not run: " + view.Brief(target.Name), Hint: f.Merged.Results[0].Err.Error()}
		}
		if f.Verdict.Kind == effect.NotStarted && o.expect != string(effect.NotStarted) {
			return &console.Failure{Code: console.ExitUntestable, Message: "the hook could not be started", Hint: o.unsaid(one.Hook.StartHint(f.Merged.Results[0]))}
		}
		if f.Verdict.Kind == effect.Timeout && o.expect != string(effect.Timeout) {
			on := ""
			if len(firings) > 1 {
				on = fmt.Sprintf(" on %s", f.Event)
			}
			return &console.Failure{
				Code:    console.ExitUntestable,
				Message: fmt.Sprintf("the hook did not end%s within its timeout of %v", on, f.Merged.Results[0].Entry.Timeout),
				Hint:    timeoutHint(f),
			}
		}
	}
	if err := expectation.Unmet(o.expect, firings); err != nil || !o.strict {
		return err
	}
	found := lists.Of(tries, func(one *ran) []finding.Finding { return one.findings })
	return expectation.Strictly(found)
}
