package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/verdict"
)

// runOptions are what a person says to run.
type runOptions struct {
	*app
	hook    string
	args    []string
	event   string
	tool    string
	input   string
	bash    string
	write   string
	prompt  string
	stdin   string
	project string
	timeout time.Duration
	expect  string
	format  string
	agents  []string
}

func (a *app) newRun() *cobra.Command {
	o := &runOptions{app: a}
	cmd := &cobra.Command{
		Use:   "run HOOK [-- ARGS...]",
		Short: "Run a hook as the agent would and say what the agent does",
		Long: `run starts one hook exactly as the agent does (its shell, its environment, a
project folder of its own) and says what the agent does with the answer, by
which rule, and what the model and the user get to see.

HOOK is a script, or a whole command line in quotes. Without --event, run finds
out which events the hook serves: from the settings of the current directory
that name it, from the script's own text, else all. Each is tried with a sample.`,
		Example: `  hooktest run ./guard.sh --bash 'rm -rf /'
  hooktest run ./guard.sh --write .env --expect deny
  hooktest run ./guard.sh --tool replace --input '{"file_path": "a.go"}'
  hooktest run ./redact.py --event AfterModel
  hooktest run ./guard.sh --stdin payload.json --format json`,
		GroupID: groupAuthors,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no hook given", "name a script: hooktest run ./guard.sh")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if extra := args[1:]; len(extra) > 0 && cmd.ArgsLenAtDash() != 1 {
				return usage(fmt.Sprintf("unexpected argument %q", extra[0]), "arguments of the hook go behind --")
			}
			o.hook, o.args = args[0], args[1:]
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.event, "event", "e", "", "the event to fire (default: those the hook serves)")
	f.StringVarP(&o.tool, "tool", "t", "", "the tool the model calls")
	f.StringVarP(&o.input, "input", "i", "", "the tool's input, or the event's fields, as `JSON`, @file or -")
	f.StringVar(&o.bash, "bash", "", "short for --tool run_shell_command with this `command`")
	f.StringVar(&o.write, "write", "", "short for --tool write_file with this `path`")
	f.StringVar(&o.prompt, "prompt", "", "the user's prompt")
	f.StringVar(&o.stdin, "stdin", "", "a whole payload from a `file` (or -), as hooks read it")
	f.StringVar(&o.project, "project", "", "run the hook in this `folder` (default: a new one)")
	f.DurationVar(&o.timeout, "timeout", 0, "the hook's timeout, such as 500ms (default 60s)")
	f.StringVar(&o.expect, "expect", "", "exit with 1 unless this is the verdict")
	f.StringVar(&o.format, "format", "pretty", "pretty or json")
	f.StringSliceVar(&o.agents, "agents", []string{"llxprt"}, "the agents to ask")
	o.complete(cmd)
	return cmd
}

func (o *runOptions) complete(cmd *cobra.Command) {
	fixed := func(values []string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return values, cobra.ShellCompDirectiveNoFileComp
		}
	}
	for flag, values := range map[string][]string{
		"event": eventNames(), "expect": verdictNames(), "format": {"pretty", "json"}, "agents": agentNames(),
	} {
		// The only error is an unknown flag, which the tests would show.
		_ = cmd.RegisterFlagCompletionFunc(flag, fixed(values))
	}
}

func eventNames() []string {
	var names []string
	for _, e := range hook.Events() {
		names = append(names, string(e))
	}
	return names
}

func verdictNames() []string {
	var names []string
	for _, k := range verdict.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// agentNames are the contracts that run can judge by.
func agentNames() []string { return []string{"llxprt"} }

func (o *runOptions) run(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	target, err := o.findHook()
	if err != nil {
		return err
	}
	payloads, err := o.payloads(target)
	if err != nil {
		return err
	}
	var outcomes []trial.Outcome
	for _, p := range payloads {
		outcome, err := trial.Run(ctx, trial.Spec{
			Command: target.command,
			Event:   p.event,
			Fields:  p.fields,
			Timeout: o.timeout,
			Project: o.project,
			Environ: o.environ,
		})
		if err != nil {
			return fault(err)
		}
		if ctx.Err() != nil {
			return silent(exitInterrupted)
		}
		outcomes = append(outcomes, outcome)
	}
	if o.format == "json" {
		o.writeJSON(target, outcomes)
	} else {
		o.writePretty(target, outcomes)
	}
	return o.conclude(target, outcomes)
}

// check refuses what can be refused before anything runs, so that no hook is
// started for a mistyped flag.
func (o *runOptions) check() error {
	if o.event != "" {
		if err := checkEvent(o.event); err != nil {
			return err
		}
	}
	if err := checkChoice("format", o.format, []string{"pretty", "json"}); err != nil {
		return err
	}
	if o.expect != "" {
		if err := checkChoice("verdict", o.expect, verdictNames()); err != nil {
			return err
		}
	}
	for _, agent := range o.agents {
		if err := checkChoice("agent", agent, agentNames()); err != nil {
			return err
		}
	}
	if o.timeout < 0 {
		return usage("--timeout must be positive", "such as --timeout 500ms")
	}
	var given []string
	for _, f := range []struct{ name, value string }{
		{"--bash", o.bash}, {"--write", o.write}, {"--prompt", o.prompt}, {"--stdin", o.stdin}, {"--input", o.input},
	} {
		if f.value != "" {
			given = append(given, f.name)
		}
	}
	if len(given) > 1 {
		return usage(strings.Join(given, " and ")+" exclude each other", "each gives the payload by itself")
	}
	if o.tool != "" && (o.bash != "" || o.write != "" || o.prompt != "" || o.stdin != "") {
		return usage("--tool and "+given[0]+" exclude each other", "give the tool's input with --input")
	}
	return nil
}

func checkEvent(name string) error { return checkChoice("event", name, eventNames()) }

func checkChoice(what, given string, choices []string) error {
	if slices.Contains(choices, given) {
		return nil
	}
	hint := what + " is one of " + strings.Join(choices, ", ")
	if near := nearest(given, choices); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return usage(fmt.Sprintf("unknown %s %q", what, given), hint)
}

// conclude turns verdicts into the exit code: a hook that could not be started
// or that hooktest gave up on was not tested, whatever was expected.
func (o *runOptions) conclude(target target, outcomes []trial.Outcome) error {
	for _, outcome := range outcomes {
		if outcome.Verdict.Kind == verdict.NotStarted && o.expect != string(verdict.NotStarted) {
			return &failure{code: exitUntestable, message: "the hook could not be started", hint: target.startHint(outcome)}
		}
		if outcome.Verdict.Kind == verdict.Timeout && o.expect != string(verdict.Timeout) {
			return &failure{
				code:    exitUntestable,
				message: fmt.Sprintf("the hook did not end within its timeout of %v", outcome.Result.Entry.Timeout),
				hint:    "the agent goes on without a decision; see --timeout",
			}
		}
	}
	if o.expect == "" {
		return nil
	}
	for _, outcome := range outcomes {
		if string(outcome.Verdict.Kind) != o.expect {
			return &failure{
				code:    exitAgainst,
				message: fmt.Sprintf("expected %s on %s, the verdict is %s", o.expect, outcome.Event, outcome.Verdict.Kind),
			}
		}
	}
	return nil
}
