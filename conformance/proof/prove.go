package proof

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// A Progress is how far the bench has come with one of its steps.
type Progress struct {
	// Step is a word for what is being done.
	Step        string
	Done, Total int
	// Bad counts what did not come out as it should.
	Bad int
}

// subjectOf is how one mutant is run: a program and the switch.
type subjectOf struct {
	program string
	env     []string
}

// Prove judges mutants, in their order. Every mutant gets a Result; the error is
// one of this machine, of the mutants' files, or that the unbroken engine does
// not pass the checks that are to notice.
func (b *Bench) Prove(ctx context.Context, all []mutants.Mutant, witness *Witness, progress func(Progress)) ([]Result, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	tree := b.tree()
	results := make(map[string]Result, len(all))
	var together, alone []mutants.Mutant
	var faults []error
	for _, m := range all {
		single, err := tree.Alone(m)
		switch {
		case err != nil:
			faults = append(faults, err)
		case single:
			alone = append(alone, m)
		default:
			together = append(together, m)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	progress(Progress{Step: "building", Total: len(all)})
	subjects := map[string]subjectOf{}
	if err := b.weave(ctx, tree, together, subjects, results); err != nil {
		return nil, err
	}
	if err := b.control(ctx, all, subjects, results); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	done, bad := len(results), 0
	keep := func(r Result) {
		mu.Lock()
		defer mu.Unlock()
		results[r.Mutant] = r
		done++
		if r.Status != Killed {
			bad++
		}
		progress(Progress{"mutants", done, len(all), bad})
	}
	queue := make(chan mutants.Mutant)
	failures := make([]error, b.jobs())
	var workers sync.WaitGroup
	for i := range failures {
		workers.Go(func() {
			for m := range queue {
				subject, ok := subjects[m.ID]
				if !ok {
					var err error
					if subject, err = b.single(ctx, m); err != nil {
						if broken, ok := errors.AsType[*BuildError](err); ok {
							keep(Result{Mutant: m.ID, Clause: m.Clause, Status: Unviable, Detail: broken.Output})
							continue
						}
						failures[i] = errors.Join(failures[i], err)
						continue
					}
				}
				r, err := b.try(ctx, m, subject, witness)
				if err != nil {
					failures[i] = errors.Join(failures[i], fmt.Errorf("%s: %w", m.ID, err))
					continue
				}
				keep(r)
			}
		})
	}
	// What needs a build of its own comes first: it takes longest.
	for _, m := range append(alone, together...) {
		if _, decided := results[m.ID]; !decided && ctx.Err() == nil {
			queue <- m
		}
	}
	close(queue)
	workers.Wait()
	if err := errors.Join(append(failures, ctx.Err())...); err != nil {
		return nil, err
	}
	out := make([]Result, 0, len(all))
	for _, m := range all {
		r := results[m.ID]
		sites, err := tree.Sites(m)
		if err != nil {
			return nil, err
		}
		r.Sites = sites
		out = append(out, r)
	}
	return out, nil
}

var compilerMessage = regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go):(\d+):\d+: (.*)$`)

// weave builds one program with all mutants that can share one, without those
// that do not compile.
func (b *Bench) weave(ctx context.Context, tree *mutants.Tree, all []mutants.Mutant, subjects map[string]subjectOf, results map[string]Result) error {
	for round := 1; len(all) > 0; round++ {
		woven, err := tree.Weave(b.Module, all)
		if err != nil {
			return err
		}
		program := filepath.Join(b.Folder, "woven-"+strconv.Itoa(round))
		err = b.build(ctx, woven.Files, program)
		broken, isBuild := errors.AsType[*BuildError](err)
		switch {
		case err == nil:
			for _, m := range all {
				subjects[m.ID] = subjectOf{program, []string{mutants.Switch + "=" + strconv.Itoa(woven.Numbers[m.ID])}}
			}
			return nil
		case !isBuild:
			return err
		}
		found := false
		for _, message := range compilerMessage.FindAllStringSubmatch(broken.Output, -1) {
			line, _ := strconv.Atoi(message[2])
			if id, ok := woven.MutantAt(message[1], line); ok {
				found = true
				r := results[id]
				if r.Status == "" {
					r = Result{Mutant: id, Status: Unviable, Detail: message[3]}
				}
				results[id] = r
			}
		}
		if !found {
			return err
		}
		all = slices.DeleteFunc(slices.Clone(all), func(m mutants.Mutant) bool {
			r, unviable := results[m.ID]
			if unviable {
				r.Clause = m.Clause
				results[m.ID] = r
			}
			return unviable
		})
	}
	return nil
}

// single builds a program for one mutant.
func (b *Bench) single(ctx context.Context, m mutants.Mutant) (subjectOf, error) {
	changed, err := b.tree().Apply(m)
	if err != nil {
		return subjectOf{}, err
	}
	program := filepath.Join(b.Folder, "alone-"+digest([]byte(m.ID))[:16])
	return subjectOf{program: program}, b.build(ctx, changed.Files, program)
}

// control runs the cases of all mutants against the program that will be broken,
// while none of its mutants is active.
func (b *Bench) control(ctx context.Context, all []mutants.Mutant, subjects map[string]subjectOf, results map[string]Result) error {
	wanted := map[string]bool{}
	for _, m := range all {
		for _, c := range b.casesOf(m) {
			wanted[c.Name] = true
		}
	}
	cases := slices.DeleteFunc(slices.Clone(b.Cases), func(c suite.Case) bool { return !wanted[c.Name] })
	program := ""
	for _, s := range subjects {
		program = s.program
	}
	if program == "" {
		program = filepath.Join(b.Folder, "control")
		if err := b.build(ctx, nil, program); err != nil {
			return err
		}
	}
	run, err := b.judge(ctx, program, nil, cases, 8*b.jobs(), false)
	if err != nil {
		return err
	}
	passes := map[string]bool{}
	failed := map[string]string{}
	for _, c := range run.Checks() {
		if c.Verdict == verdict.Pass {
			passes[c.Clause] = true
		} else {
			failed[c.Clause] = c.Check + " is " + string(c.Verdict)
		}
	}
	for _, m := range all {
		if _, decided := results[m.ID]; decided {
			continue
		}
		detail := failed[m.Clause]
		if !passes[m.Clause] && detail == "" {
			detail = "no check of the suite is about the clause"
		}
		if detail != "" {
			results[m.ID] = Result{Mutant: m.ID, Clause: m.Clause, Status: Uncontrolled, Detail: "without the mutant: " + detail}
		}
	}
	return nil
}

// patience is how long one mutant may take with its own cases.
const patience = 90 * time.Second

// try judges one mutant.
func (b *Bench) try(ctx context.Context, m mutants.Mutant, s subjectOf, witness *Witness) (Result, error) {
	started := time.Now()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	own := b.casesOf(m)
	run, err := b.judge(limited, s.program, s.env, own, len(own), false)
	r, sure := weigh(m, run)
	if limited.Err() != nil && ctx.Err() == nil {
		r.Status, r.Detail, sure, err = TimedOut, fmt.Sprintf("not judged within %s", patience), true, nil
	}
	if err != nil {
		return r, err
	}
	if !sure {
		if r, err = b.elsewhere(ctx, m, s, r, witness); err != nil {
			return r, err
		}
	}
	r.Milliseconds = stream.Milliseconds(time.Since(started))
	return r, nil
}

// elsewhere asks the rest of the suite about a mutant that its own checks let
// pass.
func (b *Bench) elsewhere(ctx context.Context, m mutants.Mutant, s subjectOf, r Result, witness *Witness) (Result, error) {
	sites, err := b.tree().Sites(m)
	if err != nil {
		return r, err
	}
	if witness != nil && !witness.ranAny(b.casesOf(m), sites) {
		r.Status, r.Detail = Inert, "no case of the clause runs the edited lines"
		return r, nil
	}
	if b.OwnOnly {
		r.Status, r.Detail = Survived, "the clause's own checks do not notice; the others were not asked"
		return r, nil
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	run, err := b.judge(limited, s.program, s.env, b.Cases, 8, false)
	if err != nil && limited.Err() == nil {
		return r, err
	}
	for _, c := range run.Checks() {
		if c.Verdict.Red() && c.Clause != m.Clause {
			r.Others = append(r.Others, c.Check)
		}
	}
	slices.Sort(r.Others)
	if len(r.Others) > 0 {
		r.Status, r.Detail = Decorative, "checks of other clauses notice, the clause's own do not"
	} else {
		r.Status, r.Detail = Survived, "no check of the suite notices"
	}
	return r, ctx.Err()
}
