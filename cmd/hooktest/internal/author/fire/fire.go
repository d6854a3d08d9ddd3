// Package fire is the fire command: it fires one event with all hooks in the settings.
package fire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/asking"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/consent"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/expectation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/plan"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

type options struct {
	payload.Flags
	project.Source
	asking  asking.Flags
	consent consent.Flags
	// repeat fires the event again after a denial.
	repeat  bool
	expect  string
	strict  bool
	reports console.ReportFlags[[]*side]
}

// New returns the fire command.
func New(a *console.App) *cobra.Command {
	o := &options{Flags: payload.Flags{App: a, Agent: roster.Default(), AnyAgent: true}}
	cmd := &cobra.Command{
		Use:   "fire [EVENT] [TOOL]",
		Short: "Fire an event with the real settings and say what the agent does",
		Long: `fire runs every hook that the settings name for an event, in the project
folder and in the mode of the plan, merges their answers as the agent does, and
says what the agent does and which hook caused it. The hooks really run: their
changes to the project stay. Hooks of the type http ask servers of this
machine. Hooks of the type prompt get their answer from --prompt-evaluator or
--prompt-answers instead of the model. Hooks of other types do not run, and
allow nothing. Trust is assumed, even if the record says otherwise:
--untrusted shows what happens without. Hooks of a project start only after you
have agreed, once for its folder at a terminal or with --yes: another person
may have written them.

The event may be left out with --stdin: it is the one that the payload names.
For events that are matched against something other than a tool, the second
argument is that, as with plan.

The agents whose settings are here are asked, or those that --agents names.
Each fires the hooks of its own settings by its own rules. Hooks that they
start alike are started once.`,
		Example: `  hooktest fire PreToolUse --bash 'git push --force' --expect deny
  hooktest fire BeforeTool write_file
  hooktest fire --stdin payload.json
  hooktest fire PreToolUse --bash 'git push' --agents claude,copilot-claude
  hooktest fire Stop --agents claude --prompt-evaluator ./judge.sh
  hooktest fire SessionStart --settings ./settings.json --format json`,
		GroupID:           console.GroupAuthors,
		ValidArgsFunction: plan.Complete,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && o.Stdin == "":
				return console.Usage("no event given", "such as: hooktest fire BeforeTool write_file")
			case len(args) > 2:
				return console.Usage(fmt.Sprintf("unexpected argument %q", args[2]), "fire takes an event and a tool")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.Event = args[0]
				return o.run(cmd.Context(), args[1:])
			}
			whole, err := o.ReadWhole()
			if err != nil {
				return err
			}
			var named bool
			if o.Event, named = whole.Named(); !named {
				return console.Usage("the payload names no event", "such as: hooktest fire BeforeTool --stdin "+o.Stdin)
			}
			return o.run(cmd.Context(), nil)
		},
	}
	o.Flags.Register(cmd)
	o.Source.Register(cmd)
	o.RegisterUntrusted(cmd)
	o.Source.Mode.Register(cmd)
	o.asking.Register(cmd)
	o.consent.Register(cmd)
	cmd.Flags().BoolVar(&o.repeat, "repeat", false, "fire the end of a turn again where it is refused, and report the result of hooks that always refuse")
	expectation.Register(cmd, &o.expect, &o.strict)
	o.reports.Register(cmd, report.Of(o.model, view.Pretty(o.writePretty), report.Document("json", writeJSON)))
	return cmd
}

// takeSubject reads the second argument: a tool, or another subject that the event's matchers are
// tested against.
func (o *options) takeSubject(subject string) error {
	switch of := o.Whose.Row(hook.Event(o.Event)).Subject; {
	case of.Tool:
		o.Tool = subject
	case of.Field != "":
		o.Subject = subject
	default:
		return console.Usage(fmt.Sprintf("matchers are ignored on %s: it takes no %q", o.Event, subject), "hooktest fire "+o.Event)
	}
	return nil
}

// fired is a firing together with its plan and settings.
type fired struct {
	engine.Firing
	plan.Planned
	// findings has the findings of each hook that ran, in the same order.
	findings [][]finding.Finding
	// again has the warnings from firing the event again.
	again []hook.Warning
}

// firedBy combines a firing with its settings and plan, and looks for defects in its hooks.
func firedBy(source project.Source, document *settings.Document, firing engine.Firing) (fired, error) {
	f := fired{Firing: firing}
	var err error
	f.Planned, err = plan.Make(plan.Options{Source: source, Event: f.Event, Subject: f.Subject()}, document, f.Plan)
	if err != nil {
		return fired{}, console.Fault(err)
	}
	if ends := document.Ends; ends.Ends {
		f.Verdict = effect.Verdict{Kind: effect.Unknown, Rule: ends.Rule, Why: ends.Why}
	}
	runs := finding.Runs(f.Firing)
	for i, found := range finding.BetweenHooks(runs) {
		f.findings = append(f.findings, finding.Together(finding.Of(runs[i]), found))
	}
	return f, nil
}

// spec describes the event and the hooks in an agent's settings.
func (o *options) spec(source project.Source, document *settings.Document, p *payload.Payload) (execution.Spec, error) {
	folder, err := source.Folder()
	if err != nil {
		return execution.Spec{}, err
	}
	return execution.Spec{
		Contract: source.Whose.Contract,
		Hooks:    func() (engine.Hooks, error) { return project.Hooks(document), nil }, Off: !document.EnableHooks || document.Ends.Ends,
		Event: p.Event, Fields: p.Fields, Stdin: p.Raw, Project: folder, Environ: source.Surroundings(o.Environ), Log: o.DebugLog(),
	}, nil
}

// conclude turns verdicts into the exit code. Agents for which no hook ran have no verdict. If no
// agent has one, nothing was judged, and a gate must not treat that as approval.
func (o *options) conclude(sides []*side) error {
	alone := len(sides) == 1
	judged := lists.Where(sides, func(s *side) bool { return s.idle() == "" })
	if len(judged) == 0 {
		return o.nothing(sides)
	}
	for _, s := range judged {
		who := s.Whose.Name
		if alone {
			who = "the agent"
		}
		for i, r := range s.Merged.Results {
			if err := o.untested(r, s.Each[i].Kind, who); err != nil && !s.prevented() {
				return err
			}
		}
	}
	if err := o.unmet(judged, alone); err != nil || !o.strict {
		return err
	}
	return expectation.Strictly(slices.Concat(lists.Of(judged, func(s *side) [][]finding.Finding { return s.findings })...))
}

// idle returns the reason why no hook ran, or "".
func (s *side) idle() string {
	switch {
	case s.Absent != "":
		return s.Absent
	case s.Document.Ends.Ends:
		return s.Whose.Product + " ends as it starts"
	case !s.Document.EnableHooks:
		return "hooks are off: " + s.SwitchedOff()
	case len(s.Merged.Results) == 0:
		return "no hook ran"
	}
	return ""
}

// prevented reports whether a hook denied or stopped the operation. That holds even if another hook
// was not tested.
func (s *side) prevented() bool {
	return s.Verdict.Kind == effect.Deny || s.Verdict.Kind == effect.Stop
}

// nothing is the error if no hook ran.
func (o *options) nothing(sides []*side) error {
	failure := &console.Failure{Code: console.ExitNothing}
	title, planned := o.Event, o.planCommand(o.Event)
	if s := sides[0]; len(sides) == 1 {
		switch {
		case s.Absent != "":
			failure.Message = s.Absent
			return failure
		case s.Document.Ends.Ends:
			failure.Message, failure.Hint = s.idle(), "see why: "+o.planCommand(string(s.Event), s.Subject())
			return failure
		case !s.Document.EnableHooks:
			failure.Message, failure.Hint = s.idle(), s.SwitchHint()
			return failure
		}
		title, planned = s.eventTitle(), o.planCommand(string(s.Event), s.Subject())
	}
	failure.Message, failure.Hint = "no hook ran for "+title, "see why: "+planned
	return failure
}

// unmet is the error for an expectation of every agent, or nil if all agents meet it.
func (o *options) unmet(judged []*side, alone bool) error {
	if o.expect == "" {
		return nil
	}
	others := lists.Where(judged, func(s *side) bool { return string(s.Verdict.Kind) != o.expect })
	if len(others) == 0 {
		return nil
	}
	whose, verdicts := "of every agent", english.And(lists.Of(others, func(s *side) string { return fmt.Sprintf("%s in %s", s.Verdict.Kind, s.Whose.Name) }))
	if alone {
		whose, verdicts = "on "+others[0].eventTitle(), string(others[0].Verdict.Kind)
	}
	return &console.Failure{Code: console.ExitAgainst, Message: fmt.Sprintf("expected %s %s, the verdict is %s", o.expect, whose, verdicts)}
}

// untested is the error for a hook that could not be started or timed out: its verdict is unknown.
func (o *options) untested(r hook.ExecutionResult, kind effect.Kind, who string) error {
	failure := &console.Failure{Code: console.ExitUntestable, Hint: who + " continues without its answer"}
	switch {
	case string(kind) == o.expect:
		return nil
	case kind == effect.NotRun:
		failure.Message, failure.Hint = "a hook was not run: "+r.Entry.Title(), r.Err.Error()
	case kind == effect.NotStarted:
		failure.Message = "a hook could not be started: " + r.Entry.Command
	case kind == effect.Timeout:
		failure.Message = fmt.Sprintf("a hook did not end within its timeout of %v: %s", r.Entry.Timeout, r.Entry.Title())
	default:
		return nil
	}
	return failure
}

// planCommand returns the plan command that explains what fire did.
func (o *options) planCommand(what ...string) string {
	words := append([]string{"hooktest", "plan"}, slices.DeleteFunc(what, func(word string) bool { return word == "" })...)
	if len(o.Names) > 0 {
		words = append(words, "--agents", strings.Join(o.Names, ","))
	}
	if o.Project != "." {
		words = append(words, "--project", o.Project)
	}
	if o.File != "" {
		words = append(words, "--settings", o.File)
	}
	if o.Source.Mode != "" {
		words = append(words, "--mode", string(o.Source.Mode))
	}
	return shellword.Join(words)
}
