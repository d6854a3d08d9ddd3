package author

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

type planOptions struct {
	settingsFlags
	event   hook.Event
	subject string
	format  string
	expect  string
}

// What --expect wants of a plan.
const (
	expectFires  = "fires"
	expectSilent = "silent"
)

func newPlan(a *console.App) *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:     "plan EVENT [TOOL]",
		GroupID: console.GroupAuthors,
		Short:   "Say which hooks fire on an event, and why others do not",
		Long: "plan says which hooks of the settings fire on an event, in which order and\n" +
			"mode, where each is written, and why each other one does not fire. It starts\n" +
			"none of them.\n\n" +
			"For events that are matched against something other than a tool, the second\n" +
			"argument is that: the source of SessionStart, the reason of SessionEnd, the\n" +
			"trigger of PreCompress, the type of a Notification. Without it no matcher\n" +
			"leaves a hook out.",
		Example: `  hooktest plan BeforeTool write_file
  hooktest plan SessionStart resume
  hooktest plan PreToolUse Bash --expect fires
  hooktest plan BeforeModel --project ../other
  hooktest plan AfterTool replace --settings settings.json --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return console.Usage("no event given", "such as: hooktest plan BeforeTool write_file")
			}
			return console.MaximumArgs(2, "hooktest "+cmd.Use)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.choose(a, args[0]); err != nil {
				return err
			}
			o.event = hook.Event(args[0])
			if len(args) > 1 {
				if o.subject = args[1]; o.whose.row(o.event).Subject.Field == "" {
					return console.Usage(fmt.Sprintf("matchers are ignored on %s: it takes no %q", o.event, o.subject), "hooktest plan "+args[0])
				}
			}
			if err := console.CheckChoice("format", o.format, console.PrettyOrJSON()); err != nil {
				return err
			}
			if o.expect != "" {
				if err := console.CheckChoice("expectation", o.expect, []string{expectFires, expectSilent}); err != nil {
					return err
				}
			}
			return plan(cmd.Context(), a, o)
		},
		ValidArgsFunction: completePlan,
	}
	o.register(cmd)
	cmd.Flags().StringVar(&o.expect, "expect", "", "end with exit code 1 unless a hook `fires`, or all are silent")
	console.CompleteFlag(cmd, "expect", []string{expectFires, expectSilent})
	console.FormatFlag(cmd, &o.format, console.PrettyOrJSON())
	return cmd
}

func completePlan(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	var all []string
	switch len(args) {
	case 0:
		all = eventNames()
	case 1:
		subject := contract().row(hook.Event(args[0])).Subject
		all = subject.Values
		if subject.Tool {
			all = describedTools()
		}
	}
	return console.WithPrefix(all, word), cobra.ShellCompDirectiveNoFileComp
}

// planned is a plan with what led to it.
type planned struct {
	options  planOptions
	places   commandfile.Places
	document *settings.Document
	plan     *hook.Plan
	warnings []hook.Warning
}

func plan(ctx context.Context, a *console.App, o planOptions) error {
	if err := checkFolder(o.project); err != nil {
		return err
	}
	document, err := console.Await(ctx, o.load)
	if err != nil {
		return err
	}
	p, err := makePlan(o, document, nil)
	if err != nil {
		return console.Fault(err)
	}
	if o.format == "json" {
		if err := console.WriteFault(console.WriteJSON(a.Streams.Out, p.json())); err != nil {
			return err
		}
		return p.unmet()
	}
	if !a.Quiet {
		for _, w := range p.warnings {
			w.Position = nearPosition(w.Position)
			a.Streams.Err.Warning(withRule(hook.Warning{Rule: w.Rule, Text: w.String()}), "")
		}
		if message, hint := o.whose.subjectDoubt(o.event, o.subject); message != "" {
			a.Streams.Err.Warning(message, hint)
		}
	}
	p.write(a.Streams.Out)
	for _, note := range switchAsShipped(&o.settingsFlags, document) {
		a.Note(withRule(note))
	}
	if !document.EnableHooks && !a.Quiet {
		a.Streams.Err.Warning("hooks are off: "+p.switchedOff(), p.switchHint())
	}
	return p.unmet()
}

// unmet is the failure of an expectation; nil where there is none, or it is met.
func (p planned) unmet() error {
	firing := 0
	if p.document.EnableHooks {
		firing = len(p.plan.Entries)
	}
	what := strings.TrimSpace(string(p.options.event) + " " + p.options.subject)
	switch {
	case p.options.expect == expectFires && firing == 0:
		return &console.Failure{Code: console.ExitAgainst, Message: "expected a hook to fire on " + what + ", none does"}
	case p.options.expect == expectSilent && firing > 0:
		return &console.Failure{Code: console.ExitAgainst, Message: fmt.Sprintf("expected no hook to fire on %s, %s", what, english.Plural(firing, "does", "do"))}
	}
	return nil
}

// makePlan plans from the document, as the engine does. Where a firing has
// followed a plan already, that is the plan.
func makePlan(o planOptions, document *settings.Document, plan *hook.Plan) (planned, error) {
	hooks := registered(o.whose, document)
	if plan == nil {
		var err error
		if plan, err = planner.Explain(o.whose.Contract, hooks, document.EnableHooks, o.event, o.subject); err != nil {
			return planned{}, err
		}
		if !o.whose.row(o.event).Subject.Tool {
			plan = planner.For(o.whose.Contract, plan, jsonvalue.New())
		}
	}
	folder, err := o.folder()
	if err != nil {
		return planned{}, err
	}
	// Without a home directory, no word of a command leads there.
	home, _ := os.UserHomeDir()
	return planned{
		options: o, places: commandfile.Places{Project: folder, Home: home}, document: document, plan: plan,
		warnings: slices.Concat(document.Warnings, hooks.Warnings(), plan.Warnings),
	}, nil
}
