package author

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
)

// fireOptions are what a person says to fire.
type fireOptions struct {
	payloadFlags
	settingsFlags
	expect string
	format string
}

func newFire(a *console.App) *cobra.Command {
	o := &fireOptions{payloadFlags: payloadFlags{App: a, agent: contract()}}
	cmd := &cobra.Command{
		Use:   "fire EVENT [TOOL]",
		Short: "Fire an event with the real settings and say what the agent does",
		Long: `fire runs every hook that the settings name for an event, in the project
folder and in the mode of the plan, merges their answers as the agent does, and
says what the agent does and which hook had it do so. The hooks are started in
earnest: what they do to the project is done.

For events that are matched against something other than a tool, the second
argument is that, as with plan.`,
		Example: `  hooktest fire BeforeTool write_file
  hooktest fire BeforeTool --bash 'git push --force' --expect deny
  hooktest fire SessionStart --settings ./settings.json --format json`,
		GroupID:           console.GroupAuthors,
		ValidArgsFunction: completePlan,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return console.Usage("no event given", "such as: hooktest fire BeforeTool write_file")
			case len(args) > 2:
				return console.Usage(fmt.Sprintf("unexpected argument %q", args[2]), "fire takes an event and a tool")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = args[0]
			if err := o.choose(a, o.event); err != nil {
				return err
			}
			o.payloadFlags.agent = o.whose
			if len(args) == 2 {
				if err := o.takeSubject(args[1]); err != nil {
					return err
				}
			}
			return o.run(cmd.Context())
		},
	}
	o.payloadFlags.register(cmd)
	o.settingsFlags.register(cmd)
	registerExpectations(cmd, &o.expect, &o.format)
	return cmd
}

// takeSubject reads the second argument, which is a tool or what else the event's
// matchers are tested against.
func (o *fireOptions) takeSubject(subject string) error {
	switch of := o.whose.row(hook.Event(o.event)).Subject; {
	case of.Tool:
		o.tool = subject
	case of.Field != "":
		o.subject = subject
	default:
		return console.Usage(fmt.Sprintf("matchers are ignored on %s: it takes no %q", o.event, subject), "hooktest fire "+o.event)
	}
	return nil
}

// A fired event is a firing beside the plan and the settings it came from.
type fired struct {
	engine.Firing
	planned
	// findings are those of each hook that ran.
	findings [][]finding.Finding
}

func (o *fireOptions) run(ctx context.Context) error {
	p, err := console.Await(ctx, o.prepare)
	if err != nil {
		return err
	}
	var f fired
	if f.Firing, err = trial.Run(ctx, p.Spec); err != nil {
		return console.Fault(err)
	}
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	f.planned, err = makePlan(planOptions{settingsFlags: o.settingsFlags, event: f.Event, subject: f.Subject()}, p.document, f.Plan)
	if err != nil {
		return console.Fault(err)
	}
	for _, run := range finding.Runs(f.Firing) {
		f.findings = append(f.findings, finding.Of(run))
	}
	if o.format == "json" {
		o.writeJSON(f)
	} else {
		o.complain(f)
		o.writePretty(f)
	}
	return o.conclude(f)
}

// A prepared firing has the settings that it takes its hooks from.
type prepared struct {
	trial.Spec
	document *settings.Document
}

// prepare does everything that can fail before a hook is started.
func (o *fireOptions) prepare() (prepared, error) {
	if err := o.check(); err != nil {
		return prepared{}, err
	}
	if err := checkExpectations(o.expect, o.format); err != nil {
		return prepared{}, err
	}
	if err := checkFolder(o.project); err != nil {
		return prepared{}, err
	}
	p, err := o.payload()
	if err != nil {
		return prepared{}, err
	}
	document, err := o.load()
	if err != nil {
		return prepared{}, err
	}
	folder, err := o.folder()
	return prepared{trial.Spec{
		Contract: o.whose.Contract,
		Hooks:    func() (engine.Hooks, error) { return hooksOf(document), nil }, Off: !document.EnableHooks,
		Event: p.event, Fields: p.fields, Stdin: p.raw, Project: folder, Environ: o.Environ, Log: o.DebugLog(),
	}, document}, err
}

// complain says on the error stream what is wrong with the settings. In JSON
// the document has it.
func (o *fireOptions) complain(f fired) {
	for _, w := range f.warnings {
		w.Position = nearPosition(w.Position)
		o.Warn(withRule(hook.Warning{Rule: w.Rule, Text: w.String()}), "")
	}
}

// conclude turns the verdict into the exit code. An event for which no hook
// ran has judged nothing, which a gate must not take for consent.
func (o *fireOptions) conclude(f fired) error {
	switch {
	case !f.document.EnableHooks:
		return &console.Failure{Code: console.ExitNothing, Message: "hooks are off: " + f.switchedOff(), Hint: f.switchHint()}
	case len(f.Merged.Results) == 0:
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("no hook ran for %s", f.occasion()), Hint: "see why: " + o.planCommand(f)}
	}
	if err := o.untested(f); err != nil {
		return err
	}
	if o.expect != "" && string(f.Verdict.Kind) != o.expect {
		return &console.Failure{Code: console.ExitAgainst, Message: fmt.Sprintf("expected %s on %s, the verdict is %s", o.expect, f.occasion(), f.Verdict.Kind)}
	}
	return nil
}

// planCommand is the command that explains what fire did.
func (o *fireOptions) planCommand(f fired) string {
	words := []string{"hooktest", "plan", string(f.Event)}
	if f.Subject() != "" {
		words = append(words, f.Subject())
	}
	if o.project != "." {
		words = append(words, "--project", o.project)
	}
	if o.file != "" {
		words = append(words, "--settings", o.file)
	}
	return trial.Quoted(words)
}

// untested reports a hook that could not be started or was given up on: what it
// would have said of an operation that goes on is not known. Where another hook
// refused or stopped, that stands.
func (o *fireOptions) untested(f fired) error {
	if f.Verdict.Kind == effect.Deny || f.Verdict.Kind == effect.Stop {
		return nil
	}
	for i, r := range f.Merged.Results {
		message := ""
		switch kind := f.Each[i].Kind; {
		case string(kind) == o.expect:
		case kind == effect.NotStarted:
			message = "a hook could not be started: " + r.Entry.Command
		case kind == effect.Timeout:
			message = fmt.Sprintf("a hook did not end within its timeout of %v: %s", r.Entry.Timeout, r.Entry.Command)
		}
		if message != "" {
			return &console.Failure{Code: console.ExitUntestable, Message: message, Hint: "the agent goes on without its answer"}
		}
	}
	return nil
}
