package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

func (a *app) newConformList() *cobra.Command {
	o := &conformOptions{app: a}
	format := "pretty"
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the requirements, their clauses and the checks of each",
		Example: `  hooktest conform list
  hooktest conform list --run HOOK-067 --format json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := checkChoice("format", format, reportFormats()); err != nil {
				return err
			}
			return o.list(format)
		},
	}
	o.registerSelection(cmd)
	cmd.Flags().StringVar(&format, "format", "pretty", "pretty or json")
	completeFlag(cmd, "format", reportFormats())
	return cmd
}

// list shows the whole catalogue with the checks of each clause, and what the
// ledger counts. A clause without a check stands out.
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
		return usage(err.Error(), "")
	}
	c, err := catalogue.Load()
	if err != nil {
		return fault(err)
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
		return writeFault(writeJSON(o.streams.Out, listObject(c, checks, needs, narrowed)))
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
	out := o.streams.Out
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
	o.streams.Out.Printf("\n%d ids = %d active + %d merged; %d described as target; %d clauses: %d by test, %d by inspection\n",
		l.Headings, l.Active, l.Merged, l.Target, l.Clauses, l.Tests, l.Inspections)
	for _, finding := range l.Findings {
		o.streams.Out.Printf("%s\n", finding)
	}
}

func listObject(c *catalogue.Catalogue, checks, needs map[string][]string, narrowed bool) *jsonvalue.Object {
	var requirements []any
	for _, r := range c.Requirements() {
		var clauses []any
		found := false
		for _, cl := range r.Clauses {
			ids := listOf(checks[cl.ID])
			found = found || len(ids) > 0
			clauses = append(clauses, jsonvalue.New(
				member{Key: "id", Value: cl.ID}, member{Key: "text", Value: cl.Text},
				member{Key: "verify", Value: string(cl.Verify)}, member{Key: "observe", Value: string(cl.Observe)},
				member{Key: "profile", Value: string(cl.Profile)}, member{Key: "checks", Value: ids},
				member{Key: "needs", Value: listOf(needs[cl.ID])},
			))
		}
		if narrowed && !found {
			continue
		}
		o := jsonvalue.New(member{Key: "id", Value: r.ID}, member{Key: "title", Value: r.Title}, member{Key: "status", Value: string(r.Status)})
		if r.MergedInto != "" {
			o.Set("mergedInto", r.MergedInto)
		} else {
			o.Set("state", string(r.State))
			o.Set("clauses", clauses)
		}
		requirements = append(requirements, o)
	}
	return jsonvalue.New(member{Key: "requirements", Value: requirements})
}

// listOf is a list of texts as JSON, never null.
func listOf(texts []string) []any {
	list := []any{}
	for _, text := range texts {
		list = append(list, text)
	}
	return list
}
