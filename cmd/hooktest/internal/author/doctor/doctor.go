// Package doctor is the doctor command: it chooses agents, starts hooks with --start, and
// writes reports. Package diagnosis finds what keeps hooks from running.
package doctor

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/confine"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/dialect"
)

type options struct {
	*console.App
	project string
	agents  []string
	mode    roster.ModeFlag
	// start executes each working hook once. strict makes a hook that waits for trust a failure.
	start, strict bool
	confine       confine.Flags
	// confined is how hooks are started.
	confined confine.Confinement
	reports  console.ReportFlags[examined]
}

// New returns the doctor command.
func New(a *console.App) *cobra.Command {
	o := options{App: a}
	cmd := &cobra.Command{
		Use:     "doctor",
		GroupID: console.GroupAuthors,
		Short:   "Find what keeps hooks from running, on this machine and in this project",
		Long: "doctor looks at the settings of every agent, your own, the project's and the\n" +
			"machine's. For each hook that does not run it reports the reason and the fix:\n" +
			"a switch, trust, an entry that disables its file, an event that never fires, a\n" +
			"matcher that never matches, a variable, a file or a program that is missing. It\n" +
			"changes nothing and starts nothing.\n\n" +
			"With --start each hook that is alive is executed once, with a sample of its\n" +
			"event, and each agent is asked for its version. A hook starts in an empty\n" +
			"folder, with variables that name the project. It can change only that folder,\n" +
			"and views of the project, your home and temporary folders that are gone\n" +
			"afterwards, and it has no network; --no-sandbox starts it without these limits.\n\n" +
			"The exit code is 1 if a hook is dead, and 5 if there are no settings. An agent\n" +
			"that is not installed and reads only the settings of other agents does not\n" +
			"count, unless it is the only one. A hook without trust is dead if the agent\n" +
			"keeps a record of trust that does not list it: it does not run until the user\n" +
			"trusts it. Without a record its state is waiting, which only --strict counts\n" +
			"as dead.",
		Example: `  hooktest doctor
  hooktest doctor --agents claude,codex --project ../other
  hooktest doctor --start
  hooktest doctor --format json
  hooktest doctor --report sarif=doctor.sarif`,
		Args: console.MaximumArgs(0, "hooktest doctor"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmp.Or(o.reports.Check(), o.mode.Check()); err != nil {
				return err
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.project, "project", ".", "the project `folder`")
	cmd.Flags().StringSliceVar(&o.agents, "agents", nil, "look at these `agents` alone, files of contracts among them (default: every one that has settings of its own)")
	console.CompleteFlag(cmd, "agents", roster.NamesAndAll)
	o.mode.Register(cmd)
	cmd.Flags().BoolVar(&o.start, "start", false, "start each hook that is alive once, and ask each agent for its version")
	o.confine.RegisterOff(cmd)
	cmd.Flags().BoolVar(&o.strict, "strict", false, "a hook that waits for the user's trust counts as dead")
	o.reports.Register(cmd, report.Of(examined.model, report.Text("pretty", writePretty), report.Document("json", writeJSON)))
	return cmd
}

// examined is the result for all agents.
type examined struct {
	project string
	agents  []checkedAgent
	strict  bool
}

// A checkedAgent is an agent with the results of starting it and its hooks.
type checkedAgent struct {
	diagnosis.Agent
	// version is the output of its program, and starts has the result of each hook. Both are
	// empty if nothing was started.
	version string
	starts  map[int]start
	// unconfirmed says that no fact was observed on the installed version, or is empty.
	unconfirmed string
}

func (o *options) run(ctx context.Context) error {
	if err := project.CheckFolder(o.project); err != nil {
		return err
	}
	folder, err := filepath.Abs(o.project)
	if err != nil {
		return console.Fault(err)
	}
	asked, err := o.asked()
	if err != nil {
		return err
	}
	m := &diagnosis.Machine{Project: folder, Home: o.Getenv("HOME"), Getenv: o.Getenv, Program: console.OnPath}
	if o.start {
		if o.confined, err = o.confine.On(o.App, true); err != nil {
			return err
		}
	}
	x := examined{project: folder, strict: o.strict}
	for _, a := range asked {
		a = o.mode.In(a)
		one, err := m.Examine(ctx, a.Contract)
		switch {
		case ctx.Err() != nil:
			return console.Silent(console.ExitInterrupted)
		case err != nil:
			return console.Usage(err.Error(), "")
		}
		p := checkedAgent{Agent: one, unconfirmed: a.Unconfirmed(one.Program)}
		if o.start && one.Configured() {
			if err := o.startAll(ctx, m, &p); err != nil {
				return err
			}
		}
		x.agents = append(x.agents, p)
	}
	if err := o.reports.Write(o.App, x); err != nil {
		return err
	}
	return x.end()
}

// asked returns the agents to check: those of --agents, or else all that were run and those known
// from documents only that have their own settings.
func (o *options) asked() ([]roster.Agent, error) {
	if len(o.agents) > 0 {
		return roster.Chosen(o.agents)
	}
	return roster.Where(func(a roster.Agent) bool { return !a.OnlyNamed || !guest(a.Contract) }), nil
}

// guest reports whether an agent reads another agent's settings, and has none of its own.
func guest(c *dialect.Contract) bool {
	others := slices.ContainsFunc(c.Settings.Files, func(f dialect.File) bool { return owner(f.Path).Product != c.Product })
	return others && !slices.ContainsFunc(c.Settings.Files, func(f dialect.File) bool { return owner(f.Path).Name == c.Name })
}

// owner returns the agent that a settings file belongs to, even if other agents read it too.
func owner(path string) *dialect.Contract {
	has := func(c *dialect.Contract) bool {
		return slices.ContainsFunc(c.Settings.Files, func(f dialect.File) bool { return f.Path == path })
	}
	all := dialect.Contracts()
	i := slices.IndexFunc(all, func(c *dialect.Contract) bool { return !c.OnlyNamed && has(c) })
	if i < 0 {
		i = slices.IndexFunc(all, has)
	}
	return all[i]
}

// end returns the error that sets the command's exit code.
func (x examined) end() error {
	configured := false
	for _, a := range x.agents {
		configured = configured || a.Configured()
		if len(x.agents) > 1 && guest(a.Contract) && a.Program == "" {
			// It would read another agent's settings, and is not installed on this machine.
			continue
		}
		if a.Sick() || x.strict && a.Count(diagnosis.Waits) > 0 {
			return console.Silent(console.ExitAgainst)
		}
	}
	if !configured {
		return &console.Failure{Code: console.ExitNothing, Message: "no agent has settings here", Hint: "--project names another folder, hooktest init writes a hook and its settings"}
	}
	return nil
}

// findings returns the findings of all agents, each once, with its agents.
func (x examined) findings() []finding.Finding {
	var all []finding.Finding
	for _, a := range x.agents {
		for _, f := range a.All() {
			f.Place = near(f.Place)
			i := slices.IndexFunc(all, func(other finding.Finding) bool {
				return other.Rule.ID == f.Rule.ID && other.Place == f.Place && other.Text == f.Text && other.Fix == f.Fix
			})
			if i >= 0 {
				all[i].Agents = append(slices.Clone(all[i].Agents), f.Agents...)
				continue
			}
			all = append(all, f)
		}
	}
	return all
}

// near shortens the path of a place.
func near(p finding.Place) finding.Place {
	if p.File != "" {
		p.File = console.Near(p.File)
	}
	if p.Position.File != "" {
		p.Position.File = console.Near(p.Position.File)
	}
	return p
}
