package reference

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/notation"
)

func newContractDiff(a *console.App) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show where two contracts differ",
		Long: "diff shows where two agents differ, event by event and effect by effect, each\n" +
			"with its fact. Events are the same if they fire at the same moment, under any\n" +
			"name.",
		Example: `  hooktest contract diff claude codex
  hooktest contract diff llxprt claude --format markdown`,
		Args: console.ExactArgs(2, "hooktest contract diff A B"),
		RunE: func(_ *cobra.Command, args []string) error {
			sheets, err := sheetsOf(args)
			if err != nil {
				return err
			}
			return writeDifferences(a.Streams.Out, sheets[0], sheets[1], format)
		},
		ValidArgsFunction: completeContracts(2),
	}
	console.FormatFlag(cmd, &format, explainFormats())
	return cmd
}

func writeDifferences(out *term.Stream, a, b sheet.Sheet, format string) error {
	all := sheet.Diff(a, b)
	switch {
	case format == "json":
		if all == nil {
			all = []sheet.Difference{}
		}
		return console.WriteFault(console.WriteJSON(out, struct {
			First       string             `json:"first"`
			Second      string             `json:"second"`
			Differences []sheet.Difference `json:"differences"`
		}{a.Name, b.Name, all}))
	case len(all) == 0:
		out.Printf("%s and %s: nothing differs\n", a.Name, b.Name)
	case format == "markdown":
		markDifferences(out, a, b, all)
	default:
		printDifferences(out, a, b, all)
	}
	return nil
}

func said(l *sheet.Line) string {
	if l == nil {
		return "says nothing about it"
	}
	return l.Sourced()
}

func printDifferences(out *term.Stream, a, b sheet.Sheet, all []sheet.Difference) {
	out.Printf("%s and %s: %s\n", a.Title(), b.Title(), english.Count(len(all), "difference"))
	wide := max(len(a.Name), len(b.Name))
	place := ""
	for _, d := range all {
		if d.Place() != place {
			place = d.Place()
			out.Printf("\n%s\n", out.Styled(term.Bold, place))
		}
		out.Printf("  %s\n", d.What)
		for _, side := range []struct {
			name string
			line *sheet.Line
		}{{a.Name, d.First}, {b.Name, d.Second}} {
			lines := term.Wrap(said(side.line), textColumns(out)-wide-6)
			out.Printf("    %s  %s\n", out.Styled(term.Dim, fmt.Sprintf("%-*s", wide, side.name)), strings.Join(lines, "\n"+strings.Repeat(" ", wide+6)))
		}
	}
}

func markDifferences(out *term.Stream, a, b sheet.Sheet, all []sheet.Difference) {
	out.Printf("# %s and %s\n", a.Title(), b.Title())
	place := ""
	for _, d := range all {
		if d.Place() != place {
			place = d.Place()
			out.Printf("\n## %s\n\n|  | %s | %s |\n|---|---|---|\n", place, a.Name, b.Name)
		}
		out.Printf("| %s | %s | %s |\n", notation.Prose(d.What), notation.Prose(said(d.First)), notation.Prose(said(d.Second)))
	}
}
