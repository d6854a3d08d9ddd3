package prover

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// control runs the cases of all mutants against the program while no mutant is active.
// If a mutant's checks do not pass then, the mutant can't be proven and its result is
// final.
func (p *proving) control(ctx context.Context) error {
	for _, s := range p.subjects {
		p.unbroken.program = s.program
	}
	if p.unbroken.program == "" {
		p.unbroken.program = filepath.Join(p.Folder, "control")
		if err := p.build(ctx, nil, p.unbroken.program); err != nil {
			return err
		}
	}
	wanted := map[string]bool{}
	for _, m := range p.all {
		for _, c := range p.casesOf(m) {
			wanted[c.Name] = true
		}
	}
	checks, err := p.withoutMutants(ctx, wanted, 4*p.jobs())
	if err != nil {
		return err
	}
	for _, m := range p.all {
		detail := "no check of the suite is about the clause"
		if m.Check != "" {
			detail = "no case of the suite has the check " + m.Check
		}
		for _, c := range checks {
			if !notices(m, c.Clause, c.Check) {
				continue
			}
			if detail = ""; c.Verdict != outcome.Pass {
				detail = fmt.Sprintf("without the mutant, %s of %s has the verdict %s", c.Check, c.Case, c.Verdict)
				break
			}
		}
		if detail != "" && !p.decided(m) {
			p.keep(proof.Result{Mutant: m.ID, Clause: m.Clause, Status: proof.Uncontrolled, Detail: detail})
		}
	}
	return nil
}

// withoutMutants runs cases against the unbroken engine, returns their checks and
// remembers those that do not pass.
func (p *proving) withoutMutants(ctx context.Context, names map[string]bool, jobs int) ([]stream.Check, error) {
	all := slices.DeleteFunc(slices.Clone(p.Cases), func(c cases.Case) bool { return !names[c.Name] })
	if len(all) == 0 {
		return nil, nil
	}
	run, err := p.judge(ctx, p.unbroken, all, jobs, false)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("the engine without mutants: %w", err)
	case !run.Footer.Complete:
		return nil, fmt.Errorf("the engine without mutants can't be judged: %s", run.Footer.Why)
	}
	checks := run.Checks()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range all {
		p.controlled[c.Name] = true
	}
	for _, c := range checks {
		if c.Verdict != outcome.Pass {
			p.anyway[placeOf(c)] = true
		}
	}
	return checks, nil
}

// redAnyway returns the checks that do not pass without a mutant. It first runs the
// cases of the red checks in the list that have not been run without a mutant.
func (p *proving) redAnyway(ctx context.Context, checks []stream.Check) (map[place]bool, error) {
	missing := map[string]bool{}
	p.mu.Lock()
	for _, c := range checks {
		if c.Verdict.Red() && !p.controlled[c.Case] {
			missing[c.Case] = true
		}
	}
	p.mu.Unlock()
	if _, err := p.withoutMutants(ctx, missing, 8); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.anyway), nil
}
