package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/prove/internal/prover"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/conformance/trace/tree"
	"github.com/hooktest/hooktest/internal/english"
)

// proveOptions are the options of a command line, and the source tree.
type proveOptions struct {
	*tree.Tree
	out, log io.Writer

	dir, reason, since string
	jobs               int
	cold, locked       bool
	ownOnly, fair      bool
	checks             bool
	observeOnly        bool
	operator           operatorOptions
	// digests are the digests of the tree, set by input.
	digests trace.Digests
}

// note prints a note for the user.
func (p *proveOptions) note(message string) { fmt.Fprintln(p.log, "note:", message) }

func (p *proveOptions) prove(ctx context.Context, ids []string) error {
	started := time.Now()
	// Only a proof of all mutants needs an observation. A proof of some uses an
	// existing one, to find inert mutants.
	report, in, err := p.input(ctx, len(ids) == 0 && p.since == "")
	if err != nil || p.observeOnly {
		return err
	}
	chosen, err := p.choose(ctx, in.Mutants.Mutants, ids)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		return &failure{code: exitNothing, message: "no mutant is selected, so nothing would be proven"}
	}
	if err := fit(chosen, in.Unfit); err != nil {
		return err
	}
	due := slices.DeleteFunc(slices.Clone(chosen), func(m proof.Mutant) bool {
		again := p.cold || p.fair && strings.HasPrefix(m.Clause, "INT-")
		return !again && in.Proofs[m.ID].Status == proof.Killed
	})
	old := 0
	if p.operator.sample >= 0 {
		due, old = p.sample(due, report, in.Lock)
	}
	if err := p.older(old); err != nil {
		return err
	}
	if len(due) > 0 {
		if err := p.judge(ctx, due, &in); err != nil {
			return err
		}
		report = trace.Build(in)
	}
	if err := p.prune(in.Keys); err != nil {
		return err
	}
	if old > 0 {
		chosen = due
	}
	p.summary(report, chosen, len(due), time.Since(started))
	// If there are unfair mutants, the lock stays unchanged: it has no status for them
	// and would count them as killed.
	if !slices.ContainsFunc(report.Mutants, func(m trace.Mutant) bool { return m.Status == proof.Unfair }) && (old == 0 || !p.locked) {
		if err := p.relock(report, in); err != nil {
			return err
		}
	}
	if p.takenAway(report, in.Lock) {
		return silent(exitAgainst)
	}
	for _, m := range report.Mutants {
		if m.Status != proof.Killed && slices.ContainsFunc(chosen, func(c proof.Mutant) bool { return c.ID == m.ID }) {
			return silent(exitAgainst)
		}
	}
	return nil
}

// mostChanged is how many mutants that changed since the lock a sample judges. A change of
// the suite that judges makes the proofs of all mutants old at once, more than CI can
// repeat.
const mostChanged = 400

// sample leaves out most of the mutants that the lock records as killed and whose inputs
// have not changed. The seed decides which ones stay. If more than mostChanged changed,
// they are sampled as well; old is the number of those that are left out.
func (p *proveOptions) sample(due []proof.Mutant, report trace.Report, lock *trace.Lock) (chosen []proof.Mutant, old int) {
	fresh := map[string]bool{}
	for _, m := range report.Mutants {
		fresh[m.ID] = m.Status == proof.Killed
	}
	var changed, others []proof.Mutant
	for _, m := range due {
		switch {
		case fresh[m.ID]:
			others = append(others, m)
		case lock == nil || lock.Mutants[m.ID].Mutant == "":
			chosen = append(chosen, m)
		default:
			changed = append(changed, m)
		}
	}
	if len(changed) <= mostChanged {
		chosen = append(chosen, changed...)
	} else {
		others = append(others, changed...)
	}
	others = shuffled(others, p.operator.seed)[:min(len(others), p.operator.sample)]
	if len(changed) > mostChanged {
		old = len(changed)
		for _, m := range others {
			if !fresh[m.ID] {
				old--
			}
		}
	}
	return append(chosen, others...), old
}

// older notes that the lock is older than the suite, in a file that make sample looks for:
// until make trace has proven everything again, the gates would fail.
func (p *proveOptions) older(old int) error {
	file := filepath.Join(p.Root, ".hooktest", "old")
	if old == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	p.note(fmt.Sprintf("%s not judged again since the lock was written: make trace proves them", english.Plural(old, "mutant was", "mutants were")))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, nil, 0o644)
}

// shuffled returns all items in an order that depends on the seed only.
func shuffled[M any](all []M, seed uint64) []M {
	all = slices.Clone(all)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// takenAway lists the mutants that are in the lock and no longer in the files: removing a
// proof requires a reason.
func (p *proveOptions) takenAway(report trace.Report, lock *trace.Lock) bool {
	if lock == nil {
		return false
	}
	all := report.Gone(*lock)
	for _, id := range all {
		clause, _, _ := strings.Cut(id, "/")
		fmt.Fprintf(p.out, "%s  %s was killed once and is in no file any more\n", "gone", id)
		fmt.Fprintf(p.out, "  %s put it back, or say why it may go: %s accept %s --reason '...'\n", "hint:", proof.Command, clause)
	}
	return len(all) > 0
}

// unused is how long a result is kept that the tree does not use, so that a return to
// another branch finds its proofs.
const unused = 30 * 24 * time.Hour

func (p *proveOptions) prune(keys map[string]string) error {
	present := map[string]bool{}
	for _, key := range keys {
		present[key] = true
	}
	return p.Records.Prune(time.Now().Add(-unused), present)
}

// fit returns an error for mutants that no longer apply.
func fit(chosen []proof.Mutant, unfit map[string]string) error {
	var faults []error
	for _, m := range chosen {
		if why, ok := unfit[m.ID]; ok {
			faults = append(faults, errors.New(why))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return &tree.Fault{Err: err, Hint: "let the mutants edit what the code has become", Broken: true}
	}
	return nil
}

// judge proves the due mutants and stores the result of each.
func (p *proveOptions) judge(ctx context.Context, due []proof.Mutant, in *trace.Input) error {
	var results []proof.Result
	ended := p.proving(ctx, func(b *prover.Prover) (err error) {
		results, err = b.Prove(ctx, due, in.Witness)
		return err
	})
	// Results from before an interruption are stored, too.
	for _, r := range results {
		r.Key = in.Keys[r.Mutant]
		in.Proofs[r.Mutant] = r
		// With --own-only a survivor may still be killed by the rest of the suite, so it
		// is not kept. An unfair mutant is judged anew every time.
		if r.Status != proof.Unfair && (!p.ownOnly || r.Status == proof.Killed) {
			if err := p.Records.KeepProof(r); err != nil {
				return err
			}
		}
	}
	return ended
}

// summary prints the mutants that are not killed, and the number of mutants for each
// status.
func (p *proveOptions) summary(report trace.Report, chosen []proof.Mutant, judged int, took time.Duration) {
	wanted := map[string]bool{}
	for _, m := range chosen {
		wanted[m.ID] = true
	}
	counts := map[proof.Status]int{}
	for _, m := range report.Mutants {
		if !wanted[m.ID] {
			continue
		}
		counts[m.Status]++
		if m.Status == proof.Killed {
			continue
		}
		fmt.Fprintf(p.out, "%s  %s\n", m.Status, m.ID)
		fmt.Fprintf(p.out, "  %s, yet %s\n", m.Violates, strings.TrimSpace(m.Detail))
		if len(m.Others) > 0 {
			fmt.Fprintf(p.out, "  others that fail: %s\n", strings.Join(m.Others, " "))
		}
		fmt.Fprintf(p.out, "  %s\n", m.Position)
	}
	fmt.Fprintf(p.out, "%s: %s\n", english.Count(len(chosen), "mutant"), tally(counts))
	p.note(fmt.Sprintf("%d judged, %d kept from before, in %s", judged, len(chosen)-judged, took.Round(100*time.Millisecond)))
}

// tally returns the number of mutants for each status that occurs.
func tally(counts map[proof.Status]int) string {
	var parts []string
	for _, s := range proof.Statuses() {
		if counts[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	return strings.Join(parts, ", ")
}

// relock writes the lock. With --locked it fails if the file would change.
func (p *proveOptions) relock(report trace.Report, in trace.Input) error {
	var old trace.Lock
	if in.Lock != nil {
		old = *in.Lock
	}
	text, err := report.Relock(old, in.Keys).Text()
	if err != nil {
		return err
	}
	return p.writeGenerated(trace.LockFile, text, p.locked, "")
}

// choose returns the mutants that the ids select: requirements, clauses or mutants; all
// mutants if there are no ids. With --changed-since, it keeps only those that a change
// since the revision affects.
func (p *proveOptions) choose(ctx context.Context, all []proof.Mutant, ids []string) ([]proof.Mutant, error) {
	chosen := all
	if len(ids) > 0 {
		chosen = nil
		found := map[string]bool{}
		for _, m := range all {
			names := []string{m.ID, m.Clause, catalogue.Owner(m.Clause)}
			if slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(names, id) }) {
				chosen = append(chosen, m)
			}
			for _, name := range names {
				found[name] = true
			}
		}
		for _, id := range ids {
			if !found[id] {
				return nil, usage(fmt.Sprintf("no mutant of %q", id), p.Meant(id))
			}
		}
	}
	if p.since == "" {
		return chosen, nil
	}
	changed, err := p.changed(ctx)
	if err != nil {
		return nil, usage(err.Error(), "--changed-since takes a revision of git")
	}
	return slices.DeleteFunc(slices.Clone(chosen), func(m proof.Mutant) bool { return !p.touched(m, changed) }), nil
}

// changed returns the files that differ from a revision, including untracked files.
func (p *proveOptions) changed(ctx context.Context) (map[string]bool, error) {
	tracked, err := p.Git(ctx, "diff", "--name-only", "-z", p.since, "--")
	untracked, err2 := p.Git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for name := range strings.SplitSeq(tracked+untracked, "\x00") {
		files[name] = true
	}
	return files, nil
}

// touched reports whether a change concerns a mutant: its definition, a file that
// it edits, or a case that must notice it.
func (p *proveOptions) touched(m proof.Mutant, changed map[string]bool) bool {
	definition, _ := m.Position.Split()
	if changed[definition] {
		return true
	}
	for _, e := range m.Edits {
		if changed[e.File] {
			return true
		}
	}
	for _, c := range p.Cases {
		for _, s := range c.Scopes {
			if s.Clause == m.Clause && changed["testscripts/"+c.Name+".txtar"] {
				return true
			}
		}
	}
	return false
}
