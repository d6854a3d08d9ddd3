package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/engine/verdict"
)

// fireOptions are what a person says to fire.
type fireOptions struct {
	payloadFlags
	settingsFlags
	expect string
	format string
}

func (a *app) newFire() *cobra.Command {
	o := &fireOptions{payloadFlags: payloadFlags{app: a}}
	cmd := &cobra.Command{
		Use:   "fire EVENT [TOOL]",
		Short: "Fire an event with the real settings and say what the agent does",
		Long: `fire runs every hook that the settings name for an event, in the project
folder and in the mode of the plan, merges their answers as the agent does, and
says what the agent does and which hook had it do so.`,
		Example: `  hooktest fire BeforeTool write_file
  hooktest fire BeforeTool --bash 'git push --force' --expect deny
  hooktest fire SessionStart --settings ./settings.json --format json`,
		GroupID: groupAuthors,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usage("no event given", "such as: hooktest fire BeforeTool write_file")
			case len(args) > 2:
				return usage(fmt.Sprintf("unexpected argument %q", args[2]), "fire takes an event and a tool")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = args[0]
			if len(args) == 2 {
				o.tool = args[1]
			}
			return o.run(cmd.Context())
		},
	}
	o.payloadFlags.register(cmd)
	o.settingsFlags.register(cmd)
	registerExpectations(cmd, &o.expect, &o.format)
	return cmd
}

// registerExpectations adds the flags by which run and fire are judged and
// written.
func registerExpectations(cmd *cobra.Command, expect, format *string) {
	cmd.Flags().StringVar(expect, "expect", "", "exit with 1 unless this is the `verdict`")
	cmd.Flags().StringVar(format, "format", "pretty", "pretty or json")
	completeFlag(cmd, "expect", verdictNames())
	completeFlag(cmd, "format", reportFormats())
}

func checkExpectations(expect, format string) error {
	if err := checkChoice("format", format, reportFormats()); err != nil {
		return err
	}
	if expect == "" {
		return nil
	}
	return checkChoice("verdict", expect, verdictNames())
}

func reportFormats() []string { return []string{"pretty", "json"} }

// A fired event is an outcome beside the plan and the settings it came from.
type fired struct {
	trial.Outcome
	doc  *settings.Document
	plan *hook.Plan
}

func (o *fireOptions) run(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := checkExpectations(o.expect, o.format); err != nil {
		return err
	}
	p, err := o.payload()
	if err != nil {
		return err
	}
	doc, err := o.load()
	if err != nil {
		return err
	}
	folder, err := o.folder()
	if err != nil {
		return err
	}
	f := fired{doc: doc}
	if f.plan, err = explain(doc, p); err != nil {
		return fault(err)
	}
	f.Outcome = trial.Outcome{
		Event: p.event, Fired: hook.Empty(),
		Verdict: verdict.Verdict{Kind: verdict.Allow, Rule: "HOOK-002", Why: "hooks are off: enableHooks is not true in the settings"},
	}
	if doc.EnableHooks {
		f.Outcome, err = trial.Run(ctx, trial.Spec{
			Hooks: func() (engine.Hooks, error) { return hooksOf(doc), nil },
			Event: p.event, Fields: p.fields, Project: folder, Environ: o.environ,
		})
	}
	if err != nil {
		return fault(err)
	}
	if ctx.Err() != nil {
		return silent(exitInterrupted)
	}
	if o.format == "json" {
		o.writeJSON(f)
	} else {
		o.writePretty(f)
	}
	return o.conclude(f)
}

// explain makes the plan of the event, to tell of the hooks that did not run.
func explain(doc *settings.Document, p *payload) (*hook.Plan, error) {
	reg := registry.New(nil)
	hooks := hooksOf(doc)
	reg.Initialize(hooks.Config, hooks.Extensions)
	subject, _ := p.fields.GetString(p.event.SubjectField())
	plan, err := planner.New(reg.Hooks, nil).Explain(p.event, subject)
	if err != nil {
		return nil, err
	}
	// The plan is shared; its warnings are joined by those of the settings.
	own := *plan
	own.Warnings = append(append(append([]hook.Warning{}, doc.Warnings...), reg.Warnings()...), plan.Warnings...)
	return &own, nil
}

// conclude turns the verdict into the exit code. An event for which no hook
// ran has judged nothing, which a gate must not take for consent.
func (o *fireOptions) conclude(f fired) error {
	switch {
	case o.expect != "" && string(f.Verdict.Kind) != o.expect:
		return &failure{code: exitAgainst, message: fmt.Sprintf("expected %s on %s, the verdict is %s", o.expect, f.Event, f.Verdict.Kind)}
	case !f.doc.EnableHooks:
		return &failure{code: exitNothing, message: "hooks are off, so no hook ran", hint: `set "enableHooks": true at the top level of the settings; ` + places(f.doc)}
	case len(f.Fired.Results) == 0:
		return &failure{code: exitNothing, message: fmt.Sprintf("no hook ran for %s", f.Event), hint: fmt.Sprintf("see why: hooktest plan %s %s", f.Event, f.Tool)}
	case o.expect == "" && f.Verdict.Kind == verdict.NotStarted:
		return &failure{code: exitUntestable, message: "no hook could be started"}
	case o.expect == "" && f.Verdict.Kind == verdict.Timeout:
		return &failure{code: exitUntestable, message: "no hook ended within its timeout"}
	}
	return nil
}
