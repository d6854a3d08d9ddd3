package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/workers"
)

// judgeFairness runs the checks of requirements against the killed mutants that decide an
// interpretation differently. Such a decision violates no requirement, so none of these checks
// may fail.
//
// Nearly all of them are fair, so several are active at once, and where a check fails, each is
// judged alone by the failed cases. A mutant could hide the effect of another in its group, so
// the mutants of a group are of different files.
func (p *proving) judgeFairness(ctx context.Context, alone, together []proof.Mutant) error {
	irrelevant := func(m proof.Mutant) bool {
		return !strings.HasPrefix(m.Clause, "INT-") || p.results[m.ID].Status != proof.Killed
	}
	alone, together = slices.DeleteFunc(alone, irrelevant), slices.DeleteFunc(together, irrelevant)
	grouped := inDifferentFiles(together)
	program := filepath.Join(p.Folder, "groups")
	woven, err := p.tree.WeaveGroups(p.Module, grouped)
	if err == nil && len(grouped) > 0 {
		err = p.build(ctx, woven.Files, program)
	}
	if err != nil {
		return err
	}
	all := slices.Concat(slices.Collect(slices.Chunk(alone, 1)), grouped)
	step := Progress{Step: "groups of mutants", Total: len(all)}
	p.progress(step)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	workers.Each(ctx, p.jobs(), all, func(group []proof.Mutant) {
		var unfair []proof.Result
		var err error
		if len(group) == 1 {
			unfair, err = p.unfair(ctx, group, p.requirements())
		} else {
			unfair, err = p.unfairOf(ctx, group, active(program, woven, group[0]))
		}
		if err != nil {
			stop(fmt.Errorf("%s: %w", group[0].ID, err))
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		step.Done++
		for _, r := range unfair {
			p.results[r.Mutant] = r
			step.Bad, step.Failed = step.Bad+1, &r
			p.progress(step)
		}
		step.Failed = nil
		p.progress(step)
	})
	return context.Cause(ctx)
}

// inDifferentFiles groups mutants so that no two of a group edit the same file. The groups
// have about the same size.
func inDifferentFiles(all []proof.Mutant) (groups [][]proof.Mutant) {
	var files []map[string]bool
	for _, m := range all {
		best := -1
		for i := range groups {
			shared := slices.ContainsFunc(m.Edits, func(e proof.Edit) bool { return files[i][e.File] })
			if !shared && (best < 0 || len(groups[i]) < len(groups[best])) {
				best = i
			}
		}
		if best < 0 {
			best, groups, files = len(groups), append(groups, nil), append(files, map[string]bool{})
		}
		groups[best] = append(groups[best], m)
		for _, e := range m.Edits {
			files[best][e.File] = true
		}
	}
	return groups
}

// unfairOf returns the results of the mutants of a group that are not fair. s is the program in
// which all of them are active.
func (p *proving) unfairOf(ctx context.Context, group []proof.Mutant, s subject) ([]proof.Result, error) {
	asked := p.reachingAny(group, p.requirements())
	failed, broken, err := p.failing(ctx, s, asked)
	switch {
	case err != nil:
		return nil, err
	case broken.Status != "":
		return p.unfair(ctx, group, asked)
	}
	return p.unfair(ctx, group, withChecks(asked, failed))
}

// unfair returns the results of the mutants that are not fair when each is judged alone.
func (p *proving) unfair(ctx context.Context, all []proof.Mutant, asked []cases.Case) (unfair []proof.Result, err error) {
	for _, m := range all {
		relevant := p.reachingAny([]proof.Mutant{m}, asked)
		if len(relevant) == 0 {
			continue
		}
		s, leave, err := p.subjectOf(ctx, m)
		if err != nil {
			return nil, err
		}
		failed, broken, err := p.failing(ctx, s, relevant)
		leave()
		if err != nil {
			return nil, err
		}
		p.mu.Lock()
		r := p.results[m.ID]
		p.mu.Unlock()
		switch {
		case broken.Status != "":
			r.Status, r.Detail = broken.Status, broken.Detail
		case len(failed) > 0:
			r.Status, r.Killer, r.Others = proof.Unfair, nil, slices.Compact(names(failed))
			r.Detail = fmt.Sprintf("an implementation that decides %s otherwise fails %s of requirements: %s; %s",
				m.Clause, english.Count(len(r.Others), "check"), english.And(r.Others), wrong(failed[0]))
		default:
			continue
		}
		unfair = append(unfair, r)
	}
	return unfair, nil
}

// reachingAny returns the cases that reach an edit of one of the mutants.
func (p *proving) reachingAny(all []proof.Mutant, asked []cases.Case) []cases.Case {
	if p.witness == nil {
		return asked
	}
	var sites []proof.Site
	for _, m := range all {
		sites = append(sites, p.sites[m.ID]...)
	}
	return reaching(p.witness, asked, sites)
}

// failing returns the checks that fail with a subject and pass without mutants. broken has the
// status and detail if not all were judged. The error is the context's or a fault of this
// machine.
func (p *proving) failing(ctx context.Context, s subject, asked []cases.Case) (failed []stream.Check, broken proof.Result, err error) {
	patience := 4 * p.patience()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// A check that waits may fail by chance on a busy machine, so failed cases run again with
	// fewer at once.
	for _, jobs := range []int{8, 2} {
		if len(asked) == 0 {
			return nil, broken, nil
		}
		run, err := p.judge(limited, s, asked, jobs, false)
		unready, isStart := errors.AsType[*startError](err)
		switch {
		case ctx.Err() != nil:
			return nil, broken, ctx.Err()
		case limited.Err() != nil:
			broken.Status, broken.Detail = proof.TimedOut, fmt.Sprintf("the requirements' checks were not judged within %v", patience)
			return nil, broken, nil
		case isStart:
			broken.Status, broken.Detail = unreadyStatus(unready), unready.Error()
			return nil, broken, nil
		case err != nil:
			return nil, broken, err
		case !run.Footer.Complete:
			broken.Status, broken.Detail = lost(run.Footer.Why), "the requirements' checks were not judged: "+run.Footer.Why
			return nil, broken, nil
		}
		anyway, err := p.redAnyway(ctx, run.Checks())
		if err != nil {
			return nil, broken, err
		}
		failed = slices.DeleteFunc(run.Checks(), func(c stream.Check) bool { return c.Verdict != outcome.Fail || anyway[placeOf(c)] })
		asked = withChecks(asked, failed)
	}
	// The order does not depend on the order in which the cases ended.
	slices.SortFunc(failed, func(a, b stream.Check) int {
		return cmp.Or(strings.Compare(a.Check, b.Check), strings.Compare(a.Case, b.Case))
	})
	return failed, broken, nil
}

// withChecks returns the cases that the checks are of.
func withChecks(all []cases.Case, checks []stream.Check) []cases.Case {
	return slices.DeleteFunc(slices.Clone(all), func(c cases.Case) bool {
		return !slices.ContainsFunc(checks, func(one stream.Check) bool { return one.Case == c.Name })
	})
}
