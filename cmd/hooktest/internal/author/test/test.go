// Package test is the test command: it runs cases of hooks, reports their results, and updates
// them with --update.
package test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/asking"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/confine"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/consent"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/watch"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/workers"
)

type options struct {
	*console.App
	paths   []string
	run     string
	pattern *regexp.Regexp
	tags    []string
	agents  []string
	// chosen are the agents that --agents names.
	chosen   []roster.Agent
	jobs     int
	failFast bool
	shuffle  bool
	all      bool
	update   bool
	watch    bool
	asking   asking.Flags
	confine  confine.Flags
	confined confine.Confinement
	consent  consent.Flags
	// settings are those that the hooks' agents read, once for all cases of a run.
	settings *invocation.Settings
	// told are the notes already shown about why agents were chosen.
	told    []string
	reports console.ReportFlags[tested]
}

// New returns the test command.
func New(a *console.App) *cobra.Command {
	o := &options{App: a}
	cmd := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run the cases of hooks and say which do not hold",
		Long: `test runs the hooks that cases name, with their files and set-up commands, as
you and without a sandbox. It says which these are, and asks once for each
folder that has case files: read those from elsewhere before you agree. --yes
agrees where no user can be asked, as in CI. With --sandbox they change only
the project folder of the case, and views of your home and temporary folders
that are gone afterwards, and have no network.

It runs cases: what happens, and what the agent is to do about it, in case
files (*.hooktest.yaml) and in the comments of hooks. A PATH is one of these or
a folder, which is searched; without one it is the current folder. Each case
has a project folder of its own.

A comment of a hook is a case where it begins with hooktest: and a verdict:

  # hooktest: deny 'rm -rf /'
  # hooktest: allow in claude, codex write README.md
  # hooktest: allow on SessionStart

In a case file, cases have names, files, variables and expectations in detail:

  hook: ./guard.sh
  agents: [claude, codex]
  cases:
    - {name: a deletion, bash: rm -rf /, expect: deny}
    - {name: a look, bash: ls, expect: {verdict: allow, stdout: ""}}

A case that names no agents is for those that 'hooktest run' would ask. The
words of case files are those of 'hooktest schema case-file'. A hook that is no
command is there as settings have it, and model says what a model answers:

  hook: {type: prompt, prompt: 'Is it safe? $ARGUMENTS'}
  cases:
    - {name: no, bash: rm -rf /, model: {ok: false, reason: no}, expect: deny}

The exit code is 1 if an expectation is not met, 3 if a case or its file is
broken, 4 if a file can't be read or a hook is missing, could not be started
or did not end, and 5 if nothing was tested.`,
		Example: `  hooktest test
  hooktest test .claude/hooks/guard.sh --agents claude
  hooktest test hooks --run 'deletion|push' --fail-fast
  hooktest test hooks --report junit=junit.xml`,
		GroupID: console.GroupAuthors,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.paths = args; len(args) == 0 {
				o.paths = []string{"."}
			}
			if !cmd.Flags().Changed("jobs") {
				o.jobs = max(runtime.NumCPU(), 2)
			}
			return o.test(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.run, "run", "", "run the cases whose name this `expression` fits")
	f.StringSliceVar(&o.tags, "tags", nil, "run the cases that have one of these `tags`")
	f.StringSliceVar(&o.agents, "agents", nil, "ask these `agents` only, files of contracts among them")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "how many cases run at once (default one a processor, at least 2)")
	f.BoolVar(&o.failFast, "fail-fast", false, "begin no case after one that does not hold")
	f.BoolVar(&o.shuffle, "shuffle", false, "run in another order each time; the report keeps its own")
	f.BoolVarP(&o.all, "all", "a", false, "show the cases that hold, too")
	f.BoolVar(&o.update, "update", false, "write what came into the expectations that are there, and show the changes")
	f.BoolVar(&o.watch, "watch", false, "run again whenever a hook or a case file changes")
	o.confine.RegisterOn(cmd)
	o.consent.Register(cmd)
	o.asking.Register(cmd)
	o.reports.Register(cmd, report.Of(tested.model, report.Text("pretty", writePretty), report.Document("json", writeJSON)))
	console.CompleteFlag(cmd, "agents", roster.Names)
	return cmd
}

func (o *options) check() error {
	err := cmp.Or(o.reports.Check(), o.asking.Read())
	if err != nil {
		return err
	}
	if o.chosen, err = roster.Chosen(o.agents); err != nil {
		return err
	}
	if o.confined, err = o.confine.On(o.App, false); err != nil {
		return err
	}
	if o.jobs < 1 || o.jobs > maxTestJobs {
		return console.Usage(fmt.Sprintf("--jobs is %d, and may be 1 to %d", o.jobs, maxTestJobs), "")
	}
	if o.pattern, err = regexp.Compile(o.run); err != nil {
		return console.Usage(fmt.Sprintf("--run %s: %v", o.run, err), "the pattern is a regular expression, such as 'deletion|push'")
	}
	return nil
}

const maxTestJobs = 64

func (o *options) test(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.watch {
		return watch.Keep(ctx, o.App, func() watch.Files {
			return watch.Files{Trees: o.paths, Own: o.reports.Paths(), Skips: skipped}
		}, o.once)
	}
	return o.once(ctx)
}

func (o *options) once(ctx context.Context) error {
	jobs, err := console.Await(ctx, o.jobsOf)
	if err != nil {
		return err
	}
	if err := o.consent.Ask(ctx, o.App, o.commandsOf(jobs)); err != nil {
		return err
	}
	results, left, err := o.carryOut(ctx, jobs)
	if err != nil {
		return err
	}
	if o.update && ctx.Err() == nil {
		if results, err = o.rewrite(results); err != nil {
			return err
		}
	}
	report := newTested(results, english.Count(casesOf(jobs), "case"), left, o.all, ctx.Err() != nil)
	if err := o.reports.Write(o.App, report); err != nil {
		return err
	}
	return report.conclude(ctx)
}

// commandsOf returns the commands of jobs, except for scripts named on the command line.
func (o *options) commandsOf(jobs []caserun.Job) []consent.Command {
	var all []consent.Command
	for _, job := range jobs {
		file := job.Case.At.File
		if file == job.Case.Script {
			// The case is a comment of the script.
			if file = ""; slices.Contains(o.paths, job.Case.Script) {
				continue
			}
		}
		for _, text := range []string{job.Case.Setup, cmp.Or(job.Hook.Command, job.Case.Script)} {
			if text != "" {
				all = append(all, consent.Command{Text: text, File: file})
			}
		}
	}
	return all
}

// casesOf counts the cases of jobs. A case may have several jobs.
func casesOf(jobs []caserun.Job) int {
	type place struct {
		at   document.Position
		name string
	}
	return len(lists.Once(lists.Of(jobs, func(job caserun.Job) place { return place{job.Case.At, job.Case.Name} })))
}

// carryOut runs jobs concurrently. The results are in the order of the jobs, independent of the
// order in which they ran. left counts the jobs that did not finish.
func (o *options) carryOut(ctx context.Context, jobs []caserun.Job) (all []caserun.Result, left int, err error) {
	bar := o.Progress(ctx)
	defer bar.Clear()
	order := rand.Perm(len(jobs))
	if !o.shuffle {
		slices.Sort(order)
	}
	results, errs := make([][]caserun.Result, len(jobs)), make([]error, len(jobs))
	running, enough := context.WithCancel(ctx)
	defer enough()
	runner := caserun.Runner{Environ: o.Environ, Ask: o.asking.Into, Confine: o.confined.Policy}
	var mu sync.Mutex
	done, bad := 0, 0
	workers.Each(running, o.jobs, order, func(i int) {
		if running.Err() != nil {
			return
		}
		// A job that has started finishes even after an interruption, so that its folders are
		// removed and its result is valid.
		results[i], errs[i] = runner.Do(ctx, jobs[i])
		mu.Lock()
		defer mu.Unlock()
		if errs[i] != nil {
			return
		}
		done++
		if !holds(results[i]) {
			bad++
			if o.failFast {
				enough()
			}
		}
		bar.Say("testing", done, len(jobs), bad)
	})
	if err := errors.Join(slices.DeleteFunc(errs, func(err error) bool { return errors.Is(err, context.Canceled) })...); err != nil {
		return nil, 0, console.Fault(err)
	}
	return slices.Concat(results...), len(jobs) - done, nil
}

// holds reports whether all results of a case passed or were skipped.
func holds(results []caserun.Result) bool {
	return !slices.ContainsFunc(results, func(r caserun.Result) bool {
		return r.Status != caserun.Passed && r.Status != caserun.Skipped
	})
}
