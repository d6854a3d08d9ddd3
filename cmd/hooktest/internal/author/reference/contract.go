package reference

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
)

type contractOptions struct {
	names  []string // one, or none for a list
	facts  bool
	check  bool
	format string
}

// Contract returns the contract command.
func Contract(a *console.App) *cobra.Command {
	var o contractOptions
	cmd := &cobra.Command{
		Use:     "contract [NAME | FILE]",
		GroupID: console.GroupAuthors,
		Short:   "Show what an agent does with hooks",
		Long: "contract shows the rules of one agent as hooktest has them: settings files, how\n" +
			"a hook is started and ended, what it reads on each event, the effect of each\n" +
			"exit code and answer, with its facts, and the source of each fact.\n" +
			"Without a name it lists the contracts; as Markdown, that is all of them side by\n" +
			"side.\n\n" +
			"A contract of your own is a YAML file: extends names the contract that it is\n" +
			"like, and the other keys say what is different. hooktest schema contract has\n" +
			"them all; --agents takes the file, too. With --check contract shows only the\n" +
			"faults of such a file, each with line and column, and exits with 2 if there are\n" +
			"any.",
		Example: `  hooktest contract
  hooktest contract claude
  hooktest contract codex --facts
  hooktest contract claude --format json
  hooktest contract ./mine.yaml
  hooktest contract ./mine.yaml --check
  hooktest contract diff claude codex`,
		Args: console.MaximumArgs(1, "hooktest contract [NAME | FILE]"),
		RunE: func(_ *cobra.Command, args []string) error {
			o.names = args
			if err := o.validate(); err != nil {
				return err
			}
			if o.check {
				return checkContract(a, args[0])
			}
			return o.show(a)
		},
		ValidArgsFunction: completeContracts(1),
	}
	console.FormatFlag(cmd, &o.format, explainFormats())
	cmd.Flags().BoolVar(&o.facts, "facts", false, "the facts alone")
	cmd.Flags().BoolVar(&o.check, "check", false, "only check a contract of your own")
	cmd.AddCommand(newContractDiff(a))
	return cmd
}

// completeContracts completes up to this number of contract names.
func completeContracts(most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		all := lists.Of(dialect.Summaries(), func(s dialect.Summary) string {
			return cobra.CompletionWithDesc(s.Name, s.Product)
		})
		return console.WithPrefix(all, word), cobra.ShellCompDirectiveNoFileComp
	}
}

func (o contractOptions) validate() error {
	switch {
	case o.facts && len(o.names) == 0:
		return console.Usage("--facts is about one contract", "such as: hooktest contract claude --facts")
	case o.check && (len(o.names) == 0 || !contractfile.Is(o.names[0])):
		return console.Usage("--check is about a contract of your own", "such as: hooktest contract ./mine.yaml --check")
	}
	return nil
}

// checkContract reports that a file is a contract, or all its faults.
func checkContract(a *console.App, file string) error {
	checked, err := roster.Named("contract", file)
	if err != nil {
		return err
	}
	a.Streams.Out.Printf("%s is a contract: %s, which extends %s\n", file, checked.Name, checked.Extends)
	return nil
}

// sheetsOf returns the sheets of contracts by name or file, or of all built-in contracts if there
// are no names.
func sheetsOf(names []string) ([]sheet.Sheet, error) {
	if len(names) == 0 {
		requirements, err := catalogue.Load()
		if err != nil {
			return nil, console.Fault(err)
		}
		return sheet.All(requirements), nil
	}
	// Most contracts name no requirement, and then the catalogue is not read.
	read := sync.OnceValues(catalogue.Load)
	var fault error
	title := func(id string) string {
		requirements, err := read()
		if err != nil {
			fault = err
			return ""
		}
		return sheet.Titles(requirements)(id)
	}
	var all []sheet.Sheet
	for _, name := range names {
		a, err := roster.Named("contract", name)
		if err != nil {
			return nil, err
		}
		all = append(all, sheet.Of(a.Contract, title))
	}
	if fault != nil {
		return nil, console.Fault(fault)
	}
	return all, nil
}

func (o contractOptions) show(a *console.App) error {
	sheets, err := sheetsOf(o.names)
	if err != nil {
		return err
	}
	out := a.Streams.Out
	if len(o.names) == 0 {
		return o.list(out, sheets)
	}
	shown := topic.Contract(sheets[0])
	if o.facts {
		shown = topic.Facts(sheets[0])
	}
	return writeTopic(out, shown, o.format)
}

// list shows the available contracts.
func (o contractOptions) list(out *term.Stream, sheets []sheet.Sheet) error {
	if o.format == "markdown" {
		return console.WriteFault(sheet.WritePage(out, sheets))
	}
	type row struct {
		Name     string         `json:"name"`
		Product  string         `json:"product"`
		Versions string         `json:"versions,omitempty"`
		Events   int            `json:"events"`
		Facts    map[string]int `json:"facts"`
	}
	rows := lists.Of(sheets, func(s sheet.Sheet) row { return row{s.Name, s.Product, s.Versions, len(s.Events), s.ByKind()} })
	if o.format == "json" {
		return console.WriteFault(console.WriteJSON(out, rows))
	}
	name, product := len("contract"), len("agent")
	for _, s := range sheets {
		name, product = max(name, len(s.Name)), max(product, len(s.Title()))
	}
	out.Printf("%s\n", out.Styled(term.Dim, fmt.Sprintf("%-*s  %-*s  events  facts", name, "contract", product, "agent")))
	for _, s := range sheets {
		out.Printf("%s  %-*s  %6d  %s\n", out.Styled(term.Bold, fmt.Sprintf("%-*s", name, s.Name)), product, s.Title(), len(s.Events), s.Basis())
	}
	return nil
}

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
