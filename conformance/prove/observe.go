package main

import (
	"context"
	"os"

	"github.com/hooktest/hooktest/conformance/prove/internal/inspection"
	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/prove/internal/prover"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/conformance/trace/tree"
	"github.com/hooktest/hooktest/internal/guard"
)

// input collects what is known about the tree. If the last observation is about another
// state of the tree and observe is set, it observes the tree again.
func (p *proveOptions) input(ctx context.Context, observe bool) (trace.Report, trace.Input, error) {
	in, err := p.Input(ctx, version())
	if err != nil {
		return trace.Report{}, in, err
	}
	p.digests = in.Digests
	if err := p.mutants(&in); err != nil {
		return trace.Report{}, in, err
	}
	if observe && !in.Observed {
		seen, err := p.observe(ctx)
		if err != nil {
			return trace.Report{}, in, err
		}
		tree.Observed(&in, seen)
	}
	return trace.Build(in), in, nil
}

// mutants finds the places, the keys and the stored results of all mutants, and stores
// the state of the mutants for reports.
func (p *proveOptions) mutants(in *trace.Input) (err error) {
	if in.Mutants, err = mutants.Load(p.Files(), p.Catalogue); err != nil {
		return &tree.Fault{Err: err, Hint: "a file of mutants is broken", Broken: true}
	}
	in.Unfit, in.Sites, in.Keys = map[string]string{}, map[string][]proof.Site{}, map[string]string{}
	keys, err := p.prover("").Keys()
	if err != nil {
		return err
	}
	source := mutants.NewTree(p.Files())
	for _, m := range in.Mutants.Mutants {
		sites, err := source.Sites(m)
		if err != nil {
			in.Unfit[m.ID] = err.Error()
			continue
		}
		in.Sites[m.ID] = sites
		if in.Keys[m.ID], err = keys.Of(m); err != nil {
			return err
		}
	}
	in.Proofs = p.Proofs(in.Keys)
	state, err := p.MutantsState(in.Digests)
	if err != nil {
		return err
	}
	return p.Records.KeepMutants(in.MutantSet, state)
}

// observe runs the suite with coverage, and the inspections. It runs only the cases whose
// texts have changed, or that ran a function that has changed; all cases if the judge, or
// something else that any case could depend on, has changed.
func (p *proveOptions) observe(ctx context.Context) (trace.Observation, error) {
	seen := trace.Observation{Digests: p.digests}
	source, err := trace.SourceOf(p.Files())
	if err != nil {
		return seen, err
	}
	seen.Source = source
	last := p.Last
	switch {
	case p.cold:
		last = trace.Observation{}
	case last.Digests.Engine != p.digests.Engine:
		last = last.Carried(source)
	}
	err = p.proving(ctx, func(b *prover.Prover) (err error) {
		b.Before = prover.Seen{Witness: last.Witness, Run: last.Run}
		seen.Witness, seen.Run, err = b.Witness(ctx)
		return err
	})
	if err != nil {
		return seen, err
	}
	if seen.Inspections = last.Inspections; seen.Inspections == nil {
		if seen.Inspections, err = inspections(p.Root); err != nil {
			return seen, err
		}
	}
	return seen, p.Records.Keep(seen)
}

func inspections(root string) (map[string]trace.Inspection, error) {
	source, err := inspection.Load(root)
	if err != nil {
		return nil, untestable(err, "the inspections need the go command")
	}
	all := map[string]trace.Inspection{}
	for _, one := range inspection.All() {
		i := trace.Inspection{Shows: one.Shows, Done: true, Passed: true}
		if err := one.Check(source); err != nil {
			i.Passed, i.Error = false, err.Error()
		}
		all[one.Clause] = i
	}
	return all, nil
}

// prover returns a prover that builds and judges in a folder.
func (p *proveOptions) prover(folder string) *prover.Prover {
	return &prover.Prover{
		Root: p.Root, Module: tree.Module, Catalogue: p.Catalogue, Cases: p.Cases, Environ: os.Environ(),
		Folder: folder, Jobs: p.jobs, Version: version(), OwnOnly: p.ownOnly, Fair: p.fair,
		SuiteDigest: p.digests.Suite, CatalogueDigest: p.digests.Catalogue,
	}
}

// proving calls do with a prover that reports its progress. The command ends with the
// error.
func (p *proveOptions) proving(ctx context.Context, do func(*prover.Prover) error) error {
	folder, err := os.MkdirTemp("", "hooktest-prove-")
	if err != nil {
		return err
	}
	done := guard.Folder(folder)
	defer func() {
		defer done()
		// The guard removes what can't be removed now.
		_ = guard.Remove(folder)
	}()
	b := p.prover(folder)
	b.Progress = reporting(p.log)
	err = do(b)
	if err != nil && ctx.Err() == nil {
		return untestable(err, "")
	}
	return err
}
