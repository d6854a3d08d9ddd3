package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
)

// findings checks every gate, in the order of Gates.
func (b *builder) findings() {
	b.linkFaults()
	b.linkedIDs()
	b.ledgerFindings()
	b.runFindings()
	b.suspects()
	b.staleLock()
	b.unfit()
	b.waivers()
	b.weakenings()
	b.checkFindings()
	b.operatorFindings()
	// These gates need an observation. Without one, a gate above already fails.
	if b.in.Observed {
		b.scopeFindings()
		b.deadLinks()
		b.inspections()
		b.fallen()
	}
	b.coverage()
	order := map[Gate]int{}
	for i, g := range Gates() {
		order[g] = i
	}
	slices.SortStableFunc(b.report.Findings, func(x, y Finding) int { return order[x.Gate] - order[y.Gate] })
}

// add adds a finding that blocks, unless the caller changes that.
func (b *builder) add(g Gate, subject string, position source.Position, hint, format string, args ...any) *Finding {
	b.report.Findings = append(b.report.Findings, Finding{
		Gate: g, Subject: subject, Position: position, Message: fmt.Sprintf(format, args...), Hint: hint, Blocks: true,
	})
	return &b.report.Findings[len(b.report.Findings)-1]
}

func (b *builder) linkFaults() {
	gates := map[link.FaultKind]Gate{link.Misplaced: MisplacedLink, link.Empty: MisplacedLink, link.Wide: WideLink, link.Duplicate: DuplicateLink}
	for _, f := range b.in.LinkFaults {
		b.add(gates[f.Kind], f.Subject, source.At(f.File, f.Line), "", "%s", f.Message)
	}
	for _, n := range b.in.Schemas {
		seen := map[string]bool{}
		for _, id := range n.Names {
			if seen[id] {
				b.add(DuplicateLink, id, source.Position(n.File), "", "the schema node %s names %s twice", n.Pointer, id)
			}
			seen[id] = true
		}
	}
}

// linkedIDs checks the ids of links against the catalogue.
func (b *builder) linkedIDs() {
	ask := func(id string, position source.Position, who string) {
		r, isRequirement := b.requirement[id]
		owner := b.requirement[catalogue.Owner(id)]
		switch {
		case isRequirement && r.MergedInto != "":
			b.add(RetiredID, id, position, "name "+r.MergedInto+" instead", "%s names %s, which was merged into %s", who, id, r.MergedInto)
		case isRequirement || b.clause[id]:
		case owner.MergedInto != "":
			b.add(RetiredID, id, position, "name a clause of "+owner.MergedInto+" instead", "%s names %s; %s was merged into %s", who, id, owner.ID, owner.MergedInto)
		default:
			b.add(UnknownID, id, position, "", "%s names %s, which the catalogue does not have", who, id)
		}
	}
	for _, d := range b.in.Links {
		for _, id := range d.IDs {
			ask(id, source.At(d.File, d.At), d.Name)
		}
	}
	for _, n := range b.in.Schemas {
		for _, id := range n.Names {
			ask(id, source.Position(n.File), "the schema node "+n.Pointer)
		}
	}
	for _, c := range b.in.Cases {
		if strings.HasPrefix(c.Requirement, "HOOK-") {
			ask(c.Requirement, source.Position("testscripts/"+c.Name+".txtar"), "the case")
		}
		for _, s := range c.Scopes {
			if strings.HasPrefix(s.Clause, "HOOK-") {
				ask(s.Clause, source.At("testscripts/"+c.Name+".txtar", s.Line), "the check "+s.Check)
			}
		}
		for _, n := range c.Needs {
			ask(n.Of, source.At("testscripts/"+c.Name+".txtar", n.Line), "what checks need")
		}
	}
}

func (b *builder) ledgerFindings() {
	for _, n := range b.in.Ledger.Missing {
		b.add(MissingID, fmt.Sprintf("HOOK-%03d", n), "conformance/catalogue", "", "no requirement has the number %d", n)
	}
}

// scopeFindings checks the run against the declarations of the cases.
func (b *builder) scopeFindings() {
	for _, c := range b.in.Cases {
		for _, s := range c.Scopes {
			position := source.At("testscripts/"+c.Name+".txtar", s.Line)
			j, ok := b.judged[judgement{c.Name, s.Check, s.Line}]
			switch {
			case !ok:
				b.add(NotEmitted, s.Check, position, "", "the case declares %s, and the run judged no such check there", s.Check)
			case j.Verdict == outcome.Pass && j.Assertions == 0:
				b.add(VacuousScope, s.Check, position, "", "%s passes without an assertion", s.Check)
			}
		}
	}
}

func (b *builder) runFindings() {
	if len(b.in.Runs) == 0 {
		b.add(IncompleteRun, "the reference engine", "", "run the suite: "+proof.Command, "there is no run of the suite")
		return
	}
	if !b.in.Observed {
		b.add(ForeignRun, "the reference engine", "", "run the suite again: "+proof.Command, "the run and its coverage are about another state of the engine")
	}
	for i, run := range b.in.Runs {
		name := run.Header.Adapter.Hello.Implementation.Name
		h := run.Header
		switch {
		case h.Suite != b.in.Digests.Suite:
			b.add(ForeignRun, name, "", "judge it again by this suite", "the run of %s is about another suite", name)
		case h.Catalogue != b.in.Digests.Catalogue:
			b.add(ForeignRun, name, "", "judge it again by this suite", "the run of %s is about another catalogue", name)
		case !run.Footer.Complete:
			b.add(IncompleteRun, name, "", "", "the run of %s is not complete: %s", name, run.Footer.Why)
		case i == 0 && (len(h.Selection.Run)+len(h.Selection.Skip)+len(h.Selection.Profiles) > 0 || h.Shard.Count > 1):
			b.add(IncompleteRun, name, "", "", "the run of %s left cases out", name)
		}
	}
}

func (b *builder) suspects() {
	for c := range b.report.Clauses() {
		if c.Suspect != "" {
			b.add(SuspectLink, c.ID, "", "look at its code and its cases, then: "+proof.Command+" accept "+c.ID+" --reason '...'", "%s: %s", c.ID, c.Suspect)
		}
	}
}

// staleLock reports in one finding how a new lock would differ.
func (b *builder) staleLock() {
	if b.in.Lock == nil {
		b.add(StaleLock, LockFile, LockFile, "write it: "+proof.Command, "there is no lock file of this version")
		return
	}
	for _, id := range b.report.Gone(*b.in.Lock) {
		clause, _, _ := strings.Cut(id, "/")
		b.add(StaleLock, id, LockFile, "put it back, or say why it may go: "+proof.Command+" accept "+clause+" --reason '...'",
			"the mutant %s was killed once and is gone: what it proved is proven no more", id)
	}
	if outdated := b.report.outdated(*b.in.Lock); len(outdated) > 0 {
		b.add(StaleLock, LockFile, LockFile, "prove anew what changed: "+proof.Command, "the lock is older than the tree: %s", few(outdated))
	}
}

// few joins at most five texts, and says how many more there are.
func few(all []string) string {
	const most = 5
	if len(all) <= most {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
}

// deadLinks reports declarations that no case of their ids runs.
func (b *builder) deadLinks() {
	for _, d := range b.in.Links {
		if !d.Runs || b.executed(d) || !b.checked(d) {
			continue
		}
		b.add(DeadLink, d.Name, source.At(d.File, d.At), "", "no case of %s runs %s", strings.Join(d.IDs, ", "), d.Name)
	}
}

// checked reports whether any case checks an id that a declaration names. If only
// inspections decide them, no case needs to run the declaration.
func (b *builder) checked(d link.Declaration) bool {
	for _, id := range d.IDs {
		for _, clause := range b.clausesOf(id) {
			if len(b.scopes[clause]) > 0 {
				return true
			}
		}
	}
	return false
}

func (b *builder) unfit() {
	for _, m := range b.report.Mutants {
		if why := b.in.Unfit[m.ID]; why != "" {
			b.add(StaleMutant, m.ID, m.Position, "let it edit what the code has become", "%s", why)
		}
	}
}

func (b *builder) waivers() {
	for _, w := range b.report.Waivers {
		switch {
		case w.expired(b.in.Now):
			b.add(WaiverExpired, w.ID, w.Position, "close the gap, or give another reason and another day", "the waiver of %s ended on %s", w.ID, w.Until)
		case len(w.Matches) == 0:
			b.add(WaiverUnused, w.ID, w.Position, "remove it", "the waiver of %s excuses nothing: no clause of it lacks the rung %s", w.ID, w.Rung)
		}
	}
}

// share returns the percentage of a whole; 100 if the whole is 0.
func share(part, whole int) float64 {
	if whole == 0 {
		return 100
	}
	return 100 * float64(part) / float64(whole)
}

func (b *builder) wants(g Gate) float64 {
	return tuned(b.in.Policy.Require, g, 100)
}

// tuned returns the policy's value for a gate, or otherwise.
func tuned(by map[Gate]float64, g Gate, otherwise float64) float64 {
	if share, ok := by[g]; ok {
		return share
	}
	return otherwise
}

// rungGates are the coverage gates of the rungs.
var rungGates = []struct {
	gate Gate
	rung Rung
}{{GateLinked, Linked}, {GateExecuted, Executed}, {GatePassed, Passed}, {GateProven, Proven}}

// coverage reports each clause at the first rung that it lacks. The finding blocks if
// that gate or a higher one fails.
func (b *builder) coverage() {
	lacking := map[Rung]int{}
	var gaps []*Clause
	b.each(func(c *Clause) {
		switch {
		case c.Verify != catalogue.ByTest, c.Rung == Proven, c.Waived != "", c.Equivalent != "" && c.Rung == Passed:
			return
		case c.Rung == Linked && !b.in.Observed:
			return
		}
		gaps = append(gaps, c)
		for _, g := range rungGates {
			if !reached(c.Rung, g.rung) {
				lacking[g.rung]++
			}
		}
	})
	closed := false
	blocks := map[Rung]bool{}
	for _, g := range slices.Backward(rungGates) {
		n := b.report.Ladder.Denominator
		closed = closed || share(n-lacking[g.rung], n) < b.wants(g.gate)
		blocks[g.rung] = closed
	}
	for _, c := range gaps {
		for _, g := range rungGates {
			if !reached(c.Rung, g.rung) {
				b.add(g.gate, c.ID, c.Position(), "hooktest trace explain "+c.ID, "%s is not %s: %s", c.ID, g.rung, c.Gap).Blocks = blocks[g.rung]
				break
			}
		}
	}
}

// Position returns the place where a user would begin to fix a clause; empty if there is none.
func (c *Clause) Position() source.Position {
	for _, check := range c.Checks {
		if check.Level == cases.LevelRequirement {
			return source.At(check.File, check.Line)
		}
	}
	for _, l := range c.Implementations {
		return source.At(l.File, l.Line)
	}
	return ""
}

func (b *builder) inspections() {
	l := b.report.Ladder
	closed := share(l.Inspected, l.Inspections) < b.wants(GateInspected)
	b.each(func(c *Clause) {
		if c.Verify == catalogue.ByInspection && c.Rung != Passed {
			b.add(GateInspected, c.ID, c.Position(), "hooktest trace explain "+c.ID, "%s is not inspected: %s", c.ID, c.Gap).Blocks = closed
		}
	})
}

// weakenings finds keywords of schemas that no vector holds in place.
func (b *builder) weakenings() {
	closed := share(b.report.Weakenings()) < b.wants(GateSchemas)
	for _, n := range b.in.Schemas {
		for _, w := range n.Weakenings {
			if !w.Killed {
				b.add(GateSchemas, strings.Join(n.Names, " "), source.Position(n.File), "",
					"no vector is accepted once %s of the schema node %s is weakened", w.Keyword, n.Pointer).Blocks = closed
			}
		}
	}
}

// Weakenings counts the weakened keywords of all schemas, and those that a vector holds in place.
func (r Report) Weakenings() (killed, all int) {
	for _, n := range r.Schemas {
		for _, w := range n.Weakenings {
			all++
			if w.Killed {
				killed++
			}
		}
	}
	return killed, all
}

// fallen reports clauses that are below their rung in the lock.
func (b *builder) fallen() {
	if b.in.Lock == nil {
		return
	}
	b.each(func(c *Clause) {
		locked, ok := b.in.Lock.Clauses[c.ID]
		if ok && c.Waived == "" && !reached(c.Rung, locked.Rung) {
			b.add(GateBaseline, c.ID, c.Position(), "hooktest trace explain "+c.ID, "%s was %s and is %s: %s", c.ID, locked.Rung, c.Rung, c.Gap)
		}
	})
}
