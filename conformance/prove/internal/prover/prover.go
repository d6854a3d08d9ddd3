// Package prover turns mutants of the reference engine into proofs. It builds the
// engine with them, has the conformance suite judge each as an external program, and
// reports whether the clause's own check noticed.
//
// It also records which lines of the engine each case runs. It writes nothing into the
// source, and knows nothing about links, gates or reports.
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

// A Prover builds subjects and has the suite judge them. Its fields must be set before
// its first use. It is safe for concurrent use.
type Prover struct {
	// Root is the module's root folder, and Module its path.
	Root, Module string
	Catalogue    *catalogue.Catalogue
	// Cases are all cases of the suite.
	Cases []cases.Case
	// Environ is the environment of the subjects and of the go command.
	Environ []string
	// Folder is for programs and the folders of cases. The caller makes it and removes
	// it.
	Folder string
	// Jobs is the number of subjects that run at once; below 1, twice the number of
	// processors.
	Jobs int
	// Patience is the time limit for a mutant with the cases of its clause; 0 means 90
	// s. The limit with the whole suite is four times as long.
	Patience time.Duration
	// OwnOnly does not run the rest of the suite if a clause's own checks do not notice
	// a mutant. Then a decorative link counts as survived.
	OwnOnly bool
	// Fair also runs every requirement's checks against the mutants of interpretations.
	Fair bool
	// Before is an earlier observation of the same engine by the same judge. A case
	// whose texts have not changed and whose checks all passed is taken from there.
	Before Seen
	// SuiteDigest and CatalogueDigest are as in harness.Suite.
	SuiteDigest, CatalogueDigest string
	// Version is the version of the judging program.
	Version string
	// Progress is told the progress; nil if nothing is to be told. Its calls do not overlap.
	Progress func(Progress)
}

// A Progress is the progress of one step of the prover.
type Progress struct {
	// Step names the step.
	Step        string
	Done, Total int
	// Bad is the number of unexpected results.
	Bad int
	// Failed is the mutant that was just not killed; nil if there is none.
	Failed *proof.Result
}

func (b *Prover) progress(now Progress) {
	if b.Progress != nil {
		b.Progress(now)
	}
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

// A subject is a build of the engine: a program and additions to its environment.
type subject struct {
	program string
	env     []string
}

// A startError is the error of a subject that exits or breaks the protocol before it is
// ready.
type startError struct{ err error }

func (e *startError) Error() string { return "the program does not get ready: " + e.err.Error() }

func (e *startError) Unwrap() error { return e.err }

// start starts a subject. The error is a *startError or a fault of this machine.
func (b *Prover) start(ctx context.Context, s subject, o process.Options) (*process.Client, error) {
	// A mutant's switch in the user's environment would break the unbroken engine.
	environ := slices.DeleteFunc(slices.Clone(b.Environ), func(entry string) bool { return strings.HasPrefix(entry, mutants.Switch+"=") })
	at, err := process.Start(ctx, process.Command{Args: []string{s.program}, Env: append(environ, s.env...)}, o)
	_, fault := errors.AsType[*adapter.Fault](err)
	_, answered := errors.AsType[*adapter.Error](err)
	if fault || answered {
		return nil, &startError{err}
	}
	return at, err
}

// judge runs cases against a subject. The error is a *startError or a fault of this
// machine.
func (b *Prover) judge(ctx context.Context, s subject, all []cases.Case, jobs int, keep bool) (run stream.Run, err error) {
	at, err := b.start(ctx, s, process.Options{Version: b.Version})
	if err != nil {
		return stream.Run{}, err
	}
	// A broken engine may not exit cleanly; that is not a fault of the prover.
	defer func() { _ = at.Close() }()
	work, err := os.MkdirTemp(b.Folder, "cases-")
	if err != nil {
		return stream.Run{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	// Seed 0: the cases have the words that the lock was made with.
	return harness.Run{
		Version: b.Version, Cases: all,
		Suite: harness.Suite{
			Cases: b.Cases, Catalogue: b.Catalogue, Folder: "testscripts", Digest: b.SuiteDigest, CatalogueDigest: b.CatalogueDigest,
		},
		Client: at, Command: []string{filepath.Base(s.program)}, Folder: work, Jobs: jobs, KeepEvidence: keep,
	}.Do(ctx)
}

// casesOf returns the cases with checks that can notice a mutant.
func (b *Prover) casesOf(m proof.Mutant) []cases.Case {
	var all []cases.Case
	for _, c := range b.Cases {
		if slices.ContainsFunc(c.Scopes, func(s cases.Scope) bool { return notices(m, s.Clause, s.Check) }) {
			all = append(all, c)
		}
	}
	return all
}

// requirements returns the cases of requirement level.
func (b *Prover) requirements() []cases.Case {
	return slices.DeleteFunc(slices.Clone(b.Cases), func(c cases.Case) bool { return c.Level != cases.LevelRequirement })
}

// notices reports whether a check must notice a mutant.
func notices(m proof.Mutant, clause, check string) bool {
	return clause == m.Clause && (m.Check == "" || check == m.Check)
}

// budget returns the longest budget of some cases. Long cases start first, so that none
// of them runs alone at the end.
func budget(cases ...cases.Case) time.Duration {
	longest := time.Duration(0)
	for _, c := range cases {
		longest = max(longest, c.Budget)
	}
	return longest
}
