// Package stress holds the commands that run one hook repeatedly: probe, fuzz and bench.
package stress

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
)

type probeOptions struct {
	oneHook
	only    []string
	list    bool
	strict  bool
	reports console.ReportFlags[probed]
}

// Probe returns the probe command.
func Probe(a *console.App) *cobra.Command {
	o := &probeOptions{oneHook: newOneHook(a)}
	cmd := &cobra.Command{
		Use:   "probe HOOK [-- ARGS...]",
		Short: "Put a hook into surroundings that its author did not think of",
		Long: `probe executes the hook, some hundred times, on payloads that it invents. Each
run can change only a project folder, a home and a folder for temporary files
of its own: the rest of the file system is read-only, there is no network, and
time, memory, processes and the size of files are limited. Where the machine
has no sandbox, probe says so and tries only samples that are harmless even if
the hook executes them. The hook can read what you can read, but can't send it.

probe runs a hook as it is, sees what it refuses and what it lets through, and
then changes one thing at a time: a tool is missing, the path has blanks, the
payload is large or broken off, the command is written in another way. A guard
must still refuse. Each failure is reported with its fix and a command line
that shows it.

Without --bash, --write, --prompt or another payload, probe asks what the cases
of the hook ask, in files next to it or in its comments. Else it looks for
something that the hook refuses: texts from the script, and what guards
commonly refuse. probe never removes a tool that every POSIX system has.`,
		Example: `  hooktest probe ./guard.sh --bash 'rm -rf /'
  hooktest probe ./guard.sh --only tools,path
  hooktest probe ./guard.sh --project . --agents claude,codex
  hooktest probe --list`,
		GroupID: console.GroupAuthors,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !o.list {
				return console.Usage("no hook given", "name a script: hooktest probe ./guard.sh")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.list {
				for _, p := range probe.All() {
					a.Streams.Out.Printf("%-10s  %s (%s)\n", p.Name, p.Does, strings.Join(p.Rules, ", "))
				}
				return nil
			}
			if err := o.TakeHook(cmd, args); err != nil {
				return err
			}
			return o.probe(cmd.Context())
		},
	}
	o.registerOne(cmd)
	o.confine.RegisterOff(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "these `probes` alone")
	f.BoolVar(&o.list, "list", false, "list the probes and end")
	f.BoolVar(&o.strict, "strict", false, "end with exit code 1 on a warning, too")
	o.reports.Register(cmd, report.Of(probed.model, report.Text("pretty", writeProbes), report.Document("json", writeProbesJSON)))
	console.CompleteFlag(cmd, "only", probe.Names)
	return cmd
}

func (o *probeOptions) probe(ctx context.Context) error {
	if err := o.reports.Check(); err != nil {
		return err
	}
	chosen, err := o.picked()
	if err != nil {
		return err
	}
	target, asked, err := o.asked(ctx)
	if err != nil {
		return err
	}
	var unfit *console.Failure
	all := probed{hook: target.Name, strict: o.strict}
	if target.Path != "" {
		all.file = target.Name
	}
	for _, own := range asked {
		report, err := o.probeAs(ctx, target, own, chosen)
		if failed, ok := errors.AsType[*console.Failure](err); ok && failed.Code == console.ExitUntestable && len(asked) > 1 {
			o.Warn(failed.Message, failed.Hint)
			unfit = failed
			continue
		}
		if err != nil {
			return err
		}
		all.reports = append(all.reports, report)
	}
	if len(all.reports) == 0 {
		return console.Silent(console.ExitUntestable)
	}
	if err := o.reports.Write(o.App, all); err != nil {
		return err
	}
	if err := o.concludeProbes(all); err != nil || unfit == nil {
		return err
	}
	return console.Silent(console.ExitUntestable)
}

// picked returns the probes that --only names, or all of them.
func (o *probeOptions) picked() ([]probe.Probe, error) {
	for _, name := range o.only {
		if err := console.CheckChoice("probe", name, probe.Names()); err != nil {
			return nil, err
		}
	}
	all := probe.All()
	if len(o.only) == 0 {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(p probe.Probe) bool { return p.Name != probe.Unharmed && !slices.Contains(o.only, p.Name) })
	for i := range all {
		all[i].Named = true
	}
	return all, nil
}

// probeAs probes the hook as one agent runs it, at one event: the first one that a hook can deny,
// if there are several.
func (o *probeOptions) probeAs(ctx context.Context, t target.Target, own []invocation.Try, chosen []probe.Probe) (probe.Report, error) {
	confined, err := o.confine.On(o.App, true)
	if err != nil {
		return probe.Report{}, err
	}
	hook := o.probedHook(t, own[0], confined.Sandbox)
	eventInputs, err := o.eventInputs(t, own)
	if err != nil {
		return probe.Report{}, err
	}
	progress := o.Progress(ctx)
	defer progress.Clear()
	over, bad := make(chan probe.Outcome), 0
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		done := 0
		for outcome := range over {
			done++
			bad += len(outcome.Found)
			progress.Say("probes", done, len(chosen), bad)
		}
	}()
	report, err := probe.Run(ctx, hook, eventInputs, chosen, func(out probe.Outcome) { over <- out })
	close(over)
	<-counted
	if report.RefusedBySandbox != "" {
		o.Note(execution.RefusedNote(report.RefusedBySandbox))
	}
	if err != nil {
		err = o.fault(own[0], err)
	}
	return report, err
}

func (o *probeOptions) probedHook(t target.Target, one invocation.Try, sandbox bool) probe.Hook {
	h := probe.Hook{Testbed: o.testbed(one, sandbox), Name: shellword.Of(t.Name), Text: t.Text, Inert: !sandbox,
		Given: o.Whole != nil || slices.ContainsFunc([]string{"bash", "write", "prompt", "stdin", "input"}, o.Given)}
	if len(o.Args) > 0 {
		h.Args = " -- " + shellword.Join(o.Args)
	}
	return h
}

// eventInputs returns the event inputs to probe with: from the flags, else from the hook's own
// cases, else a sample.
func (o *probeOptions) eventInputs(t target.Target, own []invocation.Try) ([]probe.EventInput, error) {
	if o.Whole == nil && !slices.ContainsFunc([]string{"event", "tool", "bash", "write", "prompt", "stdin", "input", "set"}, o.Given) {
		cases := casefile.Own(t.Path, t.Text)
		for i := range cases {
			var err error
			if cases[i], err = o.At(own[0].Agent, t, cases[i]); err != nil {
				return nil, err
			}
		}
		if all := fromCases(own[0].Agent, cases); len(all) > 0 {
			o.Note(fmt.Sprintf("asking what the hook's own cases ask: %s", english.Count(len(all), "event input")))
			return all, nil
		}
	}
	return []probe.EventInput{o.eventInput(o.chooseOne(own))}, nil
}

func (o *probeOptions) eventInput(one invocation.Try) probe.EventInput {
	of := probe.EventInput{Event: one.Event, Fields: one.Fields, Raw: one.Raw}
	if len(o.Set) == 0 {
		for _, flag := range []struct {
			name, value string
			role        dialect.Role
		}{{"bash", o.Bash, dialect.RunShell}, {"write", o.Write, dialect.WriteFile}, {"prompt", o.Prompt, probe.Prompted}} {
			if o.Given(flag.name) {
				of.Role, of.On = flag.role, flag.value
			}
		}
	}
	if of.Role == "" {
		of.Role, of.At, of.On = mainArgument(one.Agent, one.Payload)
		if one.Raw == nil && len(o.Set) == 0 && !o.Given("input") {
			of.At = ""
		}
	}
	of.Flags = o.repeated(one)
	return of
}

// mainArgument returns the role of a payload, the dotted field of its main argument and that
// argument: a shell command, a path or a prompt. All are empty if there is none.
func mainArgument(a roster.Agent, p payload.Payload) (role dialect.Role, at, on string) {
	row := a.Row(p.Event)
	name, _ := p.Fields.GetString(row.Subject.Field)
	if tool, known := a.Tools.Tool(name); row.Subject.Tool && known && tool.Argument != "" && tool.Forms == nil &&
		slices.Contains([]dialect.Role{dialect.RunShell, dialect.WriteFile, dialect.EditFile, dialect.ReadFile}, tool.Role) {
		role, at = tool.Role, row.Subject.Input+"."+tool.Argument
	}
	for _, work := range row.Works {
		if work.Role == dialect.RunShell {
			role, at = work.Role, string(work.At)
		}
	}
	for _, field := range row.Fields {
		if field.Prompt {
			role, at = probe.Prompted, field.Name
		}
	}
	value, _ := dialect.Path(at).In(p.Fields)
	on, ok := value.(string)
	if !ok {
		return "", "", ""
	}
	return role, at, on
}

// repeated returns the flags that run the same probe again.
func (o *probeOptions) repeated(one invocation.Try) string {
	var words []string
	for _, flag := range []struct{ name, value string }{
		{"tool", o.Tool}, {"input", o.Input}, {"bash", o.Bash}, {"write", o.Write}, {"prompt", o.Prompt}, {"stdin", o.Stdin},
	} {
		if o.Given(flag.name) {
			words = append(words, "--"+flag.name, flag.value)
		}
	}
	if o.Whole != nil && !o.Given("stdin") {
		words = append(words, "--stdin", "payload.json")
	}
	for _, change := range o.Set {
		words = append(words, "--set", change)
	}
	return shellword.Join(words)
}

func (o *probeOptions) concludeProbes(all probed) error {
	var ids []string
	for _, r := range all.reports {
		for _, f := range r.Findings() {
			if rendering.Against(f.Finding, o.strict) && !slices.Contains(ids, f.Rule.ID) {
				ids = append(ids, f.Rule.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return &console.Failure{Code: console.ExitAgainst, Message: fmt.Sprintf("%s against the hook: %s", english.Plural(len(ids), "finding is", "findings are"), english.And(ids)), Hint: "hooktest explain " + ids[0]}
}

// baselineObject returns the hook's behavior on the unchanged event input as JSON.
func baselineObject(b *probe.Baseline) any {
	if b == nil {
		return nil
	}
	return jsonvalue.New(jsonvalue.Member{Key: "what", Value: b.EventInput.Title()}, jsonvalue.Member{Key: "verdict", Value: string(b.Verdict.Kind)}, jsonvalue.Member{Key: "rule", Value: b.Verdict.Rule})
}
