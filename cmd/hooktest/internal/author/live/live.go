// Package live holds the commands that start shipped agents: live and agent. Package audit judges
// what the agents do.
package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/audit"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/consent"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

type options struct {
	*console.App
	event, agent, bin string
	modes             []string
	project, format   string
	consent           consent.Flags
}

// New returns the live command.
func New(a *console.App) *cobra.Command {
	o := &options{App: a}
	cmd := &cobra.Command{
		Use:   "live [EVENT]",
		Short: "Ask the installed agent itself what it does with your hooks",
		Long: `live starts the agent that is installed here, unmodified, with the settings of
the project and your own, against a scripted model on a loopback address. The
model calls tools that your guards refuse. For each hook, live reports whether
it was started, what it answered, and whether the tool ran all the same, in
each mode: headless, in a resumed session, in a sub-agent, and in a terminal,
where live answers the agent's first questions: it tells most agents that the
folder can be trusted. Two modes run only if they are named. In acp, the agent
is run by the Agent Client Protocol, as editors do. For plugin, the hooks of
your settings are moved into a plugin or an extension.

The agent runs your hooks and the model's commands in a sandbox, on views of
the project and your home that are gone afterwards. Files written elsewhere are
reported. It has a dummy key and no network. What guards refuse is taken from
their case files, or else found by asking them directly, as hooktest probe
does.
Commands of a project run only after your consent, as with hooktest test.

An agent is taken from --bin, from the PATH, or from those that hooktest agent
get has installed; NAME@VERSION is an installed one. An agent whose terms are
not open source is started only if --agent names it, and never in CI.

The exit code is 1 if a hook is dead, and 4 if the agent can't be run.`,
		Example: `  hooktest live
  hooktest live PreToolUse --agent claude
  hooktest live --agent qwen@0.24.4 --mode headless
  hooktest live --agent codex --bin ./codex --format json`,
		GroupID: console.GroupAuthors,
		Args:    console.MaximumArgs(1, "hooktest live PreToolUse"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.event = args[0]
			}
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "the `agent`, or NAME@VERSION (default: those with hooks here)")
	f.StringVar(&o.bin, "bin", "", "the agent's `program` (default: the one on the PATH)")
	f.StringSliceVar(&o.modes, "mode", nil, "run it in these `modes` alone: "+strings.Join(dialect.ModeNames(), ", ")+" (default: all but acp and plugin)")
	console.CompleteFlag(cmd, "mode", dialect.ModeNames)
	f.StringVar(&o.project, "project", ".", "the project `folder`")
	o.consent.Register(cmd)
	console.FormatFlag(cmd, &o.format, console.PrettyOrJSON())
	console.CompleteFlag(cmd, "agent", driver.Names)
	return cmd
}

// A side is the result for one agent and one of its contracts.
type side struct {
	*driver.Agent
	contract *dialect.Contract
	program  driver.Program
	// confirmed says on which versions facts were observed, if not around this one.
	confirmed string
	sessions  []audit.Session
}

func (o *options) run(ctx context.Context) error {
	if err := project.CheckFolder(o.project); err != nil {
		return err
	}
	setups, err := o.setups(ctx)
	if err != nil {
		return err
	}
	if err := o.agree(ctx, setups); err != nil {
		return err
	}
	bar := o.Progress(ctx)
	defer bar.Clear()
	var sides []side
	for _, s := range setups {
		one, err := o.one(ctx, s, bar)
		if ctx.Err() != nil {
			return console.Silent(console.ExitInterrupted)
		}
		if err != nil {
			return console.Fault(err)
		}
		sides = append(sides, one)
	}
	bar.Clear()
	if err := o.report(sides); err != nil {
		return err
	}
	return conclude(sides)
}

// agree asks for consent to run the commands of the project's settings.
func (o *options) agree(ctx context.Context, setups []audit.Setup) error {
	var named []consent.Command
	for _, s := range setups {
		for _, h := range s.Hooks {
			if h.Command == "" {
				continue
			}
			scope := ""
			if i := slices.IndexFunc(s.Files, func(f diagnosis.File) bool { return f.Path == h.At.File }); i >= 0 {
				scope = s.Files[i].Scope
			}
			named = append(named, consent.Of(h.Command, h.At.File, scope, s.Contract.Settings))
		}
	}
	return o.consent.Ask(ctx, o.App, named)
}

// setups returns the agents to run, with their hooks.
func (o *options) setups(ctx context.Context) ([]audit.Setup, error) {
	folder, err := filepath.Abs(o.project)
	if err != nil {
		return nil, console.Fault(err)
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, console.Fault(err)
	}
	home, err := filepath.EvalSymlinks(o.Getenv("HOME"))
	if err != nil {
		return nil, console.Usage("the home directory can't be found: "+err.Error(), "set HOME")
	}
	m := &diagnosis.Machine{Project: folder, Home: home, Getenv: o.Getenv, Program: console.OnPath}
	recorder, err := os.Executable()
	if err != nil {
		return nil, console.Fault(err)
	}
	for _, mode := range o.modes {
		if err := console.CheckChoice("mode", mode, dialect.ModeNames()); err != nil {
			return nil, err
		}
	}
	name, version, _ := strings.Cut(o.agent, "@")
	names := driver.Names()
	if name != "" {
		if err := console.CheckChoice("agent", name, names); err != nil {
			return nil, err
		}
		names = []string{name}
	}
	if o.bin != "" && name == "" {
		return nil, console.Usage("--bin needs the name of its agent", "--agent "+english.Or(names))
	}
	var all []audit.Setup
	var closed []string
	for _, n := range names {
		a, err := driver.Named(n)
		if err != nil {
			return nil, console.Fault(err)
		}
		found, err := o.hooksOf(ctx, m, a)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		if !a.Open && name == "" {
			closed = append(closed, n)
			continue
		}
		if err := a.InCI(o.Getenv); err != nil {
			return nil, untestable(err)
		}
		program, err := driver.Search{Bin: o.bin, Version: version, Getenv: o.Getenv}.Find(a)
		if missing, ok := errors.AsType[*driver.Untestable](err); ok {
			if name == "" {
				o.Note(fmt.Sprintf("%s has hooks here, and is not run: %s", a.Product, missing.Message))
				continue
			}
			return nil, untestable(missing)
		}
		if err != nil {
			return nil, console.Fault(err)
		}
		for _, s := range found {
			s.Agent, s.Program, s.Project, s.Home, s.Environ, s.Recorder = a, program, folder, home, o.Environ, recorder
			all = append(all, s)
		}
	}
	for _, n := range closed {
		o.Note(fmt.Sprintf("%s has hooks here, and is started only if it is named, since its terms are not open source: hooktest live --agent %s", n, n))
	}
	if len(all) == 0 {
		what := "no agent that can be started here has hooks"
		if name != "" {
			what = fmt.Sprintf("%s has no hooks here", name)
		}
		if o.event != "" {
			what += " for " + o.event
		}
		return nil, &console.Failure{Code: console.ExitNothing, Message: what, Hint: "hooktest doctor shows where agents read settings"}
	}
	return all, nil
}

// hooksOf returns the hooks of an agent, one setup for each of its contracts that has any.
func (o *options) hooksOf(ctx context.Context, m *diagnosis.Machine, a *driver.Agent) ([]audit.Setup, error) {
	var all []audit.Setup
	known := false
	for _, name := range a.Contracts {
		contract, ok := dialect.Named(name)
		if !ok {
			return nil, console.Fault(fmt.Errorf("no contract is called %q", name))
		}
		if _, ok := contract.Event(hook.Event(o.event)); o.event != "" && !ok {
			continue
		}
		known = true
		found, err := m.Examine(ctx, contract)
		switch {
		case ctx.Err() != nil:
			return nil, console.Silent(console.ExitInterrupted)
		case err != nil:
			return nil, console.Usage(err.Error(), "")
		}
		hooks := slices.DeleteFunc(found.Hooks, func(h diagnosis.Hook) bool {
			return o.event != "" && string(h.Event) != o.event || h.State == diagnosis.Doubled
		})
		if len(hooks) > 0 {
			all = append(all, audit.Setup{Contract: contract, Hooks: hooks, Files: found.Files})
		}
	}
	if !known && o.agent != "" {
		contract, _ := dialect.Named(a.Contracts[0])
		return nil, roster.Agent{Contract: contract}.CheckEvent(o.event)
	}
	return all, nil
}

// one runs an agent in each mode.
func (o *options) one(ctx context.Context, s audit.Setup, bar *console.Progress) (side, error) {
	result := side{Agent: s.Agent, contract: s.Contract, program: s.Program}
	folder, remove, err := execution.Folder("hooktest-live-")
	if err != nil {
		return result, err
	}
	defer remove()
	s.Scratch = folder
	plan, err := s.Plan(ctx)
	if err != nil {
		return result, err
	}
	result.confirmed = roster.Confirmed(s.Contract, result.program.Version)
	if result.program.Version == "" {
		result.program.Version = "of an unknown version"
	}
	modes := slices.Compact(slices.Sorted(slices.Values(o.modes)))
	if len(modes) == 0 {
		// The user's own hooks are in no plugin of this kind, and few users run an agent in an editor.
		modes = slices.DeleteFunc(s.Agent.ModeNames(), func(mode string) bool { return s.Agent.Modes[mode].Plugin != "" || s.Agent.Modes[mode].ACP })
	}
	for _, mode := range modes {
		bar.Write(fmt.Sprintf("%s runs, mode %s", s.Agent.Product, mode))
		session, err := plan.Run(ctx, mode)
		if err != nil {
			return result, err
		}
		result.sessions = append(result.sessions, session)
	}
	return result, nil
}

// conclude returns the error that sets the exit code.
func conclude(sides []side) error {
	seen, why := false, ""
	for _, s := range sides {
		for _, session := range s.sessions {
			if session.Dead() {
				return console.Silent(console.ExitAgainst)
			}
			seen = seen || session.Seen()
			if why == "" {
				why = session.Unrun
			}
		}
	}
	switch {
	case seen:
		return nil
	case why != "":
		return &console.Failure{Code: console.ExitUntestable, Message: why}
	}
	return &console.Failure{Code: console.ExitNothing, Message: "nothing was found out about these hooks"}
}
