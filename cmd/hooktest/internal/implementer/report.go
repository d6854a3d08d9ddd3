// Package implementer holds the commands for people who build a hook system: run the conformance
// suite against it, inspect the results, and serve the reference engine as an adapter.
package implementer

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
)

// Report returns the report command.
func Report(a *console.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report COMMAND",
		Short: "Merge and render the event streams of conformance runs",
		Example: `  hooktest report merge part-*.ndjson --report ndjson=whole.ndjson
  hooktest report render whole.ndjson --format html`,
		GroupID: console.GroupImplementers,
		Args:    a.UnknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newReportMerge(a), newReportRender(a))
	return cmd
}

func newReportMerge(a *console.App) *cobra.Command {
	var reports console.ReportFlags[report.Run]
	var maxAge time.Duration
	cmd := &cobra.Command{
		Use:   "merge STREAM...",
		Short: "Put the shards of one run together",
		Long: `merge puts the streams of all shards of one run together. It insists on one
suite, one implementation with the same claims, and a complete set of shards
that share no case. --max-age refuses a shard that an earlier run left behind.`,
		Example: `  hooktest report merge part-1.ndjson part-2.ndjson --report html=report.html
  hooktest report merge --max-age 6h part-*.ndjson`,
		Args: console.WantArgs(1, -1, "no stream given", "such as: hooktest report merge part-*.ndjson"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := reports.Check(); err != nil {
				return err
			}
			var shards []stream.Run
			for _, path := range args {
				run, err := console.Await(cmd.Context(), func() (stream.Run, error) { return a.ReadStream(path) })
				if err != nil {
					return err
				}
				shards = append(shards, run)
			}
			if cmd.Flags().Changed("max-age") {
				if err := stream.TooOld(time.Now().Add(-maxAge), shards...); err != nil {
					return console.Usage(err.Error(), "run that shard again, or give a longer --max-age")
				}
			}
			whole, err := stream.Merge(shards...)
			if err != nil {
				return console.Usage(err.Error(), "every shard of a run is merged exactly once")
			}
			return render(a, reports, whole)
		},
	}
	cmd.Flags().DurationVar(&maxAge, "max-age", 0, "refuse shards that began longer ago than this `duration`, such as 6h")
	reports.Register(cmd, report.OfRuns())
	return cmd
}

func newReportRender(a *console.App) *cobra.Command {
	var reports console.ReportFlags[report.Run]
	cmd := &cobra.Command{
		Use:   "render STREAM",
		Short: "Write any report from a stream",
		Example: `  hooktest report render run.ndjson
  hooktest report render - --format markdown < run.ndjson`,
		Args: console.WantArgs(1, 1, "render takes one stream", "such as: hooktest report render run.ndjson"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := reports.Check(); err != nil {
				return err
			}
			run, err := console.Await(cmd.Context(), func() (stream.Run, error) { return a.ReadStream(args[0]) })
			if err != nil {
				return err
			}
			return render(a, reports, run)
		},
	}
	reports.Register(cmd, report.OfRuns())
	return cmd
}

// render writes the reports. The exit code is that of the reported run.
func render(a *console.App, reports console.ReportFlags[report.Run], run stream.Run) error {
	c, err := catalogue.Load()
	if err != nil {
		return console.Fault(err)
	}
	if err := reports.Write(a, report.New(run, c)); err != nil {
		return err
	}
	if code := outcomeCode(run.Outcome()); code != console.ExitOK {
		return console.Silent(code)
	}
	return nil
}
