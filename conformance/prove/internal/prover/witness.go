package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/prove/internal/coverage"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/workers"
)

// reaching returns the cases that reach an edit of a mutant; no other case can notice
// the mutant. An edit outside of functions has no lines that run, so all cases reach
// it.
func reaching(w *proof.Witness, all []cases.Case, sites []proof.Site) []cases.Case {
	return slices.DeleteFunc(slices.Clone(all), func(c cases.Case) bool {
		return !slices.ContainsFunc(sites, func(s proof.Site) bool {
			return s.Entry == 0 || w.Ran(c.Name, s.File, s.Entry, s.Entry)
		})
	})
}

// A Seen is an observation of an engine, with its run.
type Seen struct {
	Witness *proof.Witness
	Run     stream.Run
}

// Witness runs every case in a separate subject that counts the lines it runs. It
// returns these lines, and all runs combined into one, with the evidence of all checks.
// The error is the context's or a fault of this machine, or it says that the engine
// can't be built or started.
func (b *Prover) Witness(ctx context.Context) (*proof.Witness, stream.Run, error) {
	if len(b.Cases) == 0 {
		return nil, stream.Run{}, errors.New("there is no case to run")
	}
	b.progress(Progress{Step: "building", Total: len(b.Cases)})
	started := time.Now()
	w := &witnessing{Prover: b, program: filepath.Join(b.Folder, "witnessed")}
	if err := w.prepare(ctx); err != nil {
		return nil, stream.Run{}, err
	}
	w.runs, w.lines = make([]stream.Run, len(b.Cases)), make([]map[string]proof.Lines, len(b.Cases))
	if err := w.all(ctx); err != nil {
		return nil, stream.Run{}, err
	}
	run, err := w.whole(started)
	seen := &proof.Witness{Cases: map[string]map[string]proof.Lines{}, Keys: map[string]string{}}
	for i, c := range b.Cases {
		seen.Cases[c.Name], seen.Keys[c.Name] = w.lines[i], b.witnessKey(c)
	}
	return seen, run, err
}

// A witnessing is the state of one call of Witness.
type witnessing struct {
	*Prover
	program  string
	coverage coverage.Reader

	// runs and lines have the index of the case.
	runs  []stream.Run
	lines []map[string]proof.Lines
	mu    sync.Mutex
	done  int
	bad   int
	// fresh is the index of a case that ran now.
	fresh int
}

func (w *witnessing) prepare(ctx context.Context) error {
	// A program writes coverage data only if its main package counts, too.
	packages := w.Module + "/engine/...," + w.Module + strings.TrimPrefix(subjectPackage, ".")
	return w.build(ctx, nil, w.program, "-cover", "-covermode=set", "-coverpkg="+packages)
}

// all runs the cases, several at once, up to the first fault of this machine.
func (w *witnessing) all(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	order := w.due()
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(budget(w.Cases[j]), budget(w.Cases[i])) })
	workers.Each(ctx, w.jobs(), order, func(i int) {
		if err := w.one(ctx, i); err != nil {
			stop(fmt.Errorf("case %s: %w", w.Cases[i].Name, err))
		}
	})
	return context.Cause(ctx)
}

// due takes the results that are still valid from the earlier observation, and returns
// the indexes of the cases to run. There is at least one, which provides the run's
// header.
func (w *witnessing) due() (order []int) {
	before := map[string]stream.Case{}
	if w.Before.Run.Footer.Complete {
		for _, c := range w.Before.Run.Cases {
			before[c.Start.Case] = c
		}
	}
	for i, c := range w.Cases {
		was, kept := before[c.Name]
		kept = kept && w.Before.Witness.Keys[c.Name] == w.witnessKey(c) &&
			!slices.ContainsFunc(was.Checks, func(check stream.Check) bool { return check.Verdict != outcome.Pass })
		if !kept || len(order) == 0 && i == len(w.Cases)-1 {
			order = append(order, i)
			continue
		}
		w.runs[i], w.lines[i] = stream.Run{Cases: []stream.Case{was}, Footer: stream.Footer{Complete: true}}, w.Before.Witness.Cases[c.Name]
	}
	w.fresh, w.done = order[0], len(w.Cases)-len(order)
	return order
}

// witnessKey identifies the texts that the checks of a case depend on.
func (b *Prover) witnessKey(c cases.Case) string {
	var texts []string
	for _, one := range cases.WithJudges([]cases.Case{c}, b.Cases) {
		texts = append(texts, proof.CaseDigest(one))
	}
	return digest([]byte(strings.Join(texts, " ")))
}

// one runs one case with coverage.
func (w *witnessing) one(ctx context.Context, i int) (err error) {
	folder, err := os.MkdirTemp(w.Folder, "coverage-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	counting := subject{w.program, []string{"GOCOVERDIR=" + folder}}
	if w.runs[i], err = w.judge(ctx, counting, w.Cases[i:i+1], 1, true); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	files, err := w.coverage.Read(folder)
	if err != nil {
		return fmt.Errorf("reading the coverage: %w", err)
	}
	w.lines[i] = map[string]proof.Lines{}
	for name, lines := range files {
		if own, ok := strings.CutPrefix(name, w.Module+"/"); ok {
			w.lines[i][own] = lines
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done++
	if w.runs[i].Footer.Totals.Checks.Red() > 0 {
		w.bad++
	}
	w.progress(Progress{Step: "cases", Done: w.done, Total: len(w.Cases), Bad: w.bad})
	return nil
}

// whole combines the runs of single cases into one run that started at this time.
func (w *witnessing) whole(started time.Time) (stream.Run, error) {
	header := w.runs[w.fresh].Header
	header.Started = started.UTC().Truncate(time.Millisecond)
	events, err := stream.NewWriter(io.Discard, header)
	if err != nil {
		return stream.Run{}, err
	}
	var cut stream.Cut
	for _, r := range w.runs {
		if !r.Footer.Complete {
			cut = stream.Cut{Why: r.Footer.Why, Blame: r.Footer.Blame}
		}
		for _, c := range r.Cases {
			if err := c.Write(events); err != nil {
				return stream.Run{}, err
			}
		}
	}
	err = events.Finish(cut, time.Since(started))
	return events.Run(), err
}
