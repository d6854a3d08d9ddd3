package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/workers"
)

// Prove judges mutants. It returns a Result for each, in their order; if there is an
// error, the results from before it. The error is the context's, a fault of this
// machine or of the mutants' files, or it says that the engine can't be built or judged
// without mutants.
//
// witness shows which mutants the clause's cases do not reach; it may be nil.
func (b *Prover) Prove(ctx context.Context, all []proof.Mutant, witness *proof.Witness) ([]proof.Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p := b.newProving(all, stop)
	p.witness = witness
	alone, together, err := p.sort()
	if err != nil {
		return nil, err
	}
	p.progress(Progress{Step: "building", Total: len(all)})
	err = p.weave(ctx, together)
	if err == nil {
		err = p.control(ctx)
	}
	if err == nil {
		// Mutants that need a build of their own come first, because they take longest.
		p.judgeAll(ctx, append(slices.Clone(alone), together...))
		err = context.Cause(ctx)
	}
	if err == nil && p.Fair {
		err = p.judgeFairness(ctx, alone, together)
	}
	return p.inOrder(), err
}

// A proving is the state of one call of Prove.
type proving struct {
	*Prover
	all     []proof.Mutant
	witness *proof.Witness
	// stop ends all work with an error that makes the rest useless.
	stop     context.CancelCauseFunc
	tree     *mutants.Tree
	sites    map[string][]proof.Site
	subjects map[string]subject
	scopes   map[place]int
	// unbroken is the engine without mutants.
	unbroken subject

	mu      sync.Mutex
	results map[string]proof.Result
	bad     int
	// controlled are the cases that ran against the unbroken engine, and anyway the
	// checks that did not pass there.
	controlled map[string]bool
	anyway     map[place]bool
}

func (b *Prover) newProving(all []proof.Mutant, stop context.CancelCauseFunc) *proving {
	return &proving{
		Prover: b, all: all, stop: stop, tree: mutants.NewTree(b.files()),
		sites: map[string][]proof.Site{}, subjects: map[string]subject{}, results: map[string]proof.Result{},
		scopes: scopesOf(b.Cases), controlled: map[string]bool{}, anyway: map[place]bool{},
	}
}

// sort finds the places of all mutants. It separates the mutants that need a program of
// their own from the others, each list with the longest first.
func (p *proving) sort() (alone, together []proof.Mutant, err error) {
	var faults []error
	for _, m := range p.all {
		sites, err := p.tree.Sites(m)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		p.sites[m.ID] = sites
		switch single, err := p.tree.Alone(m); {
		case err != nil:
			faults = append(faults, err)
		case single:
			alone = append(alone, m)
		default:
			together = append(together, m)
		}
	}
	for _, list := range [][]proof.Mutant{alone, together} {
		slices.SortStableFunc(list, func(a, b proof.Mutant) int {
			return cmp.Compare(budget(p.casesOf(b)...), budget(p.casesOf(a)...))
		})
	}
	return alone, together, errors.Join(faults...)
}

// keep stores the result of a mutant.
func (p *proving) keep(r proof.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.Sites = p.sites[r.Mutant]
	p.results[r.Mutant] = r
	var failed *proof.Result
	if r.Status != proof.Killed {
		p.bad++
		failed = &r
	}
	p.progress(Progress{Step: "mutants", Done: len(p.results), Total: len(p.all), Bad: p.bad, Failed: failed})
}

func (p *proving) decided(m proof.Mutant) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, decided := p.results[m.ID]
	return decided
}

func (p *proving) inOrder() []proof.Result {
	var out []proof.Result
	for _, m := range p.all {
		if r, ok := p.results[m.ID]; ok {
			out = append(out, r)
		}
	}
	return out
}

// judgeAll judges the undecided mutants, several at once.
func (p *proving) judgeAll(ctx context.Context, queued []proof.Mutant) {
	queued = slices.DeleteFunc(queued, p.decided)
	workers.Each(ctx, p.jobs(), queued, func(m proof.Mutant) {
		r, err := p.try(ctx, m)
		if err != nil {
			p.stop(fmt.Errorf("%s: %w", m.ID, err))
			return
		}
		p.keep(r)
	})
}

// try judges one mutant, in a program of its own if it needs one.
func (p *proving) try(ctx context.Context, m proof.Mutant) (proof.Result, error) {
	s, leave, err := p.subjectOf(ctx, m)
	if broken, ok := errors.AsType[*buildError](err); ok {
		return proof.Result{Mutant: m.ID, Clause: m.Clause, Status: proof.Unviable, Detail: broken.Output}, nil
	}
	if err != nil {
		return proof.Result{}, err
	}
	defer leave()
	return p.judgeOne(ctx, m, s)
}

// subjectOf returns the program with one mutant, and builds it if the mutant needs one of its
// own. The caller must call leave afterwards.
func (p *proving) subjectOf(ctx context.Context, m proof.Mutant) (s subject, leave func(), err error) {
	if s, ok := p.subjects[m.ID]; ok {
		return s, func() {}, nil
	}
	s, err = p.single(ctx, m)
	return s, func() { _ = os.Remove(s.program) }, err
}
