package cli

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
)

func (a *app) newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report COMMAND",
		Short: "Merge and render the event streams of conformance runs",
		Example: `  hooktest report merge part-*.ndjson --report ndjson=whole.ndjson
  hooktest report render whole.ndjson --format html`,
		GroupID: groupImplementers,
		Args:    a.unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newReportMerge(), a.newReportRender())
	return cmd
}

func (a *app) newReportMerge() *cobra.Command {
	var reports reportFlags[report.Run]
	cmd := &cobra.Command{
		Use:   "merge STREAM...",
		Short: "Put the shards of one run together",
		Long: `merge puts the streams of all shards of one run together. It insists on one
suite, one implementation, and a complete set of shards that share no case.`,
		Example: `  hooktest report merge part-1.ndjson part-2.ndjson --report html=report.html`,
		Args:    wantArgs(1, -1, "no stream given", "such as: hooktest report merge part-*.ndjson"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := reports.check(); err != nil {
				return err
			}
			var shards []stream.Run
			for _, path := range args {
				run, err := await(cmd.Context(), func() (stream.Run, error) { return a.readStream(path) })
				if err != nil {
					return err
				}
				shards = append(shards, run)
			}
			whole, err := stream.Merge(shards...)
			if err != nil {
				return usage(err.Error(), "every shard of a run is merged exactly once")
			}
			return a.render(reports, whole)
		},
	}
	reports.register(cmd, report.OfRuns())
	return cmd
}

func (a *app) newReportRender() *cobra.Command {
	var reports reportFlags[report.Run]
	cmd := &cobra.Command{
		Use:   "render STREAM",
		Short: "Write any report from a stream",
		Example: `  hooktest report render run.ndjson
  hooktest report render - --format markdown < run.ndjson`,
		Args: wantArgs(1, 1, "render takes one stream", "such as: hooktest report render run.ndjson"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := reports.check(); err != nil {
				return err
			}
			run, err := await(cmd.Context(), func() (stream.Run, error) { return a.readStream(args[0]) })
			if err != nil {
				return err
			}
			return a.render(reports, run)
		},
	}
	reports.register(cmd, report.OfRuns())
	return cmd
}

// render writes the reports; the exit code is that of the run they are about.
func (a *app) render(reports reportFlags[report.Run], run stream.Run) error {
	c, err := catalogue.Load()
	if err != nil {
		return fault(err)
	}
	if err := reports.write(a, report.New(run, c)); err != nil {
		return err
	}
	if code := outcomeCode(run.Outcome()); code != exitOK {
		return silent(code)
	}
	return nil
}
