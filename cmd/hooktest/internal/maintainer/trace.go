// Package maintainer holds the command for people who maintain the reference engine and its suite:
// trace every clause to code, cases and proofs, and check the gates.
package maintainer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/format"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/conformance/trace/tree"
)

// traceOptions are the flags that all trace commands share.
type traceOptions struct {
	*console.App
	dir    string
	others []string
}

type traceReportOptions struct {
	*traceOptions
	baseline string
	reports  console.ReportFlags[trace.Report]
}

// Trace returns the trace command.
func Trace(a *console.App) *cobra.Command {
	o := &traceOptions{App: a}
	r := &traceReportOptions{traceOptions: o}
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Trace every clause to code, case and proof, and keep the gates",
		Long: `trace reports the state of every clause of every requirement: linked to code
and to a check, executed by that check's case, passed, and proven to fail when
the clause is broken. Then it checks the gates, and ends with 1 if one fails.

It reads the source of the reference engine, and the latest observations and
proofs of '` + proof.Command + `' in the folder ` + trace.RecordsFolder + `.`,
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
	cmd.AddCommand(o.newTraceExplain(), o.newTraceWhy(), o.newTraceNext(), o.newTraceDiff(), moved("prove", ""), moved("accept", " accept"))
	return cmd
}

// moved returns a hidden command that tells where a former subcommand is now.
func moved(name, args string) *cobra.Command {
	return &cobra.Command{
		Use: name, Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return console.Usage("trace "+name+" is a tool of the source now: "+proof.Command+args, "")
		},
	}
}

// registerObservation adds the flags of commands that read runs of the suite.
func (o *traceOptions) registerObservation(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.others, "run", nil, "add the run of another implementation, an event `stream`; may be repeated")
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

// traceOutcome returns the error for a report about some runs. A broken case takes precedence
// over the gates, because gates that fail due to it are not about the engine.
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

// trace reads the tree and builds its report.
func (o *traceOptions) trace(ctx context.Context) (trace.Report, trace.Input, error) {
	at, err := o.open()
	if err != nil {
		return trace.Report{}, trace.Input{}, err
	}
	return o.build(ctx, at)
}

func (o *traceOptions) open() (*tree.Tree, error) {
	at, err := tree.Open(o.dir)
	return at, told(err)
}

// told converts a fault of the tree to the command's error.
func told(err error) error {
	fault, ok := errors.AsType[*tree.Fault](err)
	switch {
	case err == nil:
		return nil
	case !ok:
		return console.Fault(err)
	case fault.Broken:
		return &console.Failure{Code: console.ExitFault, Message: err.Error(), Hint: fault.Hint}
	}
	return console.Usage(err.Error(), fault.Hint)
}

func (o *traceOptions) build(ctx context.Context, at *tree.Tree) (trace.Report, trace.Input, error) {
	in, err := at.Input(ctx, console.Version())
	if err == nil {
		err = at.Proven(&in)
	}
	if err != nil {
		return trace.Report{}, in, told(err)
	}
	others, err := console.Await(ctx, o.implementations)
	if err != nil {
		return trace.Report{}, in, err
	}
	in.Runs = append(in.Runs, others...)
	return trace.Build(in), in, nil
}

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

// implementations reads the runs to compare with the reference's run.
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
