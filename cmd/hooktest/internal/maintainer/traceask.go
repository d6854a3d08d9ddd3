package maintainer

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/format"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/source"
)

func (o *traceOptions) newTraceExplain() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain ID",
		Short: "Show everything that is linked to a requirement or a clause",
		Example: `  hooktest trace explain HOOK-067b.1
  hooktest trace explain INT-02`,
		Args: console.WantArgs(1, 1, "give one id", "such as: hooktest trace explain HOOK-067b.1"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.explain(cmd.Context(), args[0]) },
	}
	o.registerObservation(cmd)
	return cmd
}

func (o *traceOptions) newTraceWhy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "why FILE:LINE",
		Short: "Say which requirements a line of the engine serves, and what proves it",
		Example: `  hooktest trace why engine/runner/runner.go:120
  hooktest trace why engine/planner/choose.go`,
		Args: console.WantArgs(1, 1, "give one place", "such as: hooktest trace why engine/runner/runner.go:120"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.why(cmd.Context(), args[0]) },
	}
	o.registerObservation(cmd)
	return cmd
}

func (o *traceOptions) newTraceNext() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "next",
		Short:   "Name the gap to close next, and how",
		Example: `  hooktest trace next`,
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.next(cmd.Context()) },
	}
	o.registerObservation(cmd)
	return cmd
}

func (o *traceOptions) newTraceDiff() *cobra.Command {
	return &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what moved between two reports, and what it cost",
		Long: `diff compares two reports of the format json. It tells apart a requirement
whose text moved, a test that moved, an implementation that changed, and a
proof that was lost. It ends with 1 where a clause lost a rung.`,
		Example: `  hooktest trace diff before.json after.json`,
		Args:    console.WantArgs(2, 2, "diff takes two reports", "such as: hooktest trace diff before.json after.json"),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.diff(cmd.Context(), args[0], args[1]) },
	}
}

func (o *traceOptions) explain(ctx context.Context, id string) error {
	at, err := o.open()
	if err != nil {
		return err
	}
	if err := at.Known(id); err != nil {
		return told(err)
	}
	report, _, err := o.build(ctx, at)
	if err != nil {
		return err
	}
	out := o.App.Streams.Out
	for _, r := range report.Requirements {
		if r.ID == id || r.ID == catalogue.Owner(id) {
			out.Printf("%s  %s\n", out.Styled(term.Bold, r.ID), r.Title)
			if r.MergedInto != "" {
				out.Printf("merged into %s\n", r.MergedInto)
			}
		}
		for _, c := range r.Clauses {
			if c.ID == id || r.ID == id {
				o.explainClause(report, c)
			}
		}
	}
	for _, c := range report.Interpretations {
		if c.ID == id {
			o.explainClause(report, c)
		}
	}
	return nil
}

func (o *traceOptions) explainClause(report trace.Report, c trace.Clause) {
	out := o.App.Streams.Out
	out.Printf("\n%s  %s\n  %s\n", out.Styled(term.Bold, c.ID), o.rung(c), c.Text)
	line := func(word, format string, args ...any) {
		out.Printf("  %s %s\n", out.Styled(term.Dim, fmt.Sprintf("%-9s", word)), fmt.Sprintf(format, args...))
	}
	for _, note := range []struct{ word, text string }{{"gap", c.Gap}, {"suspect", c.Suspect}, {"waived", c.Waived}} {
		if note.text != "" {
			line(note.word, "%s", note.text)
		}
	}
	for _, l := range c.Implementations {
		ran := "not run by its cases"
		switch {
		case len(l.RanIn) > 0:
			ran = "run by " + english.Count(len(l.RanIn), "case")
		case !l.Runs:
			ran = "a declaration without code that runs"
		}
		line("code", "%s:%d %s (%s)", l.File, l.Line, l.Declaration, ran)
	}
	for _, check := range c.Checks {
		line("check", "%s:%d %s (%s)", check.File, check.Line, check.Check, cmp.Or(string(check.Verdict), "not judged"))
	}
	if i := c.Inspection; i != nil {
		line("inspected", "%s", i.Shows)
	}
	for _, node := range c.Schemas {
		line("schema", "%s", node)
	}
	for _, m := range report.Mutants {
		if m.Clause == c.ID {
			o.explainMutant(m, line)
		}
	}
}

func (o *traceOptions) explainMutant(m trace.Mutant, line func(word, format string, args ...any)) {
	status := string(m.Status)
	if m.Killer != nil {
		status += " by " + m.Killer.Check
	}
	place := m.Position
	if len(m.Sites) > 0 {
		place = source.At(m.Sites[0].File, m.Sites[0].Line)
	}
	line("mutant", "%s %s (%s)", place, m.Violates, cmp.Or(status, "not judged"))
}

// rung formats a rung as a symbol and a word.
func (o *traceOptions) rung(c trace.Clause) term.Painted {
	out := o.App.Streams.Out
	switch {
	case c.Rung == trace.Proven, c.Inspection != nil && c.Rung == trace.Passed:
		return out.Styled(term.Good, "● "+string(c.Rung))
	case c.Rung == trace.Unlinked:
		return out.Styled(term.Bad, "○ "+string(c.Rung))
	}
	return out.Styled(term.Caution, "◐ "+string(c.Rung))
}

// why finds the clauses that a place in the engine implements.
func (o *traceOptions) why(ctx context.Context, place string) error {
	name, number, hasLine := strings.Cut(place, ":")
	at := 0
	if hasLine {
		var err error
		if at, err = strconv.Atoi(number); err != nil || at < 1 {
			return console.Usage(fmt.Sprintf("%q is not a line", number), "such as engine/runner/runner.go:120")
		}
	}
	opened, err := o.open()
	if err != nil {
		return err
	}
	file, err := fromRoot(opened.Root, name)
	if err != nil {
		return err
	}
	report, in, err := o.build(ctx, opened)
	if err != nil {
		return err
	}
	out := o.App.Streams.Out
	found := false
	within := func(first, last int) bool { return at == 0 || first <= at && at <= last }
	for _, f := range report.Files {
		if f.Path != file {
			continue
		}
		for _, d := range f.Declarations {
			if within(d.Line, d.EndLine) {
				found = true
				out.Printf("%s implements %s (%s:%d-%d)\n", out.Styled(term.Bold, d.Name), strings.Join(d.Names, ", "), file, d.Line, d.EndLine)
			}
		}
	}
	for _, m := range report.Mutants {
		for _, s := range m.Sites {
			if s.File == file && within(s.Line, s.EndLine) {
				found = true
				o.explainMutant(m, func(word, format string, args ...any) {
					out.Printf("%s %s: %s\n", out.Styled(term.Dim, word), m.Clause, fmt.Sprintf(format, args...))
				})
			}
		}
	}
	if at > 0 && in.Witness != nil {
		var cases []string
		for _, c := range report.Cases {
			if in.Witness.Ran(c.Name, file, at, at) {
				cases = append(cases, c.Name)
			}
		}
		if len(cases) > 0 {
			found = true
			out.Printf("%s %s%s\n", out.Styled(term.Dim, "run by"), english.Count(len(cases), "case"), firstOf(cases))
		}
	}
	if !found {
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("nothing is linked to %s", place), Hint: "links are in engine/, on declarations, as //hooktest:impl"}
	}
	return nil
}

// firstOf lists the first of many names.
func firstOf(names []string) string {
	const most = 3
	switch {
	case len(names) == 0:
		return ""
	case len(names) > most:
		return fmt.Sprintf(": %s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return ": " + strings.Join(names, ", ")
}

// fromRoot returns a file's path relative to the module's root.
func fromRoot(root, name string) (string, error) {
	for _, folder := range []string{".", root} {
		path, err := filepath.Abs(filepath.Join(folder, name))
		if err != nil {
			return "", console.Fault(err)
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if _, err := os.Stat(path); err == nil {
			return filepath.ToSlash(rel), nil
		}
	}
	return "", console.Usage(fmt.Sprintf("no such file: %s", name), "name it from here or from the root of the source")
}

// next names the finding that blocks most, and the command that shows it.
func (o *traceOptions) next(ctx context.Context) error {
	report, _, err := o.trace(ctx)
	if err != nil {
		return err
	}
	out := o.App.Streams.Out
	for _, blocking := range []bool{true, false} {
		for _, f := range report.Findings {
			if f.Blocks == blocking {
				out.Printf("%s  %s\n", out.Styled(term.Bold, string(f.Gate)), f.Message)
				if f.Position != "" {
					out.Printf("  %s\n", f.Position)
				}
				if f.Hint != "" {
					out.Printf("  %s %s\n", out.Styled(term.Bold, "hint:"), f.Hint)
				}
				return nil
			}
		}
	}
	out.Printf("nothing is missing: %d of %d clauses are proven\n", report.Ladder.Proven, report.Ladder.Denominator)
	return nil
}

func (o *traceOptions) diff(ctx context.Context, before, after string) error {
	old, err := console.Await(ctx, func() (trace.Report, error) { return readTrace(before) })
	if err != nil {
		return err
	}
	report, err := console.Await(ctx, func() (trace.Report, error) { return readTrace(after) })
	if err != nil {
		return err
	}
	compared := trace.Compare(old, report)
	if err := format.WriteComparison(o.Streams.Out, compared, report.Ladder, o.Look()); err != nil {
		return err
	}
	for _, c := range compared.Changes {
		if c.Kind == trace.RungLost || c.Kind == trace.ProofLost {
			return console.Silent(console.ExitAgainst)
		}
	}
	return nil
}
