package implementer

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/internal/english"
)

func newConformList(a *console.App) *cobra.Command {
	o := &conformOptions{App: a}
	format := "pretty"
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the requirements, their clauses and the checks of each",
		Example: `  hooktest conform list
  hooktest conform list --run HOOK-067 --format json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := console.CheckChoice("format", format, console.PrettyOrJSON()); err != nil {
				return err
			}
			return o.list(format)
		},
	}
	o.registerSelection(cmd)
	cmd.Flags().StringVar(&format, "format", "pretty", "pretty or json")
	console.CompleteFlag(cmd, "format", console.PrettyOrJSON)
	return cmd
}

// list shows the whole catalogue with the checks of each clause, and the ledger's counts. Clauses
// without checks are highlighted.
func (o *conformOptions) list(format string) error {
	selection, err := o.selection()
	if err != nil {
		return err
	}
	all, err := o.loadCases()
	if err != nil {
		return err
	}
	chosen, err := harness.Select(all, selection)
	if err != nil {
		return console.Usage(err.Error(), "")
	}
	c, err := catalogue.Load()
	if err != nil {
		return console.Fault(err)
	}
	needs := cases.NeedsOf(chosen)
	checks := map[string][]string{}
	for _, one := range chosen {
		for _, s := range one.Scopes {
			checks[s.Clause] = append(checks[s.Clause], s.Check)
		}
	}
	narrowed := len(chosen) < len(all)
	if format == "json" {
		return console.WriteFault(console.WriteJSON(o.Streams.Out, struct {
			Requirements []listed `json:"requirements"`
		}{listFor(c, checks, needs, narrowed)}))
	}
	for _, r := range c.Requirements() {
		o.listRequirement(r, checks, needs, narrowed)
	}
	o.listLedger(c)
	return nil
}

func (o *conformOptions) listRequirement(r catalogue.Requirement, checks, needs map[string][]string, narrowed bool) {
	if narrowed && !slices.ContainsFunc(r.Clauses, func(cl catalogue.Clause) bool { return len(checks[cl.ID]) > 0 }) {
		return
	}
	out := o.Streams.Out
	if r.MergedInto != "" {
		out.Printf("%s  merged into %s\n", out.Styled(term.Dim, r.ID), r.MergedInto)
		return
	}
	title := r.Title
	if mark := r.State.Mark(); mark != "" {
		title += "  " + mark
	}
	out.Printf("%s  %s\n", out.Styled(term.Bold, r.ID), title)
	for _, cl := range r.Clauses {
		style, how := term.Dim, english.Count(len(checks[cl.ID]), "check")
		switch {
		case cl.Verify == catalogue.ByInspection:
			how = "inspection"
		case len(checks[cl.ID]) == 0:
			style, how = term.Caution, "no check"
		case len(needs[cl.ID]) > 0:
			how += ", needs " + strings.Join(needs[cl.ID], " and ")
		}
		out.Printf("  %-4s %s  %s\n", strings.TrimPrefix(cl.ID, r.ID), cl.Text, out.Styled(style, "("+how+")"))
	}
}

func (o *conformOptions) listLedger(c *catalogue.Catalogue) {
	l := c.Ledger()
	o.Streams.Out.Printf("\n%d ids = %d active + %d merged; %d described as target; %d clauses: %d by test, %d by inspection\n",
		l.Headings, l.Active, l.Merged, l.Target, l.Clauses, l.Tests, l.Inspections)
	for _, finding := range l.Findings {
		o.Streams.Out.Printf("%s\n", finding)
	}
}

// listed is a requirement in the JSON list.
type listed struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	Status     string         `json:"status"`
	MergedInto string         `json:"mergedInto,omitempty"`
	State      string         `json:"state,omitempty"`
	Clauses    []listedClause `json:"clauses,omitempty"`
}

type listedClause struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Verify  string   `json:"verify"`
	Observe string   `json:"observe"`
	Profile string   `json:"profile"`
	Checks  []string `json:"checks"`
	Needs   []string `json:"needs"`
}

// listFor returns the whole list, or only the parts with selected checks.
func listFor(c *catalogue.Catalogue, checks, needs map[string][]string, narrowed bool) []listed {
	all := []listed{}
	for _, r := range c.Requirements() {
		one := listed{ID: r.ID, Title: r.Title, Status: string(r.Status), MergedInto: r.MergedInto}
		found := false
		for _, cl := range r.Clauses {
			found = found || len(checks[cl.ID]) > 0
			// Missing lists are empty, not null.
			one.Clauses = append(one.Clauses, listedClause{
				cl.ID, cl.Text, string(cl.Verify), string(cl.Observe), string(cl.Profile),
				append([]string{}, checks[cl.ID]...), append([]string{}, needs[cl.ID]...),
			})
		}
		if r.MergedInto == "" {
			one.State = string(r.State)
		}
		if found || !narrowed {
			all = append(all, one)
		}
	}
	return all
}
