package implementer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
)

func newConformDiff(a *console.App) *cobra.Command {
	o := &conformOptions{App: a, shard: "1/1", timeoutScale: 1}
	cmd := &cobra.Command{
		Use:   "diff -- A ARGS... ---- B ARGS...",
		Short: "Set two implementations side by side",
		Long: `diff runs the suite against two adapters and the reference engine and shows
where the two differ, with the reference as the third vote. Differences that
most likely have one cause stand together.`,
		Example: `  hooktest conform diff -- ./old-adapter ---- ./new-adapter
  hooktest conform diff --run HOOK-09 -- node a.mjs ---- python3 b.py`,
		Args: afterDash,
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.Index(args, "----")
			if i < 1 || i == len(args)-1 {
				return console.Usage("diff takes two adapters", "such as: hooktest conform diff -- ./a ---- ./b")
			}
			return o.diff(cmd.Context(), args[:i], args[i+1:])
		},
	}
	o.registerSelection(cmd)
	cmd.Flags().Float64Var(&o.timeoutScale, "timeout-scale", 1, "multiply all limits")
	return cmd
}

func (o *conformOptions) diff(ctx context.Context, a, b []string) error {
	r, err := console.Await(ctx, o.prepare)
	if err != nil {
		return err
	}
	// Here known failures are ordinary differences.
	r.Known = nil
	var runs [3]judged
	for i, command := range [][]string{a, b, nil} {
		if runs[i], err = o.judge(ctx, r, command); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return console.Silent(console.ExitInterrupted)
		}
	}
	out := o.Streams.Out
	out.Printf("A  %s\nB  %s\n", strings.Join(a, " "), strings.Join(b, " "))
	clusters := stream.Compare(runs[0].run, runs[1].run, runs[2].run)
	if len(clusters) == 0 {
		out.Printf("\nno difference in %s\n", english.Count(len(runs[0].run.Checks()), "check"))
		return nil
	}
	for _, c := range clusters {
		o.writeCluster(c)
	}
	return console.Silent(console.ExitAgainst)
}

// shownDifferences limits how many checks of one cluster are listed.
const shownDifferences = 12

func (o *conformOptions) writeCluster(c stream.Cluster) {
	out := o.Streams.Out
	about := ""
	if c.What != "" {
		about = ", in " + c.What
	}
	out.Printf("\n%s: A %s, B %s%s (%s)\n", out.Styled(term.Bold, string(c.Divergence)), c.A, c.B, about, english.Count(len(c.Differences), "check"))
	for i, d := range c.Differences {
		if i == shownDifferences {
			out.Printf("  and %d more\n", len(c.Differences)-i)
			break
		}
		out.Printf("  %s\n", d.Check)
		if i > 0 {
			continue
		}
		// One example is enough, because the others are of the same kind.
		for _, side := range []struct {
			name string
			stream.Side
		}{{"A", d.A}, {"B", d.B}} {
			if m := side.Mismatch; m.What != "" {
				out.Printf("    %s\n", fmt.Sprintf("%s: %s: want %s, got %s", side.name, m.What, m.Want, m.Got))
			}
		}
	}
}
