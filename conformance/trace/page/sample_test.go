package page_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/page"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// attack is an output of a hook that tries to break out of any viewer.
const attack = "</script></pre><img src=x onerror=\"alert(1)\">]]>--><!--\x1b[31m\x00\u202eevil\u2066\r\n{{.}} ${1} `x` &amp; 'q'"

// shownAttack is its first line as a reader sees it.
const shownAttack = `</script></pre><img src=x onerror="alert(1)">]]>--><!--\x1b[31m\x00\u202eevil\u2066\r`

func write(t testing.TB, r trace.Report) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, page.Write(&out, r))
	return out.String()
}

func digest(digit string) string { return "sha256:" + strings.Repeat(digit, 64) }

func text(s string) *stream.Text { return &stream.Text{Text: s, Bytes: len(s)} }

// evidence is the evidence of a hook that printed the text everywhere.
func evidence(s string) stream.Evidence {
	return stream.Evidence{
		Runs: []stream.HookRun{
			{Hook: "guard", Run: 1, Argv: []string{"$WORK/hooks/guard", s}, CWD: "$WORK/project", Stdin: text(`{"hook_event_name":"BeforeTool","tool_name":"write_file","tool_input":{"path":"a.txt"}}`), Exit: new(2), Milliseconds: new(8.25)},
			{Hook: "late", Run: 1, Argv: []string{}, CWD: "$WORK", Stdin: &stream.Text{Text: "\uFFFD", Bytes: 20000, Dropped: 19999, ValidUTF8: new(false)}, Signals: []string{"SIGTERM"}},
		},
		Request: text(`{"jsonrpc":"2.0","id":7,"method":"fire","params":{"event":"BeforeTool","tool":"write_file"}}`),
		Answer:  text(s), Stderr: text("warning: " + s),
	}
}

// sample has every rung, status and verdict, and hostile text in every place that can
// have untrusted text.
func sample() trace.Report {
	day := time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)
	r := trace.Report{
		Schema: trace.Schema, Hooktest: "0.4.0", Module: "github.com/hooktest/hooktest", Revision: "3f9c2d1e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e", Generated: day,
		Digests:  trace.Digests{Catalogue: digest("c"), Suite: digest("5"), Engine: digest("e")},
		Ledger:   trace.Ledger{Headings: 9, Active: 6, Merged: 1, Missing: []int{5}, Findings: []string{"the source claims 10 requirements, it has 7"}},
		Sections: []trace.Section{{Number: 1, Title: "Initialization and life cycle"}, {Number: 2, Title: "Zero overhead"}, {Number: 4, Title: "For reference alone"}, {Number: 18, Title: "Timeouts"}},
		Ladder: trace.Ladder{
			Clauses: 15, Tests: 12, Inspections: 3, Equivalent: 1, Denominator: 11, Linked: 10, Executed: 8, Passed: 7, Proven: 3,
			Inspected: 1, Suspect: 1, Waived: 1,
		},
		Implementations: []trace.Implementation{
			{Name: "hooktest", Version: "0.4.0", Language: "Go", Verdicts: map[outcome.Verdict]int{outcome.Pass: 11, outcome.NotRun: 1}, Conform: 11, Observed: 11, Complete: true, Started: day, Reference: true},
			{Name: "other-engine", Version: "1.2", Language: "TypeScript", Command: []string{"node", "adapter.mjs"}, Verdicts: map[outcome.Verdict]int{outcome.Pass: 4, outcome.Fail: 3, outcome.NotObservable: 4}, Conform: 4, Observed: 7, Started: day.Add(-time.Hour)},
			{Name: "hostile " + attack, Version: attack, Language: "C", Verdicts: map[outcome.Verdict]int{outcome.Crash: 11}, Observed: 11, Complete: true, Started: day},
		},
	}
	addRequirements(&r)
	addBackward(&r)
	addFindings(&r)
	return r
}

// row describes a clause of the sample.
type row struct {
	id, text string
	rung     trace.Rung
	gap      string
	change   func(*trace.Clause)
}

func (s row) clause() trace.Clause {
	c := trace.Clause{ID: s.id, Text: s.text, Verify: catalogue.ByTest, Observe: "component", Profile: "core", Rung: s.rung, Gap: s.gap, Digest: strings.Repeat("d", 64)}
	owner := catalogue.Owner(s.id)
	name := map[bool]string{true: "01-initialization/", false: "18-timeouts/"}[owner < "HOOK-006"] + owner + "-a-case"
	if s.rung != trace.Unlinked {
		c.Implementations = []trace.Link{{File: "engine/system.go", Line: 40, EndLine: 72, Declaration: "(*System).Initialize", Names: owner, Digest: "aa", Runs: true}}
		c.Checks = []trace.Check{
			{Check: s.id + "/first", Case: name, File: "testscripts/" + name + ".txtar", Line: 12, EndLine: 15, Level: cases.LevelRequirement, Verdict: outcome.Pass, Assertions: 2, Lines: "clause " + s.id + "/first\nwant hookSystem has {}", Evidence: evidence(attack), Digest: "bb"},
			{Check: s.id + "/second", Case: name, File: "testscripts/" + name + ".txtar", Line: 16, EndLine: 16, Level: cases.LevelRequirement, Verdict: outcome.Pass, Assertions: 1, Lines: "want x is 1", Evidence: evidence(attack), Digest: "bb"},
		}
	}
	if s.rung == trace.Executed || s.rung == trace.Passed || s.rung == trace.Proven {
		c.Implementations[0].RanIn = []string{name}
	}
	c.Verdicts = []outcome.Verdict{outcome.Pass, outcome.Fail, outcome.Crash}
	if s.change != nil {
		s.change(&c)
	}
	return c
}

func inspected(i *trace.Inspection) func(*trace.Clause) {
	return func(c *trace.Clause) {
		c.Verify, c.Why, c.Inspection, c.Checks, c.Observe = catalogue.ByInspection, "the protocol carries values, not types", i, nil, "source"
		c.Verdicts = []outcome.Verdict{outcome.NotRun, outcome.NotRun, outcome.NotRun}
	}
}

func addRequirements(r *trace.Report) {
	requirement := func(id, title string, section int, rung trace.Rung, rows ...row) {
		one := trace.Requirement{ID: id, Title: title, Section: section, Statement: "Where `enableHooks` is `true`, the configuration does what " + id + " says.", Pattern: "event-driven", State: "current", Rung: rung}
		for _, s := range rows {
			one.Clauses = append(one.Clauses, s.clause())
		}
		r.Requirements = append(r.Requirements, one)
	}
	requirement("HOOK-001", "the hook system is made lazily", 1, trace.Linked,
		row{"HOOK-001.1", "with `enableHooks` set to `true`, a request for the hook system yields one", trace.Proven, "", mutant("HOOK-001.1/never-made", "HOOK-001.1/second-one")},
		row{"HOOK-001.2", "before the first request no hook system exists", trace.Passed, "HOOK-001.2/made-early: survived", mutant("HOOK-001.2/made-early")},
		row{"HOOK-001.3", "later requests yield the same hook system", trace.Linked, "its cases run none of the declarations that name it", nil},
		row{"HOOK-001.4", "the accessor makes the hook system", trace.Passed, "", inspected(&trace.Inspection{Shows: "(*Config).HookSystem calls New", Passed: true, Done: true})})
	requirement("HOOK-002", "no hook system while hooks are off", 1, trace.Executed,
		row{"HOOK-002.1", "a request then yields none", trace.Executed, "HOOK-002.1/first has the verdict fail", func(c *trace.Clause) {
			c.Checks[0].Verdict = outcome.Fail
			c.Checks[0].Mismatches = []stream.Mismatch{{Line: 13, What: "want " + attack, Want: "a\nb\nc", Got: "a\n" + attack + "\nc"}}
			c.Verdicts[0] = outcome.Fail
		}},
		row{"HOOK-002.2", "the accessor returns nil", trace.Executed, "the inspection fails: x", inspected(&trace.Inspection{Shows: "a signature", Error: "config.go:12: " + attack, Done: true})},
		row{"HOOK-002.3", "the accessor never panics", trace.Unlinked, "no inspection decides it", inspected(nil)})
	requirement("HOOK-003", "what is off costs nothing", 2, trace.Unlinked,
		row{"HOOK-003.1", "no process is started", trace.Unlinked, "no case checks it", nil},
		row{"HOOK-003.2", "no file is read", trace.Passed, "no edit of the engine can violate it: it has no files", func(c *trace.Clause) { c.Equivalent = "the engine has no files to read there" }},
		row{"HOOK-003.3", "the answer is that of hooks that said nothing", trace.Linked, "no check of it was judged", func(c *trace.Clause) { c.Waived = "the counter is made in the next release" }})
	r.Requirements = append(r.Requirements, trace.Requirement{ID: "HOOK-004", Title: "the same, said again", Section: 2, MergedInto: "HOOK-003"})
	requirement("HOOK-006a", "a hook has its time", 18, trace.Proven,
		row{"HOOK-006a.1", "a hook that sleeps beyond its timeout is ended", trace.Proven, "", mutant("HOOK-006a.1/waits-forever")},
		row{"HOOK-006a.2", "what it printed before counts", trace.Proven, "", func(c *trace.Clause) {
			mutant("HOOK-006a.2/forgets")(c)
			c.Suspect = "the text changed since its links were accepted"
		}})
	requirement("HOOK-006b", "statuses of mutants", 18, trace.Passed,
		row{"HOOK-006b.1", "each status " + attack, trace.Passed, "HOOK-006b.1/inert: inert", func(c *trace.Clause) {
			for _, s := range append(proof.Statuses(), "unjudged") {
				mutant("HOOK-006b.1/" + string(s))(c)
			}
			c.Schemas = []string{"schemas/stdin/base.schema.json#/properties/cwd"}
		}},
		row{"HOOK-006b.2", "its mutants were not judged", trace.Passed, "no mutant violates it", nil})
	requirement("HOOK-007", "an inspection alone", 18, "", row{"HOOK-007.1", "is not carried out", trace.Linked, "the inspection was not carried out", inspected(&trace.Inspection{Shows: "that " + attack})})
	r.Interpretations = []trace.Clause{row{"INT-05", "an unknown field is ignored", trace.Passed, "no mutant violates it", func(c *trace.Clause) { c.Verdicts, c.Checks[0].Level = nil, cases.LevelInterpretation }}.clause()}
}

func mutant(ids ...string) func(*trace.Clause) {
	return func(c *trace.Clause) { c.Mutants = append(c.Mutants, ids...) }
}

func addBackward(r *trace.Report) {
	for _, one := range r.Requirements {
		for _, c := range one.Clauses {
			for _, id := range c.Mutants {
				r.Mutants = append(r.Mutants, mutantOf(c, id))
			}
		}
	}
	r.Implementations[1].Failures = []stream.Check{
		{Check: "HOOK-001.2/first", Clause: "HOOK-001.2", Case: "01-initialization/HOOK-001-a-case", Line: 12, Verdict: outcome.Fail, Mismatches: []stream.Mismatch{{Line: 14, What: "want hookSystem has {}", Want: "{}", Got: attack}}, Evidence: evidence(attack), Repro: "hooktest conform repro HOOK-001.2/first",
			Expected: &stream.Expectation{Pattern: "HOOK-001.*", Verdict: outcome.Fail, Reason: "since 1.1 " + attack}},
	}
	for _, name := range []string{"01-initialization/HOOK-001-a-case", "01-initialization/HOOK-002-a-case", "18-timeouts/HOOK-006a-a-case"} {
		id := strings.TrimSuffix(name[strings.Index(name, "HOOK"):], "-a-case")
		r.Cases = append(r.Cases, trace.Case{Name: name, Title: "what " + id + " says", File: "testscripts/" + name + ".txtar", Requirement: id, Clauses: []string{id + ".1", id + ".2"}, Milliseconds: 41.7, Files: []string{"engine/system.go", "engine/runner/execute.go"},
			Hooks: []trace.Hook{{Name: "guard", Text: "echo 'not in " + id + "' >&2\n# " + attack + "\nexit 2\n"}, {Name: "mute"}}})
	}
	r.Files = []trace.File{
		{Path: "engine/runner/execute.go", Declarations: []trace.Declaration{{Name: "run", Line: 12, EndLine: 44, Names: []string{"HOOK-006a.1"}, Executed: true}, {Name: "limit", Line: 50, EndLine: 50, Names: []string{"HOOK-006a"}}}, Mutants: []string{"HOOK-006a.1/waits-forever"}},
		{Path: "engine/system.go", Declarations: []trace.Declaration{{Name: "(*System).Initialize", Line: 40, EndLine: 72, Names: []string{"HOOK-001", "HOOK-002.1"}, Executed: true}}, Mutants: []string{"HOOK-001.1/never-made"}},
	}
	r.Schemas = []trace.SchemaNode{
		{File: "schemas/stdin/base.schema.json", Pointer: "/properties/cwd", Names: []string{"HOOK-006b.1"}, Weakenings: []trace.Weakening{{Keyword: "type", Vector: "cwd is a number", Killed: true}, {Keyword: "minLength"}}},
		{File: "schemas/stdin/base.schema.json", Pointer: "", Names: []string{"HOOK-001"}},
	}
}

func mutantOf(c trace.Clause, id string) trace.Mutant {
	_, name, _ := strings.Cut(id, "/")
	m := trace.Mutant{
		Mutant: proof.Mutant{ID: id, Clause: c.ID, Violates: "the engine does otherwise: " + name, Edits: []proof.Edit{{File: "engine/system.go", Old: "\tif s.made {\n\t\treturn s\n\t}", New: "\tif false && s.made {\n\t\treturn s\n\t}"}}, Position: "conformance/mutants/01-initialization.yaml:12"},
		Sites:  []proof.Site{{File: "engine/system.go", Line: 44, EndLine: 46, Function: "(*System).Initialize"}}, Status: proof.Killed, InLink: true, Ran: 7,
	}
	switch {
	case name == "unjudged":
		m.Status = ""
	case name == "made-early":
		m.Status, m.Detail = proof.Survived, "none of 1188 checks failed"
	case strings.HasPrefix(id, "HOOK-006b") && name != "killed":
		m.Status, m.Detail, m.InLink = proof.Status(name), "because of "+attack, false
	}
	if m.Status == proof.Killed {
		m.Killer = &stream.Check{Check: c.ID + "/first", Clause: c.ID, Case: c.Checks[0].Case, Line: 12, Verdict: outcome.Fail, Mismatches: []stream.Mismatch{{Line: 14, What: "want hookSystem has {}", Want: "{}", Got: "null"}}, Evidence: evidence("the answer of the mutant " + name)}
		m.Others = []string{c.ID + "/second", "HOOK-006a.1/first", "HOOK-006a.2/first", "HOOK-006a.2/second"}
	}
	return m
}

func addFindings(r *trace.Report) {
	r.Waivers = []trace.Waiver{
		{ID: "HOOK-003.3", Rung: trace.Executed, Reason: "the counter is made in the next release", Until: "2026-12-31", Position: "conformance/trace/policy.yaml:4", Matches: []string{"HOOK-003.3"}},
		{ID: "HOOK-001", Rung: trace.Linked, Reason: "none", Until: "2026-01-01", Position: "conformance/trace/policy.yaml:9"},
	}
	find := func(g trace.Gate, subject, message string, blocks bool) {
		r.Findings = append(r.Findings, trace.Finding{Gate: g, Subject: subject, Position: "testscripts/a.txtar:3", Message: message, Hint: "hooktest trace explain " + subject, Blocks: blocks})
	}
	find(trace.UnknownID, "HOOK-999", "a declaration names HOOK-999, which the catalogue does not have "+attack, true)
	find(trace.SuspectLink, "HOOK-006a.2", "HOOK-006a.2: the text changed", true)
	find(trace.WaiverUnused, "HOOK-001", "the waiver excuses nothing", true)
	find(trace.GateLinked, "HOOK-003.1", "HOOK-003.1 is not linked: no case checks it", true)
	find(trace.GateProven, "HOOK-001.2", "HOOK-001.2 is not proven: survived", false)
	find(trace.GateProven, "HOOK-006b.2", "HOOK-006b.2 is not proven: no mutant", false)
	was := r.Ladder
	was.Proven, was.Passed, was.Linked = 5, 6, 10
	r.Baseline = &trace.Comparison{Of: "release-0.3", Ladder: was, Changes: []trace.Change{
		{Clause: "HOOK-001.2", Kind: trace.ProofLost, From: trace.Proven, To: trace.Passed, Text: "its mutant survives"},
		{Clause: "HOOK-006a.1", Kind: trace.RungGained, From: trace.Passed, To: trace.Proven, Text: "a mutant was added"},
	}}
}

// large has the size of the project: the real catalogue, with eight implementations.
func large(t testing.TB) trace.Report {
	t.Helper()
	c, err := catalogue.Load()
	require.NoError(t, err)
	r := sample()
	r.Requirements, r.Interpretations, r.Cases, r.Files, r.Mutants, r.Findings, r.Sections, r.Implementations = nil, nil, nil, nil, nil, nil, nil, nil
	r.Waivers, r.Baseline, r.Schemas = nil, nil, nil
	for _, s := range c.Sections() {
		r.Sections = append(r.Sections, trace.Section{Number: s.Number, Title: s.Title})
	}
	for i := range 8 {
		r.Implementations = append(r.Implementations, trace.Implementation{Name: fmt.Sprintf("engine-%d", i+1), Version: "1.0.0", Language: "Go", Verdicts: map[outcome.Verdict]int{}, Complete: true, Reference: i == 0, Started: r.Generated})
	}
	g := generator{report: &r}
	for _, one := range c.Requirements() {
		g.requirement(one)
	}
	g.ladder(c.Ledger())
	return r
}
