package stress

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/bench"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
)

type benchOptions struct {
	oneHook
	runs    int
	outcome string
}

// Bench returns the bench command.
func Bench(a *console.App) *cobra.Command {
	o := &benchOptions{oneHook: newOneHook(a)}
	cmd := &cobra.Command{
		Use:   "bench HOOK [-- ARGS...]",
		Short: "Measure what a hook costs, compared with an empty process",
		Long: `bench executes the hook, 51 times or as -n says, each time with a project
folder, a home and a folder for temporary files of its own, and limits on time,
memory, processes and the size of files. On a payload that you give it runs as
the agent runs it, and can do what you can; on a sample, or with --sandbox, it
can change nothing else and has no network.

bench runs a hook again and again, in turn with a process of the same
interpreter that does nothing, and gives percentiles of the time on the clock
and of the processors. What the two have in common is the interpreter's; the
rest is the hook's own.

If half of the runs reach the limit of HT602, the hook holds up the agent at
every call of a tool. Each agent is measured separately; --format json writes a
document for each.`,
		Example: `  hooktest bench ./guard.sh --bash 'git push'
  hooktest bench ./guard.py -n 200 --format json`,
		GroupID: console.GroupAuthors,
		Args:    console.WantArgs(1, -1, "no hook given", "name a script: hooktest bench ./guard.sh"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.TakeHook(cmd, args); err != nil {
				return err
			}
			return o.bench(cmd.Context())
		},
	}
	o.registerOne(cmd)
	o.confine.Register(cmd)
	cmd.Flags().IntVarP(&o.runs, "runs", "n", 50, "how often each of both runs")
	console.FormatFlag(cmd, &o.outcome, console.PrettyOrJSON())
	return cmd
}

func (o *benchOptions) bench(ctx context.Context) error {
	if o.runs < 1 {
		return console.Usage(fmt.Sprintf("-n %d: it must be greater than 0", o.runs), "")
	}
	t, asked, err := o.asked(ctx)
	if err != nil {
		return err
	}
	for i, own := range asked {
		if i > 0 && o.outcome != "json" {
			o.Streams.Out.Printf("\n")
		}
		if err := o.benchAs(ctx, t, o.chooseOne(own)); err != nil {
			return err
		}
	}
	return nil
}

func (o *benchOptions) benchAs(ctx context.Context, t target.Target, one invocation.Try) error {
	confined, err := o.confine.On(o.App, o.Invented())
	if err != nil {
		return err
	}
	b := bench.Bench{Testbed: o.testbed(one, confined.Sandbox), Event: one.Event, Fields: one.Fields, Raw: one.Raw, Empty: bench.Empty(t.Text), Runs: o.runs}
	if t.Path == "" {
		b.Empty = bench.Empty(nil)
	}
	costs, err := o.measured(ctx, b)
	if err != nil {
		return o.fault(one, err)
	}
	if o.outcome == "json" {
		o.writeBenchJSON(t, one, b, costs)
	} else {
		o.writeBench(one, b, costs)
	}
	return nil
}

func (o *benchOptions) measured(ctx context.Context, b bench.Bench) (bench.Costs, error) {
	progress := o.Progress(ctx)
	defer progress.Clear()
	return b.Run(ctx, func(pairs int) { progress.Say("pairs of runs", pairs, b.Runs, 0) })
}

// A measure is one row of the report: the times of one process by one clock.
type measure struct {
	name, what string
	of         []time.Duration
}

func measures(empty string, c bench.Costs) []measure {
	all := []measure{{"clock", "the hook", c.Hook.Wall}, {"clock", empty, c.Empty.Wall}}
	if len(c.Hook.CPU) > 0 {
		all = append(all, measure{"processors", "the hook", c.Hook.CPU}, measure{"processors", empty, c.Empty.CPU})
	}
	return all
}

// percents are the columns of the report. The last one is the maximum.
var percents = []int{50, 90, 99, 100}

func (o *benchOptions) writeBench(one invocation.Try, b bench.Bench, c bench.Costs) {
	to := o.Streams.Out
	empty := b.Empty
	if empty == bench.Empty(nil) {
		empty = "the shell alone"
	}
	to.Printf("%s\n", to.Styled(term.Bold, fmt.Sprintf("%s %s, %s of each in turn", one.Agent.Name, one.Event, english.Count(b.Runs, "run"))))
	rows := measures(empty, c)
	wide := len("the hook")
	for _, row := range rows {
		wide = max(wide, len(row.what))
	}
	to.Printf("  %s\n", to.Styled(term.Dim, fmt.Sprintf("%-10s  %-*s  %8s %8s %8s %8s", "", wide, "", "p50", "p90", "p99", "max")))
	for _, row := range rows {
		to.Printf("  %-10s  %-*s ", row.name, wide, row.what)
		for _, percent := range percents {
			to.Printf(" %8s", milliseconds(bench.Percentile(row.of, percent)))
		}
		to.Printf("\n")
	}
	own := max(bench.Percentile(c.Hook.Wall, 50)-bench.Percentile(c.Empty.Wall, 50), 0)
	to.Printf("\n  the hook's own part is about %s of the clock\n", milliseconds(own))
	if one.Agent.Row(one.Event).Subject.Tool {
		to.Printf("  %s\n", o.border(c))
	}
}

// border describes how far the hook is from the limit for a slow hook.
func (o *benchOptions) border(c bench.Costs) string {
	half := bench.Percentile(c.Hook.Wall, 50)
	if half >= finding.Slow {
		return fmt.Sprintf("HT602: half of the runs take %s or more, and the agent waits as long at every call of a tool", milliseconds(half))
	}
	return fmt.Sprintf("the border of HT602 is %v: half of the runs take %.1f %% of it at most", finding.Slow, 100*float64(half)/float64(finding.Slow))
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64) + " ms"
}

func (o *benchOptions) writeBenchJSON(t target.Target, one invocation.Try, b bench.Bench, c bench.Costs) {
	cost := func(c bench.Cost) *jsonvalue.Object {
		object := jsonvalue.New(jsonvalue.Member{Key: "wallMilliseconds", Value: percentiles(c.Wall)})
		if len(c.CPU) > 0 {
			object.Set("cpuMilliseconds", percentiles(c.CPU))
		}
		return object
	}
	// The stream records a failed write.
	_ = layout.Write(o.Streams.Out, jsonvalue.Marshal(jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:bench-report"}, jsonvalue.Member{Key: "hook", Value: t.Name}, jsonvalue.Member{Key: "agent", Value: one.Agent.Name}, jsonvalue.Member{Key: "event", Value: string(one.Event)},
		jsonvalue.Member{Key: "runs", Value: view.Number(b.Runs)}, jsonvalue.Member{Key: "measured", Value: cost(c.Hook)},
		jsonvalue.Member{Key: "empty", Value: cost(c.Empty)}, jsonvalue.Member{Key: "emptyCommand", Value: b.Empty},
		jsonvalue.Member{Key: "borderMilliseconds", Value: hook.Milliseconds(finding.Slow)},
		jsonvalue.Member{Key: "slow", Value: one.Agent.Row(one.Event).Subject.Tool && bench.Percentile(c.Hook.Wall, 50) >= finding.Slow},
	)))
}

func percentiles(sorted []time.Duration) *jsonvalue.Object {
	object := jsonvalue.New()
	for i, name := range []string{"p50", "p90", "p99", "max"} {
		object.Set(name, json.Number(strconv.FormatFloat(float64(bench.Percentile(sorted, percents[i]))/float64(time.Millisecond), 'f', 3, 64)))
	}
	return object
}
