package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/proof"
)

// proveOptions are what a person says to prove.
type proveOptions struct {
	*traceOptions
	jobs    int
	ownOnly bool
}

func (o *traceOptions) newProve() *cobra.Command {
	p := &proveOptions{traceOptions: o}
	cmd := &cobra.Command{
		Use:   "prove [ID...]",
		Short: "Break the engine on purpose, and see whether the suite notices",
		Example: `  hooktest trace prove
  hooktest trace prove HOOK-010 HOOK-067b.1`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.prove(cmd.Context(), args) },
	}
	cmd.Flags().IntVarP(&p.jobs, "jobs", "j", 0, "mutants at once (default twice the processors)")
	cmd.Flags().BoolVar(&p.ownOnly, "own-only", false, "do not ask the rest of the suite about survivors")
	return cmd
}

func (p *proveOptions) prove(ctx context.Context, ids []string) error {
	if err := p.load(); err != nil {
		return err
	}
	chosen, err := p.choose(ids)
	if err != nil {
		return err
	}
	bench, leave, err := p.bench(p.jobs)
	if err != nil {
		return err
	}
	defer leave()
	bench.OwnOnly = p.ownOnly
	started := time.Now()
	bar := p.progress()
	results, err := bench.Prove(ctx, chosen, nil, func(now proof.Progress) { bar.say(now.Step, now.Done, now.Total, now.Bad) })
	bar.clear()
	if ctx.Err() != nil {
		return silent(exitInterrupted)
	}
	if err != nil {
		return &failure{code: exitFault, message: term.Visible(err.Error())}
	}
	counts := map[proof.Status]int{}
	for _, r := range results {
		counts[r.Status]++
		if r.Status != proof.Killed {
			p.streams.Out.Printf("%s  %s\n  %s\n", r.Status, r.Mutant, term.Visible(strings.TrimSpace(r.Detail)))
			if len(r.Others) > 0 {
				p.streams.Out.Printf("  others that fail: %s\n", strings.Join(r.Others, " "))
			}
		}
	}
	var parts []string
	for _, s := range proof.Statuses() {
		if counts[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	p.streams.Out.Printf("%s of %s in %s\n", strings.Join(parts, ", "), plural(len(results), "mutant"), time.Since(started).Round(100*time.Millisecond))
	if counts[proof.Killed] < len(results) {
		return silent(exitAgainst)
	}
	return nil
}

// choose gives the mutants of some requirements, clauses or of their own ids;
// all for none.
func (p *proveOptions) choose(ids []string) ([]mutants.Mutant, error) {
	if len(ids) == 0 {
		return p.mutants.Mutants, nil
	}
	var chosen []mutants.Mutant
	found := map[string]bool{}
	for _, m := range p.mutants.Mutants {
		requirement, _, _ := strings.Cut(m.Clause, ".")
		wanted := false
		for _, id := range ids {
			if id == m.ID || id == m.Clause || id == requirement {
				found[id], wanted = true, true
			}
		}
		if wanted {
			chosen = append(chosen, m)
		}
	}
	for _, id := range ids {
		if !found[id] {
			return nil, usage(fmt.Sprintf("no mutant of %q", id), "did you mean "+p.catalogue.Nearest(id)+"?")
		}
	}
	return chosen, nil
}
