// Package tree reads the source of the reference engine and returns the input of a
// report: requirements, cases, links, schemas, the policy, the lock, the ledger of
// operators, and the last observation and proofs.
//
// It runs no case and builds no engine.
package tree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/schemas"
)

// Module is the path of the module with the reference engine.
const Module = "github.com/hooktest/hooktest"

// A Tree is a source tree of the reference engine.
type Tree struct {
	// Root is the module's root.
	Root      string
	Catalogue *catalogue.Catalogue
	// Cases are all cases of the suite.
	Cases   []cases.Case
	Records trace.Records
	// Last is the observation that Input found. It may be about another state of the
	// tree.
	Last trace.Observation
}

// A Fault is a file of the tree that can't be used, or a folder that is in no tree.
type Fault struct {
	Err error
	// Hint says what to do; it may be empty.
	Hint string
	// Broken reports whether the file belongs to the suite or to the engine. The policy,
	// the lock and the ledger do not.
	Broken bool
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

func broken(err error, hint string) error { return &Fault{Err: err, Hint: hint, Broken: true} }

// Open finds the tree that contains a folder, and reads its catalogue and its cases.
// The error is a *Fault.
func Open(dir string) (*Tree, error) {
	root, err := proof.Root(dir)
	if err != nil {
		return nil, &Fault{Err: err, Hint: "trace and proof work on the source of the reference engine: --dir FOLDER"}
	}
	t := &Tree{Root: root, Records: trace.RecordsIn(root)}
	if t.Catalogue, err = catalogue.Open(t.below("conformance/catalogue")); err != nil {
		return nil, broken(err, "the catalogue is broken")
	}
	if t.Cases, err = cases.Load(t.below("testscripts")); err != nil {
		return nil, broken(err, "a case file is broken")
	}
	return t, nil
}

// Files returns the files of the tree.
func (t *Tree) Files() fs.FS { return os.DirFS(t.Root) }

func (t *Tree) below(folder string) fs.FS {
	return os.DirFS(filepath.Join(t.Root, filepath.FromSlash(folder)))
}

// Known returns a *Fault for an id that the catalogue does not have.
func (t *Tree) Known(id string) error {
	_, requirement := t.Catalogue.Lookup(id)
	_, clause := t.Catalogue.Clause(id)
	_, interpretation := t.Catalogue.Interpretation(id)
	if requirement || clause || interpretation {
		return nil
	}
	return &Fault{Err: fmt.Errorf("no requirement, clause or interpretation %q", id), Hint: t.Meant(id)}
}

// Meant returns a hint with the nearest id of the catalogue, or "" if none is near.
func (t *Tree) Meant(id string) string {
	near := t.Catalogue.Nearest(id)
	if near == "" {
		return ""
	}
	return "did you mean " + near + "?"
}

// Git returns the output of a git command in the tree.
func (t *Tree) Git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = t.Root
	out, err := cmd.Output()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(ended.Stderr)))
	}
	return string(out), err
}

// Input collects the input of a report, except the mutants, with the last observation.
// version is the version of this program. The error is a *Fault or a fault of this
// machine.
func (t *Tree) Input(ctx context.Context, version string) (trace.Input, error) {
	in := trace.Input{
		Hooktest: version, Module: Module, Now: time.Now(),
		Sections: t.Catalogue.Sections(), Requirements: t.Catalogue.Requirements(),
		Interpretations: t.Catalogue.Interpretations(), Ledger: t.Catalogue.Ledger(),
		Cases: t.Cases, Inspections: map[string]trace.Inspection{},
	}
	// A tree without version control has no revision.
	revision, _ := t.Git(ctx, "describe", "--always", "--dirty")
	in.Revision = strings.TrimSpace(revision)
	err := t.digests(&in.Digests)
	if err != nil {
		return in, err
	}
	if in.Links, in.LinkFaults, err = link.Read(t.Files(), proof.Engine); err != nil {
		return in, broken(err, "the engine's source is broken")
	}
	if in.Schemas, err = t.schemaNodes(); err != nil {
		return in, broken(err, "a schema or one of its vectors is broken")
	}
	if err := t.policyAndLock(&in); err != nil {
		return in, err
	}
	if err := t.operated(&in); err != nil {
		return in, err
	}
	var ok bool
	if t.Last, ok = t.Records.Observation(); ok {
		Observed(&in, t.Last)
	}
	return in, nil
}

// Observed adds an observation to an input. If it is about another state of the tree,
// it adds only the run and the list of inspections.
func Observed(in *trace.Input, seen trace.Observation) {
	in.Runs, in.Observed = []stream.Run{seen.Run}, seen.Digests == in.Digests
	for clause, i := range seen.Inspections {
		if !in.Observed {
			i = trace.Inspection{Shows: i.Shows}
		}
		in.Inspections[clause] = i
	}
	if in.Observed {
		in.Witness = seen.Witness
	}
}

// Proven adds the mutants of the last proof to an input, with the results that are
// still valid.
func (t *Tree) Proven(in *trace.Input) error {
	state, err := t.MutantsState(in.Digests)
	if err != nil {
		return err
	}
	kept, of := t.Records.Mutants()
	in.Mutants = kept.Mutants
	if of == state {
		in.MutantSet = kept
	}
	in.Proofs = t.Proofs(in.Keys)
	return nil
}

// Proofs returns the stored results of mutants, by id.
func (t *Tree) Proofs(keys map[string]string) map[string]proof.Result {
	all := map[string]proof.Result{}
	for id, key := range keys {
		if r, ok := t.Records.Proof(key); ok {
			all[id] = r
		}
	}
	return all
}

// MutantsState identifies everything that a MutantSet depends on: the files of mutants,
// the engine, the cases, and the judge.
func (t *Tree) MutantsState(d trace.Digests) (string, error) {
	files, err := proof.MutantsDigest(t.Files())
	return d.Engine + " " + d.Suite + " " + files, err
}

func (t *Tree) digests(d *trace.Digests) (err error) {
	if d.Engine, err = proof.EngineDigest(t.Files()); err != nil {
		return err
	}
	d.Suite = stream.SuiteDigest(t.Cases)
	d.Catalogue, err = stream.CatalogueDigest(t.Catalogue)
	return err
}

// read returns a file's text; nil if there is no such file.
func (t *Tree) read(name string) ([]byte, error) {
	text, err := fs.ReadFile(t.Files(), name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &Fault{Err: err}
	}
	return text, nil
}

func (t *Tree) policyAndLock(in *trace.Input) error {
	text, err := t.read(trace.PolicyFile)
	if err != nil {
		return err
	}
	if in.Policy, err = trace.ParsePolicy(trace.PolicyFile, text); err != nil {
		return &Fault{Err: err}
	}
	if text, err = t.read(trace.LockFile); err != nil || text == nil {
		return err
	}
	lock, err := trace.ParseLock(trace.LockFile, text)
	if errors.Is(err, trace.ErrVersion) {
		return nil
	}
	if err != nil {
		return &Fault{Err: err, Hint: "the lock file is written by '" + proof.Command + "'"}
	}
	in.Lock = &lock
	return nil
}

// operated reads the results of the mutants that operators made.
func (t *Tree) operated(in *trace.Input) error {
	text, err := t.read(proof.LedgerFile)
	if err != nil {
		return err
	}
	if in.Operators, err = proof.ParseLedger(text); err != nil {
		return &Fault{Err: err, Hint: "the ledger is written by '" + proof.Command + " --operators'"}
	}
	if in.Excuses, err = proof.ReadExcuses(t.Files()); err != nil {
		return broken(err, "the list of survivors is broken")
	}
	if in.Functions, err = proof.Digests(t.Files()); err != nil {
		return broken(err, "the engine's source is broken")
	}
	return nil
}

// schemaNodes returns the links of the schemas, with the results of weakening them.
func (t *Tree) schemaNodes() ([]trace.SchemaNode, error) {
	weakened, err := schemas.Weaken(t.below("schemas/testdata"))
	if err != nil {
		return nil, err
	}
	var nodes []trace.SchemaNode
	for _, l := range weakened {
		n := trace.SchemaNode{File: l.File, Pointer: l.Pointer, Names: l.IDs}
		for _, w := range l.Weakenings {
			n.Weakenings = append(n.Weakenings, trace.Weakening(w))
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}
