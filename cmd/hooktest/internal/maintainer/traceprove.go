package maintainer

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/mutants/operator"
	"github.com/hooktest/hooktest/conformance/proof"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/english"
)

// proveOptions are what a person says to prove.
type proveOptions struct {
	*traceOptions
	since   string
	cold    bool
	locked  bool
	ownOnly bool
	fair    bool
	checks  bool
	// sampled tells that a sample was asked for.
	sampled  bool
	operator operatorOptions
}

func (o *traceOptions) newTraceProve() *cobra.Command {
	p := &proveOptions{traceOptions: o}
	cmd := &cobra.Command{
		Use:   "prove [ID...]",
		Short: "Break the engine on purpose, and see whether the suite notices",
		Long: `prove builds the reference engine with deliberate violations, one or more for
every clause that a test decides, and lets the conformance suite judge each. A
clause is proven when a check of its own fails for the right reason.

Results are kept and judged again when something they rest on changes: the
mutant, the function that it edits, the cases that are to notice, or the judge.
What is proven is written to ` + trace.LockFile + `.
With ids or --changed-since a part is proven, without a run of the whole suite.
With --sample the lock is believed of most mutants that rest on nothing that
changed; as many as it says are judged all the same.

With --fair the checks of requirements are asked about each mutant of an
interpretation, too: whoever decides it otherwise departs from no requirement,
and none may fail. A case that does not run what is edited is left out.

With --operators the violations are made by machine: small mistakes at every
place of the functions that name a requirement, and of what only those call.
They belong to no clause, so any check may notice. What came of them is written
to ` + operator.LedgerFile + `; those of functions that changed
since are judged again, all of them with --cold.

With --checks, a mutant is sought for each check that fails for none of those
of its clause: what never failed may be unable to. Operators make them, of what
the check's case runs; what was found is written to the same file.`,
		Example: `  hooktest trace prove
  hooktest trace prove HOOK-010 HOOK-067b.1
  hooktest trace prove --changed-since main
  hooktest trace prove --cold --locked
  hooktest trace prove --locked --fair --sample 200 --seed 7
  hooktest trace prove --fair INT-17
  hooktest trace prove --operators --sample 100 --within 2m
  hooktest trace prove --operators answer.convert
  hooktest trace prove --checks HOOK-114`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p.sampled = cmd.Flags().Changed("sample")
			return p.prove(cmd.Context(), args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.since, "changed-since", "", "only mutants of files that changed since this git `revision`")
	f.BoolVar(&p.operator.on, "operators", false, "judge mutants that operators make of functions that changed, instead of those made by hand")
	f.IntVar(&p.operator.sample, "sample", 0, "of mutants for which nothing has changed since they were locked, judge only so `many`")
	f.Uint64Var(&p.operator.seed, "seed", 1, "the `number` that decides the sample")
	f.DurationVar(&p.operator.within, "within", 0, "with --operators, stop after this `time`; what was judged by then counts")
	f.IntVar(&p.operator.cases, "cases", 0, "with --operators, ask at most so `many` cases about a mutant (default all that run it)")
	f.BoolVar(&p.checks, "checks", false, "for each check that notices no mutant of its clause, look for one that it notices")
	f.IntVar(&p.operator.mutants, "mutants", 150, "with --checks, try at most so `many` mutants for a case")
	f.BoolVar(&p.cold, "cold", false, "judge every mutant anew, whatever is kept")
	f.BoolVar(&p.locked, "locked", false, "write no lock file; end with 1 where it would change")
	f.BoolVar(&p.fair, "fair", false, "ask the checks of requirements about every mutant of an interpretation, too: none may fail")
	f.BoolVar(&p.ownOnly, "own-only", false, "do not ask the rest of the suite about a mutant that its own checks let pass")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "engines at once (default twice the processors)")
	return cmd
}

func (p *proveOptions) prove(ctx context.Context, ids []string) error {
	switch {
	case p.operator.on:
		return p.operators(ctx, ids)
	case p.checks:
		return p.notice(ctx, ids)
	}
	started := time.Now()
	// The whole run of the suite is for the whole proof; a part of it needs the
	// run only where it is at hand, to tell inert mutants.
	p.noRun = len(ids) > 0 || p.since != ""
	if err := p.load(); err != nil {
		return err
	}
	chosen, err := p.choose(ctx, ids)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		return &console.Failure{Code: console.ExitNothing, Message: "no mutant is selected, so nothing would be proven"}
	}
	report, in, err := p.build(ctx)
	if err != nil {
		return err
	}
	if err := fit(chosen, in.Unfit); err != nil {
		return err
	}
	due := slices.DeleteFunc(slices.Clone(chosen), func(m mutants.Mutant) bool {
		again := p.cold || p.fair && strings.HasPrefix(m.Clause, "INT-")
		return !again && in.Proofs[m.ID].Status == proof.Killed
	})
	if p.sampled {
		due = p.sample(due, report)
	}
	if len(due) > 0 {
		if err := p.judge(ctx, due, &in); err != nil {
			return err
		}
		report = trace.Build(in)
	}
	if err := p.prune(in.Keys); err != nil {
		return console.Usage(err.Error(), "")
	}
	p.summary(report, chosen, len(due), time.Since(started))
	// With unfair mutants the lock stays as it is: it has no word for unfair, and would
	// count them as killed.
	if !slices.ContainsFunc(report.Mutants, func(m trace.Mutant) bool { return m.Status == proof.Unfair }) {
		if err := p.relock(report, in); err != nil {
			return err
		}
	}
	if p.takenAway(report, in.Lock) {
		return console.Silent(console.ExitAgainst)
	}
	for _, m := range report.Mutants {
		if m.Status != proof.Killed && slices.ContainsFunc(chosen, func(c mutants.Mutant) bool { return c.ID == m.ID }) {
			return console.Silent(console.ExitAgainst)
		}
	}
	return nil
}

// sample leaves out most of the mutants that the lock has as killed, and that rest on
// what it knows. The seed decides which of them stay.
func (p *proveOptions) sample(due []mutants.Mutant, report trace.Report) []mutants.Mutant {
	locked := map[string]bool{}
	for _, m := range report.Mutants {
		locked[m.ID] = m.Status == proof.Killed
	}
	var chosen, others []mutants.Mutant
	for _, m := range due {
		if locked[m.ID] {
			others = append(others, m)
		} else {
			chosen = append(chosen, m)
		}
	}
	others = shuffled(others, p.operator.seed)
	return append(chosen, others[:min(len(others), p.operator.sample)]...)
}

// shuffled are all in an order that a seed decides.
func shuffled[M any](all []M, seed uint64) []M {
	all = slices.Clone(all)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// takenAway names the mutants that the lock remembers and the files do not have any
// more: whoever takes a proof away has to say why.
func (p *proveOptions) takenAway(report trace.Report, lock *trace.Lock) bool {
	if lock == nil {
		return false
	}
	out := p.Streams.Out
	all := report.Gone(*lock)
	for _, id := range all {
		clause, _, _ := strings.Cut(id, "/")
		out.Printf("%s  %s was killed once and stands in no file any more\n", out.Styled(term.Bad, "gone"), out.Styled(term.Bold, id))
		out.Printf("  %s put it back, or say why it may go: hooktest trace accept %s --reason '...'\n", out.Styled(term.Bold, "hint:"), clause)
	}
	return len(all) > 0
}

// unused is how long a result is kept that nothing in the tree asks for: whoever
// comes back to a branch finds its proofs.
const unused = 30 * 24 * time.Hour

func (p *proveOptions) prune(keys map[string]string) error {
	present := map[string]bool{}
	for _, key := range keys {
		present[key] = true
	}
	return p.records.Prune(time.Now().Add(-unused), present)
}

// fit refuses mutants that no longer apply.
func fit(chosen []mutants.Mutant, unfit map[string]string) error {
	var faults []error
	for _, m := range chosen {
		if why, ok := unfit[m.ID]; ok {
			faults = append(faults, errors.New(why))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return broken(err, "let the mutants edit what the code has become")
	}
	return nil
}

// judge proves the mutants that are due, and keeps what came of each.
func (p *proveOptions) judge(ctx context.Context, due []mutants.Mutant, in *trace.Input) error {
	var results []proof.Result
	ended := p.proving(ctx, func(prover *proof.Prover, progress func(proof.Progress)) (err error) {
		prover.OwnOnly, prover.Fair = p.ownOnly, p.fair
		results, err = prover.Prove(ctx, due, in.Witness, progress)
		return err
	})
	// What was judged before an interruption is kept, too.
	for _, r := range results {
		r.Key = in.Keys[r.Mutant]
		in.Proofs[r.Mutant] = r
		// With --own-only a survivor may still be killed by the rest of the suite, so it
		// is not kept. An unfair mutant is judged anew every time.
		if r.Status != proof.Unfair && (!p.ownOnly || r.Status == proof.Killed) {
			if err := p.records.KeepProof(r); err != nil {
				return console.Usage(err.Error(), "")
			}
		}
	}
	return ended
}

// summary says what is not killed, and how many are.
func (p *proveOptions) summary(report trace.Report, chosen []mutants.Mutant, judged int, took time.Duration) {
	out := p.Streams.Out
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
		out.Printf("%s  %s\n", out.Styled(term.Bad, string(m.Status)), out.Styled(term.Bold, m.ID))
		out.Printf("  %s, yet %s\n", m.Violates, strings.TrimSpace(m.Detail))
		if len(m.Others) > 0 {
			out.Printf("  others that fail: %s\n", strings.Join(m.Others, " "))
		}
		out.Printf("  %s\n", out.Styled(term.Dim, string(m.Position)))
	}
	out.Printf("%s: %s\n", english.Count(len(chosen), "mutant"), tally(counts))
	p.Note(fmt.Sprintf("%d judged, %d kept from before, in %s", judged, len(chosen)-judged, took.Round(100*time.Millisecond)))
}

// tally names how many mutants have each status that any has.
func tally(counts map[proof.Status]int) string {
	var parts []string
	for _, s := range proof.Statuses() {
		if counts[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	return strings.Join(parts, ", ")
}

// relock writes what is proven, or says that it is not what the lock file says.
func (p *proveOptions) relock(report trace.Report, in trace.Input) error {
	var old trace.Lock
	if in.Lock != nil {
		old = *in.Lock
	}
	text, err := report.Relock(old, in.Keys).Text()
	if err != nil {
		return console.Fault(err)
	}
	return p.writeLock(text, p.locked)
}

func (o *traceOptions) writeLock(text []byte, locked bool) error {
	return o.writeGenerated(trace.LockFile, text, locked, "hooktest trace prove")
}

// choose gives the mutants of some requirements, clauses or of their own ids,
// all for none, and of those the ones that a change since a revision touches.
func (p *proveOptions) choose(ctx context.Context, ids []string) ([]mutants.Mutant, error) {
	chosen := p.traceOptions.mutants.Mutants
	if len(ids) > 0 {
		chosen = nil
		found := map[string]bool{}
		for _, m := range p.traceOptions.mutants.Mutants {
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
				return nil, console.Usage(fmt.Sprintf("no mutant of %q", id), "did you mean "+p.catalogue.Nearest(id)+"?")
			}
		}
	}
	if p.since == "" {
		return chosen, nil
	}
	changed, err := p.changed(ctx)
	if err != nil {
		return nil, console.Usage(err.Error(), "--changed-since takes a revision of git")
	}
	return slices.DeleteFunc(slices.Clone(chosen), func(m mutants.Mutant) bool { return !p.touched(m, changed) }), nil
}

// changed are the files that differ from a revision, those that git does not yet
// know included.
func (p *proveOptions) changed(ctx context.Context) (map[string]bool, error) {
	tracked, err := p.git(ctx, "diff", "--name-only", "-z", p.since, "--")
	untracked, err2 := p.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for name := range strings.SplitSeq(tracked+untracked, "\x00") {
		files[name] = true
	}
	return files, nil
}

// touched tells whether a change concerns a mutant: its definition, a file that
// it edits, or a case that is to notice it.
func (p *proveOptions) touched(m mutants.Mutant, changed map[string]bool) bool {
	definition, _ := m.Position.Split()
	if changed[definition] {
		return true
	}
	for _, e := range m.Edits {
		if changed[e.File] {
			return true
		}
	}
	for _, c := range p.cases {
		for _, s := range c.Scopes {
			if s.Clause == m.Clause && changed["testscripts/"+c.Name+".txtar"] {
				return true
			}
		}
	}
	return false
}
