// Package plan is the plan command: it shows which hooks of the settings fire on an event, and
// why others don't. It starts no hooks.
package plan

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/deviation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/settings"
)

// Options are the arguments and flags of plan.
type Options struct {
	project.Source
	Event   hook.Event
	Subject string
	format  string
	expect  string
}

// The values of --expect.
const (
	expectFires  = "fires"
	expectSilent = "silent"
)

// New returns the plan command.
func New(a *console.App) *cobra.Command {
	var o Options
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
			"leaves a hook out.\n\n" +
			"The agents whose settings are here are asked, or those that --agents names.\n" +
			"Each plans by its own settings and rules; for hooks that only some agents\n" +
			"fire, plan gives the reason.",
		Example: `  hooktest plan PreToolUse Bash --expect fires
  hooktest plan SessionStart resume
  hooktest plan BeforeTool write_file
  hooktest plan PreToolUse Bash --agents claude,copilot-claude,codex
  hooktest plan BeforeModel --project ../other
  hooktest plan AfterTool replace --settings settings.json --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return console.Usage("no event given", "such as: hooktest plan BeforeTool write_file")
			}
			return console.MaximumArgs(2, "hooktest "+cmd.Use)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Event = hook.Event(args[0]); len(args) > 1 {
				o.Subject = args[1]
			}
			if o.expect != "" {
				if err := console.CheckChoice("expectation", o.expect, []string{expectFires, expectSilent}); err != nil {
					return err
				}
			}
			return plan(cmd.Context(), a, o)
		},
		ValidArgsFunction: Complete,
	}
	o.Register(cmd)
	o.RegisterUntrusted(cmd)
	o.Mode.Register(cmd)
	cmd.Flags().StringVar(&o.expect, "expect", "", "end with exit code 1 unless a hook `fires`, or all are silent")
	console.CompleteFlag(cmd, "expect", func() []string { return []string{expectFires, expectSilent} })
	console.FormatFlag(cmd, &o.format, console.PrettyOrJSON())
	return cmd
}

// Complete proposes events, and then the subjects that their matchers are tested against.
func Complete(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	var all []string
	switch len(args) {
	case 0:
		all = roster.EventNames()
	case 1:
		subject := roster.Default().Row(hook.Event(args[0])).Subject
		all = subject.Values
		if subject.Tool {
			all = roster.Tools()
		}
	}
	return console.WithPrefix(all, word), cobra.ShellCompDirectiveNoFileComp
}

// Planned is a plan with the options and settings that it was made from.
type Planned struct {
	Options   Options
	places    commandfile.Places
	Document  *settings.Document
	Explained *hook.Plan
	Warnings  []hook.Warning
}

// Complain warns of faults in the settings. whose is a prefix for each warning when there are
// several agents.
func (p Planned) Complain(a *console.App, whose string) {
	for _, w := range p.Warnings {
		w.Position = view.Near(w.Position)
		a.Warn(whose+view.WithRule(hook.Warning{Rule: w.Rule, Text: w.String()}), "")
	}
}

// hold notes what prevents the hooks from running.
func (p Planned) hold(a *console.App, whose string) {
	for _, note := range slices.Concat(deviation.Switch(&p.Options.Source, p.Document), p.Options.Whose.ModeNotes(), p.Trust()) {
		a.Note(view.WithRule(note))
	}
	if !p.Document.EnableHooks {
		a.Warn(whose+"hooks are off: "+p.SwitchedOff(), p.SwitchHint())
	}
}

// Told describes in a few lines a hook: whether it starts, and what it waits for.
func (p Planned) Told(entry hook.Entry) []string {
	status := p.statusOf(placeOf(entry))
	switch status.what {
	case unread:
		lines := []string{"does not read this hook"}
		for _, w := range p.Warnings {
			if w.Position.File == entry.Position.File {
				lines = append(lines, view.WithRule(w))
			}
		}
		return lines
	case left:
		return []string{"does not start it: " + view.WithRule(hook.Warning{Rule: status.rule, Text: status.reason})}
	case fires:
	}
	if fault := p.unstartable(entry); fault != "" {
		return []string{fault}
	}
	if whom := p.asked(entry); whom != "" {
		return []string{whom}
	}
	on := string(entry.Event)
	if entry.Matcher != nil && *entry.Matcher != "" {
		on += fmt.Sprintf(" where the matcher %q fits", *entry.Matcher)
	}
	lines := []string{"starts it on " + on + ", and waits " + timeoutText(entry.Timeout)}
	if entry.Background {
		lines[0] = "starts it on " + on + ", and does not wait for it"
	}
	if entry.Uncertain.Why != "" {
		lines[0] = "may start it: " + entry.Uncertain.Why
	}
	for _, note := range p.Trust() {
		note.Text = strings.TrimSuffix(note.Text, howUntrusted)
		lines = append(lines, view.WithRule(note))
	}
	return lines
}

// Make plans from the document, as the engine does. If plan is not nil, the firing already has a
// plan, and Make uses that.
func Make(o Options, document *settings.Document, plan *hook.Plan) (Planned, error) {
	hooks := project.Registered(o.Whose, document)
	if plan == nil {
		var err error
		if plan, err = planner.Explain(o.Whose.Contract, hooks, document.EnableHooks, o.Event, o.Subject); err != nil {
			return Planned{}, err
		}
		if !o.Whose.Row(o.Event).Subject.Tool {
			plan = planner.For(o.Whose.Contract, plan, jsonvalue.New())
		}
	}
	plan, err := project.HeldBack(o.Whose, document, plan, o.Subject)
	if err != nil {
		return Planned{}, err
	}
	if ends := document.Ends; ends.Ends {
		// No hook of any file fires in an agent that does not start.
		stopped := *plan
		stopped.Entries = nil
		for _, entry := range plan.Entries {
			stopped.Skipped = append(stopped.Skipped, hook.Skipped{Entry: entry, Rule: ends.Rule, Reason: ends.Why})
		}
		plan = &stopped
	}
	folder, err := o.Folder()
	if err != nil {
		return Planned{}, err
	}
	// Without a home directory, no word of a command refers to a file there.
	home, _ := os.UserHomeDir()
	return Planned{
		Options: o, places: commandfile.Places{Project: folder, Home: home}, Document: document, Explained: plan,
		Warnings: slices.Concat(document.Warnings, hooks.Warnings(), plan.Warnings),
	}, nil
}

// howUntrusted ends the notes of a plan about trust.
const howUntrusted = "; --untrusted shows what happens without"

// Trust lists what must be trusted before the hooks can run. With Untrusted, it lists the kinds
// of trust whose absence blocks no hook here.
func (p Planned) Trust() []hook.Warning {
	var notes []hook.Warning
	product, all := p.Options.Whose.Product, p.Options.Whose.Settings.Trust
	if p.Options.Untrusted {
		if len(all) == 0 {
			if p.Options.Mode != "" {
				product += fmt.Sprintf(" in %s mode", p.Options.Mode)
			}
			return []hook.Warning{{Text: product + " is not known to require trust"}}
		}
		for _, trust := range all {
			if !slices.ContainsFunc(p.Document.HeldBack, func(h settings.HeldBack) bool { return h.Rule == trust.Fact }) {
				notes = append(notes, hook.Warning{Rule: trust.Fact, Text: fmt.Sprintf("this blocks no hook here: in %s %s", product, sheet.Trust(trust))})
			}
		}
		return notes
	}
	scopes := map[string]string{}
	for i, file := range p.Document.Files {
		scopes[file] = p.Document.Scopes[i]
	}
	for _, trust := range p.Document.Trusts {
		if slices.ContainsFunc(p.Explained.Entries, func(e hook.Entry) bool { return trust.Holds(scopes[e.Position.File]) }) {
			notes = append(notes, hook.Warning{Rule: trust.Fact, Text: fmt.Sprintf("in %s %s", product, sheet.Trust(trust)) + howUntrusted})
		}
	}
	return notes
}
