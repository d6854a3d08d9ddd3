package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Input is all data for a report. Missing data is not an error: the clauses then stay
// on the rung that the other data shows.
type Input struct {
	Hooktest, Module, Revision string
	Now                        time.Time
	Digests                    Digests

	Sections        []catalogue.Section
	Requirements    []catalogue.Requirement
	Interpretations []catalogue.Interpretation
	Ledger          catalogue.Ledger

	Cases      []cases.Case
	Links      []link.Declaration
	LinkFaults []link.Fault
	Schemas    []SchemaNode

	// Runs are the runs of the compared implementations, the reference engine first.
	// Observed reports whether the first run and Witness are about the current engine.
	Runs        []stream.Run
	Witness     *proof.Witness
	Observed    bool
	Inspections map[string]Inspection

	MutantSet
	// Proofs are the results by mutant. A result counts only if its key is the current
	// one.
	Proofs map[string]proof.Result

	// Operators is the ledger of the mutants that operators made. Excuses lists the
	// mutants that may survive and the functions that are not mutated. Functions has
	// the digests of the engine's functions; nil leaves operators out of the report.
	Operators proof.Ledger
	Excuses   proof.Excuses
	Functions map[string]string

	Policy Policy
	// Lock is nil if there is no lock file.
	Lock *Lock
}

// A MutantSet has the mutants of a tree, with what is known about them before they are
// judged.
type MutantSet struct {
	Mutants proof.Set
	// Unfit has the reason for each mutant whose edits no longer apply.
	Unfit map[string]string
	// Sites and Keys are by mutant. A key identifies the inputs of a proof.
	Sites map[string][]proof.Site
	Keys  map[string]string
}

// Build returns the report of an input. Equal inputs give equal reports.
func Build(in Input) Report {
	b := newBuilder(in)
	b.mutants()
	b.notices()
	b.operators()
	b.requirements()
	b.interpretations()
	b.waive()
	b.ladder()
	b.implementations()
	b.backward()
	b.findings()
	return b.report
}

// builder is the state that the steps of Build share.
type builder struct {
	in     Input
	report Report

	requirement map[string]catalogue.Requirement
	clause      map[string]bool
	links       map[string][]link.Declaration
	scopes      map[string][]scope
	judged      map[judgement]stream.Check
	schemas     map[string][]string
	mutantsOf   map[string][]int
	noticed     map[string]string
	equivalent  map[string]string
	caseDigests map[string]string
	verdicts    []map[string]stream.ClauseRoll
}

// scope is a check with its case.
type scope struct {
	cases.Scope
	of *cases.Case
}

// judgement identifies a check of a run.
type judgement struct {
	name, check string
	line        int
}

func newBuilder(in Input) *builder {
	b := &builder{
		in:          in,
		requirement: map[string]catalogue.Requirement{}, clause: map[string]bool{},
		links: map[string][]link.Declaration{}, scopes: map[string][]scope{}, judged: map[judgement]stream.Check{},
		schemas: map[string][]string{}, mutantsOf: map[string][]int{}, noticed: map[string]string{}, equivalent: map[string]string{},
		caseDigests: map[string]string{},
	}
	b.report = Report{
		Schema: Schema, Hooktest: in.Hooktest, Module: in.Module, Revision: in.Revision,
		Generated: in.Now.UTC().Truncate(time.Second), Digests: in.Digests,
		Ledger: Ledger{
			Headings: in.Ledger.Headings, Active: in.Ledger.Active, Merged: in.Ledger.Merged,
			Missing: in.Ledger.Missing, Findings: in.Ledger.Findings,
		},
		Schemas: in.Schemas,
		Waivers: slices.Clone(in.Policy.Waivers),
	}
	for _, s := range in.Sections {
		b.report.Sections = append(b.report.Sections, Section{s.Number, s.Title})
	}
	for _, r := range in.Requirements {
		b.requirement[r.ID] = r
		for _, c := range r.Clauses {
			b.clause[c.ID] = true
		}
	}
	for _, d := range in.Links {
		for _, id := range d.IDs {
			b.links[id] = append(b.links[id], d)
		}
	}
	for i := range in.Cases {
		b.scopesOf(&in.Cases[i])
	}
	if len(in.Runs) > 0 {
		for _, c := range in.Runs[0].Checks() {
			b.judged[judgement{c.Case, c.Check, c.Line}] = c
		}
	}
	for _, n := range in.Schemas {
		for _, id := range n.Names {
			b.schemas[id] = append(b.schemas[id], n.File+"#"+n.Pointer)
		}
	}
	for _, e := range in.Mutants.Equivalents {
		b.equivalent[e.Clause] = e.Reason
	}
	return b
}

func (b *builder) scopesOf(c *cases.Case) {
	b.caseDigests[c.Name] = proof.CaseDigest(*c)
	for _, s := range c.Scopes {
		b.scopes[s.Clause] = append(b.scopes[s.Clause], scope{s, c})
	}
}

func (b *builder) mutants() {
	for i, m := range b.in.Mutants.Mutants {
		row := Mutant{Mutant: m, Sites: b.in.Sites[m.ID]}
		key := b.in.Keys[m.ID]
		result, known := b.in.Proofs[m.ID]
		switch {
		case known && result.Key == key && key != "":
			row.Status, row.Detail, row.Killer, row.Ran = result.Status, result.Detail, result.Killer, result.Ran
			row.Noticed, row.Others = result.Noticed, result.Others
		case b.in.Lock != nil && key != "" && b.in.Lock.Mutants[m.ID].Key == proof.Short(key):
			locked := b.in.Lock.Mutants[m.ID]
			row.Status = proof.Killed
			row.Killer = &stream.Check{Check: locked.Killer, Clause: m.Clause}
			if row.Noticed = locked.Noticed; row.Noticed == nil {
				row.Noticed = []string{locked.Killer}
			}
		}
		for _, site := range row.Sites {
			for _, d := range b.named(m.Clause) {
				row.InLink = row.InLink || d.File == site.File && d.Line <= site.Line && site.EndLine <= d.EndLine
			}
		}
		b.report.Mutants = append(b.report.Mutants, row)
		b.mutantsOf[m.Clause] = append(b.mutantsOf[m.Clause], i)
	}
}

// named returns the declarations that name a clause or its requirement.
func (b *builder) named(clause string) []link.Declaration {
	own := b.links[clause]
	if owner := catalogue.Owner(clause); owner != clause {
		return append(own[:len(own):len(own)], b.links[owner]...)
	}
	return own
}

func (b *builder) requirements() {
	for _, r := range b.in.Requirements {
		row := Requirement{
			ID: r.ID, Title: r.Title, Section: r.Section, Statement: r.Statement,
			Pattern: string(r.Pattern), State: string(r.State), MergedInto: r.MergedInto,
		}
		for _, c := range r.Clauses {
			row.Clauses = append(row.Clauses, b.clauseOf(Clause{
				ID: c.ID, Text: c.Text, Verify: c.Verify, Observe: c.Observe, Profile: c.Profile, Why: c.Why,
				Digest: textDigest(r.Statement, c.Text),
			}))
		}
		b.report.Requirements = append(b.report.Requirements, row)
	}
}

func (b *builder) interpretations() {
	for _, i := range b.in.Interpretations {
		b.report.Interpretations = append(b.report.Interpretations, b.clauseOf(Clause{
			ID: i.ID, Text: i.Text, Verify: catalogue.ByTest, Digest: textDigest(i.Title, i.Text),
		}))
	}
}

func textDigest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:])
}

// clauseOf links a clause and determines its rung.
func (b *builder) clauseOf(c Clause) Clause {
	c.Equivalent = b.equivalent[c.ID]
	for _, s := range b.scopes[c.ID] {
		check := Check{
			Check: s.Check, Case: s.of.Name, File: "testscripts/" + s.of.Name + ".txtar", Line: s.Line, EndLine: s.End,
			Level: s.of.Level, Lines: s.of.ScopeText(s.Scope), Digest: b.caseDigests[s.of.Name], Mutant: b.noticed[s.Check],
		}
		if j, ok := b.judged[judgement{s.of.Name, s.Check, s.Line}]; ok {
			check.Verdict, check.Assertions, check.Mismatches, check.Evidence = j.Verdict, j.Assertions, j.Mismatches, j.Evidence
		}
		c.Checks = append(c.Checks, check)
	}
	for _, d := range b.named(c.ID) {
		c.Implementations = append(c.Implementations, b.linkOf(c, d))
	}
	c.Schemas = append(slices.Clone(b.schemas[c.ID]), b.schemas[catalogue.Owner(c.ID)]...)
	if c.Verify == catalogue.ByInspection {
		if i, ok := b.in.Inspections[c.ID]; ok {
			c.Inspection = &i
		}
	}
	for _, i := range b.mutantsOf[c.ID] {
		c.Mutants = append(c.Mutants, b.report.Mutants[i].ID)
	}
	if b.in.Lock != nil {
		if locked, ok := b.in.Lock.Clauses[c.ID]; ok && locked.Text != proof.Short(c.Digest) {
			c.Suspect = "the text changed since its links were accepted"
		}
	}
	c.Rung, c.Gap = b.rung(c)
	return c
}

func (b *builder) linkOf(c Clause, d link.Declaration) Link {
	l := Link{File: d.File, Line: d.Line, EndLine: d.EndLine, Declaration: d.Name, Names: c.ID, Digest: d.Digest, Runs: d.Runs}
	if !slices.Contains(d.IDs, c.ID) {
		l.Names = catalogue.Owner(c.ID)
	}
	if !d.Runs || b.in.Witness == nil {
		return l
	}
	for _, check := range c.Checks {
		if !slices.Contains(l.RanIn, check.Case) && b.in.Witness.Ran(check.Case, d.File, d.Line, d.EndLine) {
			l.RanIn = append(l.RanIn, check.Case)
		}
	}
	return l
}

// waive finds the clauses that the waivers excuse.
func (b *builder) waive() {
	for i := range b.report.Waivers {
		w := &b.report.Waivers[i]
		b.each(func(c *Clause) {
			if !w.covers(c.ID) || c.Verify != catalogue.ByTest || reached(c.Rung, w.Rung) || c.Equivalent != "" && w.Rung == Proven {
				return
			}
			w.Matches = append(w.Matches, c.ID)
			if !w.expired(b.in.Now) {
				c.Waived = w.Reason
			}
		})
	}
}

// each visits the clauses of all requirements.
func (b *builder) each(visit func(*Clause)) {
	for i := range b.report.Requirements {
		for j := range b.report.Requirements[i].Clauses {
			visit(&b.report.Requirements[i].Clauses[j])
		}
	}
}

func (b *builder) ladder() {
	l := &b.report.Ladder
	b.each(func(c *Clause) {
		l.Clauses++
		if c.Suspect != "" {
			l.Suspect++
		}
		if c.Waived != "" {
			l.Waived++
		}
		if c.Verify == catalogue.ByInspection {
			l.Inspections++
			if c.Rung == Passed {
				l.Inspected++
			}
			return
		}
		l.Tests++
		if c.Equivalent != "" {
			l.Equivalent++
			return
		}
		for rung, n := range map[Rung]*int{Linked: &l.Linked, Executed: &l.Executed, Passed: &l.Passed, Proven: &l.Proven} {
			if reached(c.Rung, rung) {
				*n++
			}
		}
	})
	l.Denominator = l.Tests - l.Equivalent
	for i := range b.report.Requirements {
		r := &b.report.Requirements[i]
		for _, c := range r.Clauses {
			if c.Verify == catalogue.ByTest && (r.Rung == "" || !reached(c.Rung, r.Rung)) {
				r.Rung = c.Rung
			}
		}
	}
}

// height returns the position of a rung on the ladder.
func height(r Rung) int { return slices.Index(Rungs(), r) }

// reached reports whether a clause on rung has is at least on rung wanted.
func reached(has, wanted Rung) bool { return height(has) >= height(wanted) }
