package stress

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/confine"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

// oneHook holds the options of commands that run one hook repeatedly on one event input, as each
// chosen agent runs it.
type oneHook struct {
	invocation.Options
	confine confine.Flags
}

func newOneHook(a *console.App) oneHook {
	o := oneHook{Options: invocation.For(a)}
	o.One = true
	return o
}

// registerOne adds the flags for the event input and the agents.
func (o *oneHook) registerOne(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.Event, "event", "e", "", "the event to fire (default: the first that the hook serves)")
	f.StringVarP(&o.Tool, "tool", "t", "", "the tool the model calls")
	o.Register(cmd)
	f.StringSliceVar(&o.Agents, "agents", nil, "the `agents` to ask, files of contracts among them, or all (default: as hooktest run)")
	console.CompleteFlag(cmd, "agents", roster.Names)
	f.StringVar(&o.Project, "project", "", "run the hook in copies of this `folder` (default: an empty one)")
	f.Var(&o.Timeout, "timeout", "the hook's timeout, such as 500ms (default 10s, or less where the agent waits less)")
	console.CompleteFlag(cmd, "event", roster.EventNames)
	console.CompleteFlag(cmd, "tool", roster.Tools)
}

// chooseOne returns the most important of an agent's tries: the first one before a tool, or else
// the first.
func (o *oneHook) chooseOne(own []invocation.Try) invocation.Try {
	one := own[0]
	for _, other := range own {
		if other.Agent.Row(other.Event).Moment == dialect.ToolBefore {
			one = other
			break
		}
	}
	if len(own) > 1 {
		o.Note(fmt.Sprintf("no event given: trying %s of %s, one of %d that the hook may serve (--event chooses another)", one.Event, one.Agent.Name, len(own)))
	}
	return one
}

// asked checks the flags, and returns the hook and the tries of each agent, grouped. There is at least one group.
func (o *oneHook) asked(ctx context.Context) (target.Target, [][]invocation.Try, error) {
	if err := o.Check(); err != nil {
		return target.Target{}, nil, err
	}
	t, tries, err := o.Find(ctx)
	if err != nil {
		return target.Target{}, nil, err
	}
	if err := invocation.NotAsked(tries); err != nil {
		return target.Target{}, nil, err
	}
	byAgent := lists.Groups(tries, func(a, b invocation.Try) bool { return a.Agent.Name == b.Agent.Name })
	return t, lists.Where(byAgent, func(own []invocation.Try) bool { return own[0].Absent == "" }), nil
}

func (o *oneHook) testbed(one invocation.Try, sandbox bool) execution.Testbed {
	return execution.Testbed{
		Sandbox: sandbox, Covered: coveredFor(one.Hook), Contract: one.Agent.Contract, Command: one.Hook.Command, Entry: configured(one.Hook), Uncertain: one.Hook.Uncertain,
		Project: o.Project, Environ: o.environ(one), Timeout: probe.Patience(one.Agent.Contract, o.Timeout.Duration, one.Hook.Timeout),
	}
}

// configured returns the hook as the settings that name it have it, or nil.
func configured(hook target.Target) *jsonvalue.Object {
	if hook.Written == "" {
		return nil
	}
	return hook.Entry
}

// coveredFor returns the folder of the hook, where many hooks write a log or their state.
func coveredFor(hook target.Target) []string {
	if hook.Path == "" {
		return nil
	}
	return []string{filepath.Dir(hook.Path)}
}

func (o *oneHook) environ(one invocation.Try) []string {
	if one.Hook.Environ != nil {
		return one.Hook.Environ
	}
	return o.Environ
}

// unfit is the error for a hook that gives no verdict on the unchanged event input.
func (o *oneHook) unfit(one invocation.Try, v effect.Verdict, observed execution.Observation) error {
	f := &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("the hook comes to no verdict with %s when nothing is changed: %s", one.Agent.Name, v.Why), Hint: "see hooktest run " + shellword.Of(o.Hook)}
	if finding.Unstarted(v, observed.Result) {
		f.Message, f.Hint = fmt.Sprintf("the hook could not be started (%s): %s", one.Agent.Name, v.Why), one.Hook.StartHint(observed.Result)
	}
	if observed.Refused != "" && one.Hook.Executable() {
		f.Hint = execution.RefusedNote(observed.Refused)
	}
	return f
}

// fault is the error for a hook that could not be examined.
func (o *oneHook) fault(one invocation.Try, err error) error {
	if unfit, ok := errors.AsType[*execution.Unfit](err); ok {
		return o.unfit(one, unfit.Verdict, unfit.Observation)
	}
	if large, ok := errors.AsType[*execution.TooLarge](err); ok {
		return console.Usage(large.Error(), "name a smaller --project, or leave it out")
	}
	if errors.Is(err, context.Canceled) {
		return console.Silent(console.ExitInterrupted)
	}
	return console.Fault(err)
}

// fromCases converts the hook's own cases to an agent's event inputs. All of them are for the
// event of the first.
func fromCases(a roster.Agent, cases []casefile.Case) []probe.EventInput {
	var all []probe.EventInput
	add := func(o probe.EventInput, err error) {
		// Skip cases for events that the agent has no hooks for.
		if err == nil && (len(all) == 0 || o.Event == all[0].Event) {
			all = append(all, o)
		}
	}
	for _, c := range cases {
		if c.Event != "" && c.Tool == "" && c.Bash == nil && c.Write == nil && c.Prompt == nil && c.Stdin == nil {
			sample, err := eventinput.Of(a.Contract, c.Event, "")
			add(probe.EventInput{Event: sample.Event, Fields: sample.Fields}, err)
			continue
		}
		for _, happens := range []struct {
			role dialect.Role
			on   *string
		}{{dialect.RunShell, c.Bash}, {dialect.WriteFile, c.Write}, {probe.Prompted, c.Prompt}} {
			if happens.on != nil {
				add(probe.Happening(a.Contract, c.Event, happens.role, *happens.on))
			}
		}
	}
	return all
}
