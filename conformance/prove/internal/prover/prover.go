// Package proof turns mutants of the reference engine into proofs: it builds the
// engine with them, lets the conformance suite judge each as it would judge a
// stranger's program, and says whether the clause's own check noticed.
//
// It also witnesses which lines of the engine each case runs. It writes nothing
// into the source, and knows nothing of links, gates or reports.
package prover

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A Prover builds subjects and has the suite judge them. Its fields are set before its
// first use; it may be used by several goroutines.
type Prover struct {
	// Root is the module's root, Module its path.
	Root, Module string
	Catalogue    *catalogue.Catalogue
	// Cases are the whole suite.
	Cases []cases.Case
	// Environ is the environment of the subjects and of the go command.
	Environ []string
	// Folder holds programs and the folders of cases while it works. Who
	// made it removes it.
	Folder string
	// Jobs is how many subjects run at once; below 1, twice the processors.
	Jobs int
	// Patience is how long a mutant may take with the cases of its clause; 0 stands
	// for 90 s. It may take four times as long with the whole suite.
	Patience time.Duration
	// OwnOnly leaves the rest of the suite alone where a clause's own checks do
	// not notice a mutant, so that a decorative link counts as survived.
	OwnOnly bool
	// Fair asks every requirement's check about each mutant of an interpretation,
	// which takes as long as a run of the suite for each.
	Fair bool
	// Before is what was witnessed of the same engine by the same judge: of a case whose
	// texts are as they were it is taken over, if every check of it passed.
	Before Seen
	// SuiteDigest and CatalogueDigest are as those of harness.Suite.
	SuiteDigest, CatalogueDigest string
	// Version is that of the program that judges.
	Version string
}

// A Progress is how far the prover has come with one of its steps.
type Progress struct {
	// Step is a word for what is being done.
	Step        string
	Done, Total int
	// Bad counts what did not come out as it should.
	Bad int
	// Failed is what has just come out otherwise than it should, nil if that is
	// nothing, or no mutant.
	Failed *proof.Result
}

func (b *Prover) jobs() int {
	if b.Jobs < 1 {
		return 2 * runtime.GOMAXPROCS(0)
	}
	return b.Jobs
}

func (b *Prover) patience() time.Duration {
	if b.Patience <= 0 {
		return 90 * time.Second
	}
	return b.Patience
}

func (b *Prover) files() fs.FS { return os.DirFS(b.Root) }

// A subject is how the engine is run: a program and what is added to its
// environment.
type subject struct {
	program string
	env     []string
}

// A startError is a subject that ends or breaks the protocol before it is ready.
type startError struct{ err error }

func (e *startError) Error() string { return "the program does not get ready: " + e.err.Error() }

func (e *startError) Unwrap() error { return e.err }

// start starts a subject. The error is a *startError, or one of this machine.
func (b *Prover) start(ctx context.Context, s subject, o process.Options) (*process.Client, error) {
	// A switch that happens to be set would break the unbroken engine.
	environ := slices.DeleteFunc(slices.Clone(b.Environ), func(entry string) bool { return strings.HasPrefix(entry, mutants.Switch+"=") })
	at, err := process.Start(ctx, process.Command{Args: []string{s.program}, Env: append(environ, s.env...)}, o)
	_, fault := errors.AsType[*adapter.Fault](err)
	_, answered := errors.AsType[*adapter.Error](err)
	if fault || answered {
		return nil, &startError{err}
	}
	return at, err
}

// judge runs cases against a subject. The error is a *startError, or one of this
// machine.
func (b *Prover) judge(ctx context.Context, s subject, all []cases.Case, jobs int, keep bool) (run stream.Run, err error) {
	at, err := b.start(ctx, s, process.Options{Version: b.Version})
	if err != nil {
		return stream.Run{}, err
	}
	// A broken engine may take its leave badly; that is no fault of the prover.
	defer func() { _ = at.Close() }()
	work, err := os.MkdirTemp(b.Folder, "cases-")
	if err != nil {
		return stream.Run{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	// Seed 0: a mutant meets the words that the lock was made with.
	return harness.Run{
		Version: b.Version, Suite: b.suite(), Cases: all,
		Client: at, Command: []string{filepath.Base(s.program)}, Folder: work, Jobs: jobs, KeepEvidence: keep,
	}.Do(ctx)
}

func (b *Prover) suite() harness.Suite {
	return harness.Suite{
		Cases: b.Cases, Catalogue: b.Catalogue, Folder: "testscripts",
		Digest: b.SuiteDigest, CatalogueDigest: b.CatalogueDigest,
	}
}

// casesOf are the cases that carry checks which can notice a mutant.
func (b *Prover) casesOf(m proof.Mutant) []cases.Case {
	var all []cases.Case
	for _, c := range b.Cases {
		if slices.ContainsFunc(c.Scopes, func(s cases.Scope) bool { return notices(m, s.Clause, s.Check) }) {
			all = append(all, c)
		}
	}
	return all
}

// requirements are the cases of requirement level.
func (b *Prover) requirements() []cases.Case {
	return slices.DeleteFunc(slices.Clone(b.Cases), func(c cases.Case) bool { return c.Level != cases.LevelRequirement })
}

// ofInterpretation tells whether a mutant decides an interpretation otherwise.
func ofInterpretation(m proof.Mutant) bool { return strings.HasPrefix(m.Clause, "INT-") }

// notices tells whether a check is one of those that are to notice a mutant.
func notices(m proof.Mutant, clause, check string) bool {
	return clause == m.Clause && (m.Check == "" || check == m.Check)
}

// budget is the longest of some cases' budgets. What may take long begins first,
// so that nothing long is left for the end, when nothing else runs beside it.
func budget(cases ...cases.Case) time.Duration {
	longest := time.Duration(0)
	for _, c := range cases {
		longest = max(longest, c.Budget)
	}
	return longest
}
