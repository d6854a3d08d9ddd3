package maintainer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/format"
)

// module is the path of the module that holds the reference engine.
const module = "github.com/hooktest/hooktest"

// traceOptions are what all trace commands share.
type traceOptions struct {
	*console.App
	dir    string
	others []string
	noRun  bool
	jobs   int

	// What load reads.
	root      string
	catalogue *catalogue.Catalogue
	cases     []cases.Case
	mutants   mutants.Set
	records   trace.Records
}

// reportOptions are those of trace itself.
type traceReportOptions struct {
	*traceOptions
	baseline string
	reports  console.ReportFlags[trace.Report]
}

func newTrace(a *console.App) *cobra.Command {
	o := &traceOptions{App: a}
	r := &traceReportOptions{traceOptions: o}
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Trace every clause to code, case and proof, and keep the gates",
		Long: `trace says of every clause of every requirement how far it has come: linked to
code and to a check, executed by that check's case, passed, and proven to fail
when the clause is broken. Then it asks the gates, and ends with 1 where one of
them is closed.

It works on the source of the reference engine. What it needs to have observed,
it observes and keeps in the folder ` + trace.RecordsFolder + `; proofs come from 'trace prove'.`,
		Example: `  hooktest trace
  hooktest trace --report html=trace.html --report sarif=trace.sarif
  hooktest trace --run other.ndjson --format html > trace.html`,
		GroupID: console.GroupImplementers,
		Args:    a.UnknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.report(cmd.Context()) },
	}
	cmd.PersistentFlags().StringVar(&o.dir, "dir", ".", "a `folder` in the source of the reference engine")
	f := cmd.Flags()
	o.registerObservation(cmd)
	f.StringVar(&r.baseline, "baseline", "", "compare with an earlier report, a `file` of the format json")
	r.reports.Register(cmd, format.OfTraces())
	cmd.AddCommand(o.newTraceProve(), o.newTraceAccept(), o.newTraceExplain(), o.newTraceWhy(), o.newTraceNext(), o.newTraceDiff())
	return cmd
}

// registerObservation adds the flags of commands that need a run of the suite.
func (o *traceOptions) registerObservation(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.others, "run", nil, "set the run of another implementation beside it, an event `stream`; may be repeated")
	cmd.Flags().BoolVar(&o.noRun, "no-run", false, "do not run the suite where no run of this engine is at hand")
	cmd.Flags().IntVarP(&o.jobs, "jobs", "j", 0, "engines at once (default twice the processors)")
}

// load reads what a source tree says, without running anything.
func (o *traceOptions) load() error {
	var err error
	if o.root, err = mutants.Root(o.dir); err != nil {
		return console.Usage(err.Error(), "trace works on the source of the reference engine: --dir FOLDER")
	}
	o.records = trace.RecordsIn(o.root)
	tree := os.DirFS(o.root)
	if o.catalogue, err = catalogue.Open(below(tree, "conformance/catalogue")); err != nil {
		return broken(err, "the catalogue is broken")
	}
	if o.cases, err = cases.Load(below(tree, "testscripts")); err != nil {
		return broken(err, "a case file is broken")
	}
	if o.mutants, err = mutants.Load(tree, o.catalogue); err != nil {
		return broken(err, "a file of mutants is broken")
	}
	return nil
}

// broken is a fault of a file that belongs to the suite.
func broken(err error, hint string) error {
	return &console.Failure{Code: console.ExitFault, Message: err.Error(), Hint: hint}
}

// below is a folder of a tree whose name is known to be valid.
func below(tree fs.FS, folder string) fs.FS {
	sub, err := fs.Sub(tree, folder)
	if err != nil {
		return tree
	}
	return sub
}

func (r *traceReportOptions) report(ctx context.Context) error {
	if err := r.reports.Check(); err != nil {
		return err
	}
	report, in, err := r.trace(ctx)
	if err != nil {
		return err
	}
	if r.baseline != "" {
		old, err := console.Await(ctx, func() (trace.Report, error) { return readTrace(r.baseline) })
		if err != nil {
			return err
		}
		compared := trace.Compare(old, report)
		compared.Of = filepath.Base(r.baseline)
		report.Baseline = &compared
	}
	if err := r.reports.Write(r.App, report); err != nil {
		return err
	}
	return traceOutcome(report, in.Runs)
}

// traceOutcome is the exit code of a report about some runs. A broken case comes before
// the gates: a gate that it closes says nothing about the engine.
func traceOutcome(r trace.Report, runs []stream.Run) error {
	for _, run := range runs {
		if run.Outcome() == stream.SuiteFault {
			return console.SuiteFault(run)
		}
	}
	if len(r.Implementations) == 0 {
		return console.Silent(console.ExitNothing)
	}
	for _, f := range r.Findings {
		if f.Blocks {
			return console.Silent(console.ExitAgainst)
		}
	}
	return nil
}

// trace loads the tree and builds its report.
func (o *traceOptions) trace(ctx context.Context) (trace.Report, trace.Input, error) {
	if err := o.load(); err != nil {
		return trace.Report{}, trace.Input{}, err
	}
	return o.build(ctx)
}

// build builds the report of the tree that was loaded.
func (o *traceOptions) build(ctx context.Context) (trace.Report, trace.Input, error) {
	in, err := o.input(ctx)
	if err != nil {
		return trace.Report{}, in, err
	}
	return trace.Build(in), in, nil
}

// readTrace reads an earlier report.
func readTrace(path string) (trace.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return trace.Report{}, console.Unreadable(path, err)
	}
	defer f.Close()
	r, err := trace.Read(f)
	if err != nil {
		return r, console.Usage(fmt.Sprintf("%s: %v", path, err), "an earlier report is what 'hooktest trace --report json=FILE' writes")
	}
	return r, nil
}

// revision is what the version control calls the tree; empty where there is none.
func (o *traceOptions) revision(ctx context.Context) string {
	out, err := o.git(ctx, "describe", "--always", "--dirty")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

func (o *traceOptions) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = o.root, o.Environ
	out, err := cmd.Output()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(ended.Stderr)))
	}
	return string(out), err
}

// implementations reads the runs that are set beside that of the reference.
func (o *traceOptions) implementations() ([]stream.Run, error) {
	var runs []stream.Run
	for _, path := range o.others {
		run, err := o.ReadStream(path)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}
