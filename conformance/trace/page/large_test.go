package page_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
)

// generator invents links for the clauses of the real catalogue.
type generator struct {
	report *trace.Report
	n      int
	random *rand.Rand
}

// words returns a text that does not compress well.
func (g *generator) words(n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%x ", g.random.IntN(1<<20))
	}
	return b.String()
}

func (g *generator) evidence(answer string) stream.Evidence {
	stdin := fmt.Sprintf(`{"session_id":"s-%d","transcript_path":"$WORK/transcript.jsonl","cwd":"$WORK/project","hook_event_name":"BeforeTool","timestamp":"2026-03-14T09:26:53.%03dZ","tool_name":"write_file","tool_input":{"path":"%s"}}`, g.n, g.n%1000, g.words(4))
	return stream.Evidence{
		Runs: []stream.HookRun{
			{Hook: "guard", Run: 1, Argv: []string{"$WORK/hooks/guard"}, CWD: "$WORK/project", Stdin: text(stdin), Exit: new(0), Milliseconds: new(float64(g.random.IntN(90000)) / 1000)},
			{Hook: "second", Run: 1, Argv: []string{"$WORK/hooks/second"}, CWD: "$WORK/project", Stdin: text(stdin), Exit: new(2), Milliseconds: new(float64(g.random.IntN(90000)) / 1000)},
		},
		Request: text(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"fire","params":{"event":"BeforeTool","tool":"write_file","input":{"path":"%s"}}}`, g.n, g.words(4))),
		Answer:  text(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"aggregated":{"success":true,"output":{"decision":"%s","reason":"%s"}},"runs":[{"hook":"guard","exit":0},{"hook":"second","exit":2}]}}`, g.n, answer, g.words(6))),
	}
}

func (g *generator) requirement(of catalogue.Requirement) {
	g.n++
	g.random = rand.New(rand.NewPCG(uint64(g.n), 7))
	r := trace.Requirement{ID: of.ID, Title: of.Title, Section: of.Section, Statement: of.Statement, Pattern: string(of.Pattern), State: string(of.State), MergedInto: of.MergedInto}
	name := fmt.Sprintf("%02d-section-of-cases/%s-what-it-says-in-a-few-words", of.Section, of.ID)
	one := trace.Case{Name: name, Title: of.Title, File: "testscripts/" + name + ".txtar", Requirement: of.ID, Milliseconds: g.random.Float64() * 200}
	shared := g.evidence("allow")
	file := fmt.Sprintf("engine/package%d/file%d.go", of.Section, g.n%4)
	node := trace.SchemaNode{File: fmt.Sprintf("schemas/stdin/event-%02d.schema.json", g.n/12), Pointer: fmt.Sprintf("/properties/field%d", g.n), Names: []string{of.ID}, Weakenings: []trace.Weakening{
		{Keyword: "type", Vector: "event/field-a-number", Killed: true}, {Keyword: "required/field", Vector: "event/field-missing", Killed: true},
	}}
	g.report.Schemas = append(g.report.Schemas, node)
	for _, c := range of.Clauses {
		clause := trace.Clause{ID: c.ID, Text: c.Text, Verify: c.Verify, Observe: c.Observe, Profile: c.Profile, Why: c.Why, Rung: trace.Proven, Digest: strings.Repeat("d", 64), Schemas: []string{node.File + "#" + node.Pointer}}
		for j := range 2 {
			clause.Implementations = append(clause.Implementations, trace.Link{File: file, Line: 40 + j*50, EndLine: 60 + j*50, Declaration: fmt.Sprintf("(*Handler).function%d", g.n+j), Names: of.ID, Runs: true, RanIn: []string{name}})
		}
		if c.Verify == catalogue.ByInspection {
			clause.Rung, clause.Inspection = trace.Passed, &trace.Inspection{Shows: "what the code says about " + c.Text, Passed: true, Done: true}
		} else {
			g.tested(&clause, one, shared, file)
		}
		for i := range g.report.Implementations {
			v := outcome.Pass
			if c.Verify == catalogue.ByTest && i > 0 && g.random.IntN(10) == 0 {
				v = outcome.Fail
				g.report.Implementations[i].Failures = append(g.report.Implementations[i].Failures, stream.Check{
					Check: c.ID + "/label", Clause: c.ID, Case: name, Line: 12, Verdict: v, Repro: "hooktest conform repro " + c.ID + "/label",
					Mismatches: []stream.Mismatch{{Line: 13, What: "want aggregated.success is true", Want: "true", Got: g.words(3)}}, Evidence: g.evidence("ask"),
				})
			}
			clause.Verdicts = append(clause.Verdicts, v)
			g.report.Implementations[i].Verdicts[v]++
		}
		one.Clauses = append(one.Clauses, c.ID)
		r.Clauses = append(r.Clauses, clause)
	}
	if len(r.Clauses) > 0 {
		g.cases(one, file)
		for _, c := range r.Clauses {
			if c.Verify == catalogue.ByTest && r.Rung != trace.Passed {
				r.Rung = c.Rung
			}
		}
	}
	g.report.Requirements = append(g.report.Requirements, r)
}

func (g *generator) cases(one trace.Case, file string) {
	for i := range 30 {
		one.Files = append(one.Files, fmt.Sprintf("engine/package%d/file%d.go", i, g.random.IntN(4)))
	}
	one.Hooks = []trace.Hook{{Name: "guard", Text: "echo " + g.words(4) + ">&2\nexit 0\n"}, {Name: "second", Text: "cat >/dev/null\necho " + g.words(4) + "\nexit 2\n"}}
	second := one
	second.Name, second.File = one.Name+"-again", strings.Replace(one.File, ".txtar", "-again.txtar", 1)
	g.report.Cases = append(g.report.Cases, one)
	if g.n%2 == 0 {
		g.report.Cases = append(g.report.Cases, second)
	}
	f := trace.File{Path: fmt.Sprintf("%s.%d", file, g.n)}
	f.Declarations = append(f.Declarations, trace.Declaration{Name: "(*Handler).function", Line: 40, EndLine: 90, Names: []string{one.Requirement}, Executed: true})
	g.report.Files = append(g.report.Files, f)
}

func (g *generator) tested(c *trace.Clause, one trace.Case, shared stream.Evidence, file string) {
	checks := 1 + g.random.IntN(10)/6
	for j := range checks {
		c.Checks = append(c.Checks, trace.Check{
			Check: fmt.Sprintf("%s/label-%d", c.ID, j), Case: one.Name, File: one.File, Line: 12 + 4*j, EndLine: 15 + 4*j, Level: cases.LevelRequirement, Verdict: outcome.Pass, Assertions: 2,
			Lines: fmt.Sprintf("clause %s/label-%d\nwant aggregated.output.decision is allow\nwant %s is %d", c.ID, j, g.words(2), j), Evidence: shared,
		})
	}
	if g.random.IntN(8) == 0 {
		c.Rung, c.Gap = trace.Passed, c.ID+"/does-otherwise-than-it-says: survived"
		g.report.Findings = append(g.report.Findings, trace.Finding{Gate: trace.GateProven, Subject: c.ID, Position: source.At(one.File, 12), Message: c.ID + " is not proven: " + c.Gap, Hint: "hooktest trace explain " + c.ID})
	}
	m := trace.Mutant{
		Mutant: proof.Mutant{ID: c.ID + "/does-otherwise-than-it-says", Clause: c.ID, Violates: "the engine " + g.words(5), Position: "conformance/mutants/file.yaml:12",
			Edits: []proof.Edit{{File: file, Old: "\tif " + g.words(4) + " {\n\t\treturn nil\n\t}", New: "\tif false {\n\t\treturn nil\n\t}"}}},
		Sites: []proof.Site{{File: file, Line: 44, EndLine: 46, Function: "(*Handler).function"}}, Status: proof.Killed, InLink: true, Ran: 7,
		Killer: &stream.Check{Check: c.ID + "/label-0", Clause: c.ID, Case: one.Name, Line: 12, Verdict: outcome.Fail, Mismatches: []stream.Mismatch{{Line: 13, What: "want aggregated.output.decision is allow", Want: `"allow"`, Got: `"deny"`}}, Evidence: g.evidence("deny")},
		Others: []string{c.ID + "/label-1", "HOOK-001.1/label-0", "HOOK-001.2/label-0", "HOOK-002.1/label-1"},
	}
	if c.Rung == trace.Passed {
		m.Status, m.Killer, m.Detail = proof.Survived, nil, "none of 1188 checks failed"
	}
	c.Mutants = []string{m.ID}
	g.report.Mutants = append(g.report.Mutants, m)
	if g.random.IntN(4) == 0 {
		m.ID += "-either"
		c.Mutants = append(c.Mutants, m.ID)
		g.report.Mutants = append(g.report.Mutants, m)
	}
}

// ladder counts the invented links.
func (g *generator) ladder(l catalogue.Ledger) {
	r := g.report
	r.Ledger = trace.Ledger{Headings: l.Headings, Active: l.Active, Merged: l.Merged}
	r.Ladder = trace.Ladder{}
	for _, one := range r.Requirements {
		for _, c := range one.Clauses {
			r.Ladder.Clauses++
			if c.Verify == catalogue.ByInspection {
				r.Ladder.Inspections++
				r.Ladder.Inspected++
				continue
			}
			r.Ladder.Tests++
			if c.Rung == trace.Proven {
				r.Ladder.Proven++
			}
		}
	}
	l2 := &r.Ladder
	l2.Denominator, l2.Linked, l2.Executed, l2.Passed = l2.Tests, l2.Tests, l2.Tests, l2.Tests
	for i := range r.Implementations {
		one := &r.Implementations[i]
		one.Conform, one.Observed = one.Verdicts[outcome.Pass], l2.Clauses
	}
}
