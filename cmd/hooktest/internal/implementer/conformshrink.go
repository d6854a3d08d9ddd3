package implementer

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

func newConformShrink(a *console.App) *cobra.Command {
	o := &conformOptions{App: a, timeoutScale: 1}
	var file string
	cmd := &cobra.Command{
		Use:   "shrink CHECK -- ADAPTER ARGS...",
		Short: "Reduce a failing case to what makes it fail",
		Long: `shrink takes lines out of the case of a failing check as long as the check
fails in the same way, and prints what is left: the smallest case that shows
the failure.`,
		Example: `  hooktest conform shrink HOOK-067b.1 -- ./my-adapter
  hooktest conform shrink HOOK-024.2 -o small.txtar -- ./my-adapter`,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 1 || len(args) < 2 {
				return console.Usage("shrink takes a check and an adapter", "such as: hooktest conform shrink HOOK-067b.1 -- ./my-adapter")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.adapter = args[1:]
			return o.shrink(cmd.Context(), args[0], file)
		},
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "write the case to this `file`")
	cmd.Flags().StringVar(&o.cases, "cases", "", "take the cases from this `folder` instead of the built-in ones")
	cmd.Flags().Float64Var(&o.timeoutScale, "timeout-scale", 1, "multiply all limits")
	return cmd
}

func (o *conformOptions) shrink(ctx context.Context, check, file string) error {
	one, err := o.caseOf(check)
	if err != nil {
		return err
	}
	client, err := o.openAdapter(ctx, o.adapter)
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	folder, leave, err := o.caseFolder()
	if err != nil {
		return err
	}
	defer func() { _ = leave() }()
	runner := &suite.Runner{Client: client, Folder: folder, TimeoutScale: o.timeoutScale}
	small, runs, err := runner.Shrink(ctx, one, check)
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	if err != nil {
		return &console.Failure{Code: console.ExitNothing, Message: err.Error()}
	}
	newline := []byte("\n")
	o.Note(fmt.Sprintf("%d of %d lines are left after %s", bytes.Count(small, newline), bytes.Count(one.Text, newline), english.Count(runs, "run")))
	if file == "" {
		o.Streams.Out.Printf("%s", string(small))
		if term.Visible(string(small)) != string(small) {
			o.Note("characters that are not safe to print are escaped; --output writes the case as it is")
		}
		return nil
	}
	if err := atomicfile.WriteBytes(file, 0o644, small); err != nil {
		return console.Usage(fmt.Sprintf("the case can't be written: %v", err), "")
	}
	return nil
}

// caseOf finds the case of a check, by its exact id or by the first check of a clause.
func (o *conformOptions) caseOf(check string) (cases.Case, error) {
	all, err := o.loadCases()
	if err != nil {
		return cases.Case{}, err
	}
	chosen, err := casesNamed(all, check, "($|/)")
	if err != nil {
		return cases.Case{}, err
	}
	// The exact check comes before those with a longer label.
	exactly := slices.IndexFunc(chosen, func(c cases.Case) bool {
		return slices.ContainsFunc(c.Scopes, func(s cases.Scope) bool { return s.Check == check })
	})
	return chosen[max(exactly, 0)], nil
}

// casesNamed returns the cases that have a check whose name begins with check, up to the pattern
// end.
func casesNamed(all []cases.Case, check, end string) ([]cases.Case, error) {
	chosen, err := harness.Select(all, stream.Selection{Run: []string{"^" + regexp.QuoteMeta(check) + end}})
	if err != nil {
		return nil, console.Fault(err)
	}
	if len(chosen) == 0 {
		hint := "see what there is: hooktest conform list"
		scopes := slices.Concat(lists.Of(all, func(c cases.Case) []cases.Scope { return c.Scopes })...)
		ids := slices.Sorted(slices.Values(lists.Of(scopes, func(s cases.Scope) string { return s.Check })))
		if near := console.Nearest(check, ids); near != "" {
			hint = fmt.Sprintf("did you mean %s?", near)
		}
		return nil, console.Usage(fmt.Sprintf("no check is called %s", check), hint)
	}
	return chosen, nil
}
