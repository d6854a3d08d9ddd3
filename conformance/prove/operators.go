package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/prove/internal/prover"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/conformance/trace/tree"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// operatorOptions are the options of --operators.
type operatorOptions struct {
	on     bool
	sample int
	seed   uint64
	within time.Duration
	cases  int
	// mutants is the number of mutants tried for the checks of a case.
	mutants int
}

// operators judges mutants made by operators: the mutants of functions that changed
// since the ledger was written, and a sample of the others.
func (p *proveOptions) operators(ctx context.Context, ids []string) error {
	started := time.Now()
	_, in, source, err := p.operable(ctx)
	if err != nil {
		return err
	}
	due, err := p.mutantsDue(source, in.Operators, ids)
	if err != nil {
		return err
	}
	if len(due) == 0 && p.operator.sample == 0 {
		p.note("no function has changed since the ledger, and a sample of none was asked for")
		return nil
	}
	if len(due) == 0 {
		return &failure{exitNothing, "no mutant is selected, so nothing would be proven", "no function has changed; ask for a sample: --sample 100"}
	}
	results, stopped := p.sweep(ctx, due, in)
	if stopped != nil && len(results) == 0 {
		return stopped
	}
	ledger := source.Judged(in.Operators, statuses(results))
	lost := p.operatorSummary(source, results, in, ledger)
	p.note(fmt.Sprintf("%d of %d mutants judged in %s", len(results), len(due), time.Since(started).Round(100*time.Millisecond)))
	if p.locked && !p.cold && !outdated(source, in.Operators) {
		// An improvement that a sample happens to find must not fail a commit; a loss is
		// reported as lost.
		ledger = in.Operators
	}
	if err := p.writeLedger(ledger, " --operators"); err != nil {
		return err
	}
	switch {
	case stopped != nil:
		return stopped
	case lost:
		return silent(exitAgainst)
	}
	return nil
}

// operable returns what is known about the tree, and the mutants that operators make of
// the engine.
func (p *proveOptions) operable(ctx context.Context) (report trace.Report, in trace.Input, source operator.Source, err error) {
	if report, in, err = p.input(ctx, true); err != nil {
		return report, in, source, err
	}
	source, err = operator.Load(p.Root, tree.Module)
	if err != nil {
		return report, in, source, untestable(err, "the operators need the go command, and an engine that compiles")
	}
	if source, err = source.Without(in.Excuses.Unmutated); err != nil {
		err = &tree.Fault{Err: err, Hint: "the list of what is not mutated is broken", Broken: true}
	}
	return report, in, source, err
}

// outdated reports whether a function has changed since the ledger recorded it.
func outdated(source operator.Source, ledger proof.Ledger) bool {
	return slices.ContainsFunc(source.Declarations, func(d operator.Declaration) bool {
		judged, known := ledger.Declarations[d.Name]
		return known && judged.Code != d.Code
	})
}

// mutantsDue selects the mutants to judge. First those of functions that changed,
// function by function, so that a time limit leaves complete functions; then a sample
// of the others. The seed decides the order.
func (p *proveOptions) mutantsDue(source operator.Source, ledger proof.Ledger, ids []string) ([]operator.Mutant, error) {
	for _, id := range ids {
		if !slices.ContainsFunc(source.Mutants, func(m operator.Mutant) bool { return asked(m, id) }) {
			return nil, usage(fmt.Sprintf("operators make no mutant of %q", id), "name a mutant, a function such as answer.convert, a package of the engine, or a requirement")
		}
	}
	stale, unread := map[string]bool{}, map[string]bool{}
	for _, d := range source.Declarations {
		judged, known := ledger.Declarations[d.Name]
		stale[d.Name] = judged.Code != d.Code
		unread[d.Name] = !known
	}
	skipped := 0
	var changed, others []operator.Mutant
	for _, m := range shuffled(source.Mutants, p.operator.seed) {
		switch {
		case len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return asked(m, id) }):
		case len(ids) == 0 && p.locked && !p.cold && unread[m.Declaration]:
			// With --locked the ledger must not change, so mutants that are new to it
			// can't be judged.
			skipped++
		case len(ids) > 0 || p.cold || stale[m.Declaration]:
			changed = append(changed, m)
		default:
			others = append(others, m)
		}
	}
	if skipped > 0 {
		p.note(english.Count(skipped, "mutant") + " of functions that the ledger does not have yet are left out: 'make mutants' judges them")
	}
	place := map[string]int{}
	for i, m := range changed {
		if _, seen := place[m.Declaration]; !seen {
			place[m.Declaration] = i
		}
	}
	slices.SortStableFunc(changed, func(a, b operator.Mutant) int { return cmp.Compare(place[a.Declaration], place[b.Declaration]) })
	return append(changed, others[:min(len(others), max(0, p.operator.sample))]...), nil
}

// asked reports whether an id selects a mutant. The id may name the mutant, its
// function, its package, or a requirement that its function names.
func asked(m operator.Mutant, id string) bool {
	return m.ID == id || m.Declaration == id || strings.HasPrefix(m.Declaration, id+".") ||
		slices.ContainsFunc(m.Names, func(name string) bool { return name == id || catalogue.Owner(name) == id })
}

// sweep judges mutants until the time limit. If there is an error, the results are
// those from before it.
func (p *proveOptions) sweep(ctx context.Context, due []operator.Mutant, in trace.Input) (results []proof.Result, err error) {
	limited, stop := context.WithCancel(ctx)
	defer stop()
	plan := prover.SweepPlan{Witness: in.Witness, Most: p.operator.cases, Listed: map[string]bool{}, Slow: map[string]bool{}}
	for id := range in.Excuses.Survivors {
		plan.Listed[id] = true
	}
	for _, judged := range in.Operators.Declarations {
		for _, left := range judged.Left {
			plan.Slow[left.ID] = left.Status == string(proof.TimedOut) || left.Status == string(proof.Survived) && !plan.Listed[left.ID]
		}
	}
	err = p.proving(ctx, func(b *prover.Prover) error {
		progress := b.Progress
		var judging sync.Once
		b.Progress = func(now prover.Progress) {
			// The time limit starts with the first mutant. On a busy machine, the run
			// of the unchanged engine would use all of it.
			if p.operator.within > 0 && now.Step == "mutants" {
				judging.Do(func() { time.AfterFunc(p.operator.within, stop) })
			}
			progress(now)
		}
		results, err = b.Sweep(limited, due, plan)
		return err
	})
	if ctx.Err() == nil && limited.Err() != nil && len(results) > 0 {
		p.note(fmt.Sprintf("stopped after %s, with %d of %d mutants judged", p.operator.within, len(results), len(due)))
		return results, nil
	}
	return results, err
}

func statuses(results []proof.Result) map[string]string {
	all := map[string]string{}
	for _, r := range results {
		all[r.Mutant] = string(r.Status)
	}
	return all
}

// operatorSummary prints the mutants that no check killed and no list explains, and the
// number of killed ones. lost reports whether a check has lost a mutant that it killed: a
// function has more unexplained mutants than it had mutants that nothing killed.
func (p *proveOptions) operatorSummary(source operator.Source, results []proof.Result, in trace.Input, now proof.Ledger) (lost bool) {
	made := source.ByID()
	counts := map[proof.Status]int{}
	unexplained := 0
	for _, r := range results {
		m := made[r.Mutant]
		counts[r.Status]++
		if r.Status == proof.Killed || r.Status == proof.TimedOut || r.Status == proof.Crashed || in.Excuses.Survivors[m.ID].Change == m.Violates {
			continue
		}
		unexplained++
		fmt.Fprintf(p.out, "%s  %s\n", r.Status, m.ID)
		fmt.Fprintf(p.out, "  %s\n  %s\n", visible.Text(m.Violates), m.Position)
	}
	for name, j := range now.Declarations {
		before := in.Operators.Declarations[name].Unkilled(in.Excuses.Survivors)
		if n := j.Unexplained(in.Excuses.Survivors); n > before && slices.ContainsFunc(results, func(r proof.Result) bool { return made[r.Mutant].Declaration == name }) {
			lost = true
			fmt.Fprintf(p.out, "%s  %s has %s that no check notices and no list explains, before it had at most %d\n", "lost", name, english.Count(n, "mutant"), before)
		}
	}
	fmt.Fprintf(p.out, "%s by operators: %s; %d without a reason\n", english.Count(len(results), "mutant"), tally(counts), unexplained)
	return lost
}

// writeLedger writes the ledger. With --locked it fails if the file would change.
func (p *proveOptions) writeLedger(ledger proof.Ledger, flags string) error {
	text, err := ledger.Text()
	if err != nil {
		return err
	}
	return p.writeGenerated(proof.LedgerFile, text, p.locked, flags)
}

// writeGenerated writes a generated file. If locked is set, it fails if the file would
// change.
func (p *proveOptions) writeGenerated(name string, text []byte, locked bool, flags string) error {
	path := filepath.Join(p.Root, filepath.FromSlash(name))
	before, err := os.ReadFile(path)
	if err == nil && string(before) == string(text) {
		return nil
	}
	if locked {
		return &failure{exitAgainst, name + " is not what it would be now", "run '" + proof.Command + flags + "' and commit the file"}
	}
	if err := atomicfile.WriteBytes(path, 0o644, text); err != nil {
		return err
	}
	p.note("wrote " + name)
	return nil
}
