package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/prove/internal/prover"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/english"
)

// notice looks for a mutant for each check that has not failed for any mutant of its
// clause.
func (p *proveOptions) notice(ctx context.Context, ids []string) error {
	started := time.Now()
	report, in, source, err := p.operable(ctx)
	if err != nil {
		return err
	}
	due, err := p.unnoticed(report, in.Operators, ids)
	if err != nil {
		return err
	}
	all, err := p.unnoticed(report, in.Operators, nil)
	if err != nil {
		return err
	}
	ledger := in.Operators
	if len(due) > 0 {
		plan := prover.NoticePlan{Checks: due, Witness: in.Witness, Most: p.operator.mutants}
		var found map[string]string
		err := p.proving(ctx, func(b *prover.Prover) (err error) {
			found, err = b.Notice(ctx, source.Mutants, plan)
			return err
		})
		if err != nil {
			return err
		}
		ledger = noted(ledger, report, source, all, due, found)
	}
	missing := 0
	for _, name := range slices.Sorted(maps.Keys(due)) {
		if ledger.Checks[name].Check == "" {
			missing++
			fmt.Fprintf(p.out, "%s  %s\n", "unnoticed", name)
		}
	}
	fmt.Fprintf(p.out, "%s: %d notice a mutant by an operator, %d none\n", english.Count(len(due), "check"), len(due)-missing, missing)
	p.note("judged in " + time.Since(started).Round(100*time.Millisecond).String())
	if err := p.writeLedger(ledger, " --checks"); err != nil {
		return err
	}
	if missing > 0 {
		return silent(exitAgainst)
	}
	return nil
}

// unnoticed returns the checks that need a mutant, each with the mutant that made it
// fail before. These are the checks that have no recorded mutant; with --cold, all
// checks that no handwritten mutant makes fail. ids limits them.
func (p *proveOptions) unnoticed(report trace.Report, ledger proof.Ledger, ids []string) (map[string]string, error) {
	byHand := map[string]bool{}
	for _, m := range report.Mutants {
		for _, check := range m.Noticed {
			byHand[check] = true
		}
	}
	due, asked := map[string]string{}, map[string]bool{}
	for c := range report.Clauses() {
		for _, check := range c.Checks {
			names := []string{check.Check, c.ID, catalogue.Owner(c.ID)}
			for _, name := range names {
				asked[name] = true
			}
			chosen := len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(names, id) })
			if chosen && !byHand[check.Check] && (p.cold || check.Mutant == "") {
				due[check.Check] = ledger.Checks[check.Check].Mutant
			}
		}
	}
	for _, id := range ids {
		if !asked[id] {
			return nil, usage(fmt.Sprintf("there is no check of %q", id), p.Meant(id))
		}
	}
	return due, nil
}

// noted returns a ledger with the mutants that were found for the due checks. A check
// that no longer exists, or that now has a handwritten mutant, is removed. All other
// checks that need a mutant keep their entries, even outdated ones: these name the
// mutants to try first.
func noted(ledger proof.Ledger, report trace.Report, source operator.Source, all, due, found map[string]string) proof.Ledger {
	made := source.ByID()
	code := map[string]string{}
	for _, d := range source.Declarations {
		code[d.Name] = d.Code
	}
	next := proof.Ledger{Declarations: ledger.Declarations, Checks: map[string]proof.Noticed{}}
	for c := range report.Clauses() {
		for _, check := range c.Checks {
			_, sought := due[check.Check]
			_, needed := all[check.Check]
			old, known := ledger.Checks[check.Check]
			switch m, ok := made[found[check.Check]]; {
			case ok:
				next.Checks[check.Check] = proof.Noticed{
					Check: check.Check, Case: proof.Short(check.Digest), Mutant: m.ID, File: m.Edits[0].File, Code: code[m.Declaration],
				}
			case !sought && known && (needed || old.Mutant == check.Mutant):
				next.Checks[check.Check] = old
			}
		}
	}
	return next
}
