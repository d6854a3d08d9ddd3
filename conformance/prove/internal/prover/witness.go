package prover

import (
	"bytes"
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
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/workers"
)

// reaching are those of some cases that get to where a mutant is edited: no other
// can tell it from the engine as it is. What stands outside of functions has no
// lines that run, so that all cases reach it.
func reaching(w *proof.Witness, all []cases.Case, sites []proof.Site) []cases.Case {
	return slices.DeleteFunc(slices.Clone(all), func(c cases.Case) bool {
		return !slices.ContainsFunc(sites, func(s proof.Site) bool {
			return s.Entry == 0 || w.Ran(c.Name, s.File, s.Entry, s.Entry)
		})
	})
}

// Witness runs every case in a subject of its own that counts what it runs. The
// one run that it puts together is the run that was witnessed, with the evidence
// of all checks. The error is the context's or one of this machine, or that the
// engine can't be built or started. The calls of progress, which may be nil, do
// not overlap.
func (b *Prover) Witness(ctx context.Context, progress func(Progress)) (*proof.Witness, stream.Run, error) {
	if len(b.Cases) == 0 {
		return nil, stream.Run{}, errors.New("there is no case to run")
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	progress(Progress{Step: "building", Total: len(b.Cases)})
	started := time.Now()
	w := &witnessing{Prover: b, program: filepath.Join(b.Folder, "witnessed"), progress: progress}
	if err := w.prepare(ctx); err != nil {
		return nil, stream.Run{}, err
	}
	w.runs, w.lines = make([]stream.Run, len(b.Cases)), make([]map[string]proof.Lines, len(b.Cases))
	if err := w.all(ctx); err != nil {
		return nil, stream.Run{}, err
	}
	run, err := w.whole(started)
	seen := &proof.Witness{Cases: map[string]map[string]proof.Lines{}}
	for i, c := range b.Cases {
		seen.Cases[c.Name] = w.lines[i]
	}
	return seen, run, err
}

// A witnessing is one call of Witness.
type witnessing struct {
	*Prover
	program string
	// covdata is the program that reads what a subject counted. Asking the go
	// command to run it takes ten times as long as it takes itself.
	covdata  string
	progress func(Progress)

	// runs and lines are by case.
	runs  []stream.Run
	lines []map[string]proof.Lines
	mu    sync.Mutex
	done  int
	bad   int
}

func (w *witnessing) prepare(ctx context.Context) error {
	// Only a program whose main package counts, too, writes what it counted.
	packages := w.Module + "/engine/...," + w.Module + strings.TrimPrefix(subjectPackage, ".")
	if err := w.build(ctx, nil, w.program, "-cover", "-covermode=set", "-coverpkg="+packages); err != nil {
		return err
	}
	path, err := w.command(ctx, "go", "tool", "-n", "covdata")
	if err != nil {
		return fmt.Errorf("finding the go command's covdata: %w: %s", err, bytes.TrimSpace(path))
	}
	w.covdata = string(bytes.TrimSpace(path))
	return nil
}

// all runs every case, several at once, up to the first that this machine fails.
func (w *witnessing) all(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	order := make([]int, len(w.Cases))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(budget(w.Cases[j]), budget(w.Cases[i])) })
	workers.Each(ctx, w.jobs(), order, func(i int) {
		if err := w.one(ctx, i); err != nil {
			stop(fmt.Errorf("case %s: %w", w.Cases[i].Name, err))
		}
	})
	return context.Cause(ctx)
}

// one witnesses one case.
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
	profile := filepath.Join(folder, "profile.txt")
	if output, err := w.command(ctx, w.covdata, "textfmt", "-i="+folder, "-o="+profile); err != nil {
		return fmt.Errorf("reading the coverage: %w: %s", err, bytes.TrimSpace(output))
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		return err
	}
	if w.lines[i], err = executed(w.Module, text); err != nil {
		return err
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

// whole puts the runs of single cases together, as one that began at a time.
func (w *witnessing) whole(started time.Time) (stream.Run, error) {
	header := w.runs[0].Header
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
