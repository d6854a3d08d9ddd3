package maintainer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/inspection"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/mutants/operator"
	"github.com/hooktest/hooktest/conformance/proof"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/schemas"
)

// input collects what a report is made of. Where the records are about another
// state of the tree, it observes the tree anew, unless that is not wanted.
func (o *traceOptions) input(ctx context.Context) (trace.Input, error) {
	tree := os.DirFS(o.root)
	in := trace.Input{
		Hooktest: console.Version(), Module: module, Revision: o.revision(ctx), Now: time.Now(),
		Sections: o.catalogue.Sections(), Requirements: o.catalogue.Requirements(),
		Interpretations: o.catalogue.Interpretations(), Ledger: o.catalogue.Ledger(),
		Cases: o.cases, Mutants: o.mutants, Unfit: map[string]string{}, Proofs: map[string]proof.Result{}, Sites: map[string][]mutants.Site{}, Keys: map[string]string{},
	}
	var err error
	if in.Digests, err = o.digests(tree); err != nil {
		return in, console.Fault(err)
	}
	if in.Links, in.LinkFaults, err = link.Read(tree, "engine"); err != nil {
		return in, broken(err, "the engine's source is broken")
	}
	if in.Schemas, err = schemaNodes(tree); err != nil {
		return in, broken(err, "a schema or one of its vectors is broken")
	}
	if err := o.policyAndLock(&in); err != nil {
		return in, err
	}
	if err := o.operated(tree, &in); err != nil {
		return in, err
	}
	prover, leave, err := o.prover()
	if err != nil {
		return in, err
	}
	defer leave()
	if err := o.proofs(prover, &in); err != nil {
		return in, console.Fault(err)
	}
	seen, ok := o.records.Observation()
	if (!ok || seen.Digests != in.Digests) && !o.noRun {
		if seen, err = o.observe(ctx, prover, in.Digests); err != nil {
			return in, err
		}
		ok = true
	}
	in.Inspections = map[string]trace.Inspection{}
	for _, i := range inspection.All() {
		in.Inspections[i.Clause] = trace.Inspection{Shows: i.Shows}
	}
	if ok {
		in.Runs, in.Observed = []stream.Run{seen.Run}, seen.Digests == in.Digests
	}
	if in.Observed {
		in.Witness, in.Inspections = seen.Witness, seen.Inspections
	}
	others, err := console.Await(ctx, o.implementations)
	in.Runs = append(in.Runs, others...)
	return in, err
}

func (o *traceOptions) digests(tree fs.FS) (d trace.Digests, err error) {
	if d.Engine, err = proof.EngineDigest(tree); err != nil {
		return d, err
	}
	d.Suite = stream.SuiteDigest(o.cases)
	d.Catalogue, err = stream.CatalogueDigest(o.catalogue)
	return d, err
}

func (o *traceOptions) policyAndLock(in *trace.Input) error {
	text, err := os.ReadFile(filepath.Join(o.root, filepath.FromSlash(trace.PolicyFile)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return console.Unreadable(trace.PolicyFile, err)
	}
	if in.Policy, err = trace.ParsePolicy(trace.PolicyFile, text); err != nil {
		return console.Usage(err.Error(), "")
	}
	text, err = os.ReadFile(filepath.Join(o.root, filepath.FromSlash(trace.LockFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return console.Unreadable(trace.LockFile, err)
	}
	lock, err := trace.ParseLock(trace.LockFile, text)
	if err != nil {
		return console.Usage(err.Error(), "the lock file is written by 'hooktest trace prove'")
	}
	in.Lock = &lock
	return nil
}

// operated reads what came of the mutants that operators made.
func (o *traceOptions) operated(tree fs.FS, in *trace.Input) error {
	text, err := fs.ReadFile(tree, operator.LedgerFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return console.Unreadable(operator.LedgerFile, err)
	}
	if in.Operators, err = operator.ParseLedger(text); err != nil {
		return console.Usage(err.Error(), "the ledger is written by 'hooktest trace prove --operators'")
	}
	if in.Excuses, err = operator.ReadExcuses(tree); err != nil {
		return broken(err, "the list of survivors is broken")
	}
	if in.Functions, err = operator.Digests(tree); err != nil {
		return broken(err, "the engine's source is broken")
	}
	return nil
}

// schemaNodes are the links of the schemas, with what their weakening shows.
func schemaNodes(tree fs.FS) ([]trace.SchemaNode, error) {
	weakened, err := schemas.Weaken(below(tree, "schemas/testdata"))
	if err != nil {
		return nil, err
	}
	var nodes []trace.SchemaNode
	for _, l := range weakened {
		n := trace.SchemaNode{File: l.File, Pointer: l.Pointer, Names: l.IDs}
		for _, w := range l.Weakenings {
			n.Weakenings = append(n.Weakenings, trace.Weakening{Keyword: w.Keyword, Vector: w.Vector, Killed: w.Killed})
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// proofs finds the places, the keys and the kept results of all mutants.
func (o *traceOptions) proofs(prover *proof.Prover, in *trace.Input) error {
	keys, err := prover.Keys()
	if err != nil {
		return err
	}
	tree := mutants.NewTree(os.DirFS(o.root))
	for _, m := range o.mutants.Mutants {
		sites, err := tree.Sites(m)
		if err != nil {
			in.Unfit[m.ID] = err.Error()
			continue
		}
		in.Sites[m.ID] = sites
		key, err := keys.Of(m)
		if err != nil {
			return err
		}
		in.Keys[m.ID] = key
		if r, ok := o.records.Proof(key); ok {
			in.Proofs[m.ID] = r
		}
	}
	return nil
}

// observe runs the suite with coverage, and the inspections.
func (o *traceOptions) observe(ctx context.Context, prover *proof.Prover, digests trace.Digests) (trace.Observation, error) {
	seen := trace.Observation{Digests: digests, Inspections: map[string]trace.Inspection{}}
	bar := o.Progress("trace")
	defer bar.Clear()
	var err error
	seen.Witness, seen.Run, err = prover.Witness(ctx, func(now proof.Progress) { bar.Say(now.Step, now.Done, now.Total, now.Bad) })
	if ctx.Err() != nil {
		return seen, console.Silent(console.ExitInterrupted)
	}
	if err != nil {
		return seen, &console.Failure{Code: console.ExitUntestable, Message: err.Error()}
	}
	source, err := inspection.Load(o.root)
	if err != nil {
		return seen, &console.Failure{Code: console.ExitUntestable, Message: err.Error(), Hint: "the inspections need the go command"}
	}
	for _, r := range inspection.Run(source) {
		i := trace.Inspection{Shows: r.Shows, Done: true, Passed: r.Err == nil}
		if r.Err != nil {
			i.Error = r.Err.Error()
		}
		seen.Inspections[r.Clause] = i
	}
	if err := o.records.Keep(seen); err != nil {
		return seen, console.Usage(err.Error(), "")
	}
	return seen, nil
}

// prover prepares a place to build and judge in, and the way to remove it.
func (o *traceOptions) prover() (*proof.Prover, func(), error) {
	folder, leave, err := console.TemporaryFolder("", "hooktest-trace")
	if err != nil {
		return nil, nil, err
	}
	return &proof.Prover{
		Root: o.root, Module: module, Catalogue: o.catalogue, Cases: o.cases,
		Environ: o.Environ, Folder: folder, Jobs: o.jobs, Version: console.Version(),
	}, func() { _ = leave() }, nil
}

// proving has a prover do something, and shows how far it has come. The error is
// what the command ends with.
func (o *traceOptions) proving(ctx context.Context, do func(*proof.Prover, func(proof.Progress)) error) error {
	prover, leave, err := o.prover()
	if err != nil {
		return err
	}
	defer leave()
	bar := o.Progress("trace")
	err = do(prover, func(now proof.Progress) {
		// The summary names the mutant as well, but that may be long from now.
		if f := now.Failed; f != nil {
			bar.Tell(fmt.Sprintf("%s is %s: %s", f.Mutant, f.Status, strings.TrimSpace(f.Detail)))
		}
		bar.Say(now.Step, now.Done, now.Total, now.Bad)
	})
	bar.Clear()
	switch {
	case ctx.Err() != nil:
		return console.Silent(console.ExitInterrupted)
	case err != nil:
		return &console.Failure{Code: console.ExitUntestable, Message: err.Error()}
	}
	return nil
}
