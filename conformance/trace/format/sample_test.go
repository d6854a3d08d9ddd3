package format_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/format"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
)

// attack is an output of a hook that tries to break out of any viewer.
const attack = "=1+1</script></pre><img src=x onerror=alert(1)>]]>\x1b[31m\x00\u202e\n::error::owned\n```\n# h1\n| a | [x](https://example.com) ~~~ @all\r\n%0A::warning::x ##[error]owned ##vso[a.b]owned ##teamcity[c]owned"

// label is an attack in one line, such as the label of a check.
const label = "=x|<b>`]]>\x1b[2J"

var digest = strings.Repeat("ab", 32)

func render(t testing.TB, name string, r trace.Report) string {
	t.Helper()
	f, err := format.OfTraces().Named(name)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, r, report.Look{}))
	return b.String()
}

// sample returns a report with every rung, every gate, and untrusted text in every
// place that can have some.
func sample() trace.Report {
	r := trace.Report{
		Schema: trace.Schema, Hooktest: "0.4.0", Module: "example.com/engine", Revision: "v0.4.0-3-gabc" + attack,
		Generated: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
		Digests:   trace.Digests{Catalogue: "sha256:" + digest, Suite: "sha256:" + digest, Engine: "sha256:" + digest},
		Ledger:    trace.Ledger{Headings: 3, Active: 2, Merged: 1, Missing: []int{3}, Findings: []string{"the source counts four"}},
		Ladder: trace.Ladder{
			Clauses: 10, Tests: 8, Inspections: 2, Equivalent: 1, Denominator: 7,
			Linked: 6, Executed: 4, Passed: 3, Proven: 2, Inspected: 1, Suspect: 1, Waived: 1,
		},
		Sections:     []trace.Section{{Number: 1, Title: "Zero overhead"}, {Number: 2, Title: "Tools " + attack}},
		Requirements: requirements(),
		Interpretations: []trace.Clause{{
			ID: "INT-05", Text: "An empty answer allows.", Verify: catalogue.ByTest, Rung: trace.Proven, Digest: digest,
			Checks: []trace.Check{check("INT-05", "section/INT-05-empty", cases.LevelInterpretation, outcome.Pass)},
		}},
		Implementations: []trace.Implementation{
			{Name: "hooktest", Version: "0.4.0", Language: "Go", Verdicts: stream.Counts{outcome.Pass: 3, outcome.Fail: 1}, Conform: 3, Observed: 4, Complete: true, Started: time.Date(2026, 1, 31, 11, 0, 0, 0, time.UTC), Reference: true},
			{Name: "other" + attack, Version: "2", Language: "TypeScript", Command: []string{"node", attack}, Verdicts: stream.Counts{outcome.Pass: 1, outcome.Crash: 1}, Conform: 1, Observed: 2, Complete: false, Started: time.Date(2026, 1, 30, 11, 0, 0, 0, time.UTC),
				Failures: []stream.Check{judged("HOOK-001.1", outcome.Crash)}},
		},
		Cases: []trace.Case{
			{Name: "section/HOOK-001-off", Title: "A hook that is off does not run", File: "testscripts/section/HOOK-001-off.txtar", Requirement: "HOOK-001",
				Clauses: []string{"HOOK-001.1", "HOOK-001.4", "HOOK-999.9"}, Milliseconds: 12.5, Files: []string{"engine/fire.go"}, Hooks: []trace.Hook{{Name: "guard", Text: "echo '" + attack + "'\nexit 2\n"}}},
			{Name: "section/HOOK-010-" + attack, Title: attack, File: "testscripts/section/HOOK-010.txtar", Requirement: "HOOK-010"},
		},
		Files: []trace.File{
			{Path: "engine/fire.go", Mutants: []string{"HOOK-001.1/fires"}, Declarations: []trace.Declaration{
				{Name: "(*Handler).Fire", Line: 10, EndLine: 30, Names: []string{"HOOK-001.1", "HOOK-010"}, Executed: true},
				{Name: "init", Line: 40, EndLine: 41, Names: []string{"HOOK-999"}}, {Name: "init", Line: 50, EndLine: 51, Names: []string{"HOOK-001.3"}},
			}},
			{Path: "engine/plan.go", Mutants: []string{"HOOK-001.5/lives"}},
		},
		Schemas: []trace.SchemaNode{
			{File: "schemas/settings.schema.json", Pointer: "", Names: []string{"HOOK-001"}},
			{File: "schemas/settings.schema.json", Pointer: "/properties/hooks", Names: []string{"HOOK-001", "HOOK-010"}, Weakenings: []trace.Weakening{
				{Keyword: "type", Vector: "settings/hooks-a-list", Killed: true}, {Keyword: "required"},
			}},
		},
		Mutants: sampleMutants(),
		Waivers: []trace.Waiver{{ID: "HOOK-001.9", Rung: trace.Executed, Reason: "needs a terminal", Until: "2026-12-31", Position: "conformance/trace/policy.yaml:4", Matches: []string{"HOOK-001.9"}}},
		Baseline: &trace.Comparison{Of: "main.json" + attack, Ladder: trace.Ladder{Clauses: 9, Tests: 7, Inspections: 2, Equivalent: 1, Denominator: 6, Linked: 6, Executed: 5, Passed: 3, Proven: 3, Inspected: 1},
			Changes: []trace.Change{
				{Clause: "HOOK-001.2", Kind: trace.RequirementAdded, To: trace.Unlinked, Text: "The second."},
				{Clause: "HOOK-001.5", Kind: trace.ProofLost, From: trace.Proven, To: trace.Passed, Text: "HOOK-001.5/lives was killed and is survived"},
				{Clause: "HOOK-010.1", Kind: trace.RungGained, From: trace.Passed, To: trace.Proven},
				{Clause: "HOOK-010.2", Kind: trace.RequirementGone, From: trace.Linked, Text: attack},
			}},
	}
	r.Findings = findings()
	return r
}

func requirements() []trace.Requirement {
	clause := func(id, text string, rung trace.Rung, gap string) trace.Clause {
		return trace.Clause{ID: id, Text: text, Verify: catalogue.ByTest, Observe: catalogue.ObserveScript, Profile: catalogue.ProfileCore, Rung: rung, Gap: gap, Digest: digest,
			Verdicts: []outcome.Verdict{outcome.Pass, ""}}
	}
	inspection := func(id, text string, rung trace.Rung, gap string, i *trace.Inspection) trace.Clause {
		c := clause(id, text, rung, gap)
		c.Verify, c.Observe, c.Why, c.Inspection = catalogue.ByInspection, catalogue.ObserveSource, "code is read", i
		return c
	}
	fire := trace.Link{File: "engine/fire.go", Line: 10, EndLine: 30, Declaration: "(*Handler).Fire", Names: "HOOK-001.1", Digest: digest, Runs: true, RanIn: []string{"section/HOOK-001-off"}}

	proven := clause("HOOK-001.1", "A hook that is off does not run.", trace.Proven, "")
	proven.Implementations, proven.Mutants, proven.Verdicts = []trace.Link{fire}, []string{"HOOK-001.1/fires"}, []outcome.Verdict{outcome.Pass, outcome.Crash}
	proven.Checks = []trace.Check{check("HOOK-001.1", "section/HOOK-001-off", cases.LevelRequirement, outcome.Pass), check("HOOK-001.1/again", "section/HOOK-001-off", cases.LevelRequirement, outcome.Pass)}
	proven.Schemas = []string{"schemas/settings.schema.json#/properties/hooks"}

	linked := clause("HOOK-001.3", "The third.", trace.Linked, "its cases run none of the declarations that name it")
	linked.Implementations = []trace.Link{{File: "engine/fire.go", Line: 50, EndLine: 51, Declaration: "init", Names: "HOOK-001.3", Digest: digest}}
	linked.Suspect = "the text changed since its links were accepted"

	executed := clause("HOOK-001.4", "The fourth.", trace.Executed, "HOOK-001.4 has the verdict fail")
	failing := check("HOOK-001.4", "section/HOOK-001-off", cases.LevelRequirement, outcome.Fail)
	failing.Mismatches = []stream.Mismatch{{Line: 14, What: attack, Want: attack, Got: "nothing"}}
	failing.Evidence = stream.Evidence{Stderr: &stream.Text{Text: attack, Bytes: len(attack)}}
	executed.Checks, executed.Implementations = []trace.Check{failing}, []trace.Link{fire}

	passed := clause("HOOK-001.5", "The fifth.", trace.Passed, "HOOK-001.5/lives: survived")
	passed.Mutants = []string{"HOOK-001.5/lives", "HOOK-001.5/unasked"}
	equivalent := clause("HOOK-001.8", "The eighth.", trace.Passed, "no edit of the engine can violate it: it follows from the first")
	equivalent.Equivalent = "it follows from the first"
	waived := clause("HOOK-001.9", "The ninth.", trace.Linked, "no run of this engine with its coverage is at hand")
	waived.Waived = "needs a terminal"
	hostile := clause("HOOK-010.1", attack, trace.Proven, "")
	hostile.Checks = []trace.Check{check("HOOK-010.1/"+label, "section/HOOK-010-"+attack, cases.LevelRequirement, "")}
	return []trace.Requirement{
		{ID: "HOOK-001", Title: "Hooks that are off", Section: 1, Statement: "A hook that is off shall not run.", Pattern: "ubiquitous", State: "target", Rung: trace.Unlinked, Clauses: []trace.Clause{
			proven, clause("HOOK-001.2", "The second.", trace.Unlinked, "no case checks it"), linked, executed, passed,
			inspection("HOOK-001.6", "The sixth.", trace.Passed, "", &trace.Inspection{Shows: "the type is exported", Passed: true, Done: true}),
			inspection("HOOK-001.7", "The seventh.", trace.Executed, "the inspection fails: no such type", &trace.Inspection{Shows: "the type is there", Done: true, Error: "no such type " + attack}),
			equivalent, waived,
		}},
		{ID: "HOOK-002", Title: "Merged", Section: 1, MergedInto: "HOOK-001"},
		{ID: "HOOK-010", Title: attack, Section: 2, Statement: attack, Pattern: "event-driven", State: "current", Rung: trace.Proven, Clauses: []trace.Clause{hostile}},
	}
}

func check(id, name string, level cases.Level, v outcome.Verdict) trace.Check {
	return trace.Check{Check: id, Case: name, File: "testscripts/" + name + ".txtar", Line: 12, EndLine: 14, Level: level, Verdict: v, Assertions: 2, Lines: "check " + id + "\nran 0", Digest: digest}
}

func judged(id string, v outcome.Verdict) stream.Check {
	requirement, _, _ := strings.Cut(id, ".")
	return stream.Check{
		Kind: stream.KindCheck, Check: id, Clause: id, Requirement: requirement, Case: "section/HOOK-001-off", Line: 12, Level: cases.LevelRequirement, Verdict: v, Blame: v.Blame(),
		Assertions: 2, Milliseconds: 1.5, Mismatches: []stream.Mismatch{{Line: 13, What: "ran 0", Want: "0", Got: "1" + attack}}, Repro: "hooktest conform repro " + id,
	}
}

func sampleMutants() []trace.Mutant {
	mutant := func(id, violates string) proof.Mutant {
		clause, _, _ := strings.Cut(id, "/")
		return proof.Mutant{ID: id, Clause: clause, Violates: violates, Position: "conformance/mutants/01.yaml:3", Edits: []proof.Edit{{File: "engine/fire.go", Old: "if off {\n", New: ""}}}
	}
	noticed := judged("HOOK-001.1", outcome.Fail)
	killed := mutant("HOOK-001.1/fires", "a hook that is off runs")
	killed.Check, killed.Says = "HOOK-001.1", "ran 0"
	return []trace.Mutant{
		{Mutant: killed, Status: proof.Killed, Sites: []proof.Site{{File: "engine/fire.go", Line: 12, EndLine: 13, Function: "(*Handler).Fire"}}, InLink: true, Killer: &noticed, Others: []string{"HOOK-010.1"}, Ran: 3},
		{Mutant: mutant("HOOK-001.5/lives", attack), Status: proof.Survived, Detail: "nothing noticed " + attack, Ran: 301},
		{Mutant: mutant("HOOK-001.5/unasked", "never judged")},
		{Mutant: mutant("HOOK-010.1/remembered", "known from the lock"), Status: proof.Killed, Killer: &stream.Check{Check: "HOOK-010.1", Clause: "HOOK-010.1"}},
	}
}

// findings returns one finding of each gate, in the order of the gates. Those of proven
// and schemas are tuned so that they do not block.
func findings() []trace.Finding {
	f := func(gate trace.Gate, subject string, position source.Position, message string) trace.Finding {
		return trace.Finding{Gate: gate, Subject: subject, Position: position, Message: message, Blocks: gate != trace.GateProven && gate != trace.GateSchemas}
	}
	all := []trace.Finding{
		f(trace.UnknownID, "HOOK-999", "engine/fire.go:39", "init names HOOK-999, which the catalogue does not have"),
		f(trace.RetiredID, "HOOK-002", "schemas/settings.schema.json", "the schema node /properties/hooks names HOOK-002, which was merged into HOOK-001"),
		f(trace.DuplicateLink, "(*Handler).Fire", "engine/fire.go:9", "(*Handler).Fire names HOOK-010 twice"),
		f(trace.WideLink, "Settings", "engine/settings.go:9", "Settings names four ids"),
		f(trace.MisplacedLink, "engine/fire.go", "engine/fire.go:99", "the directive stands on no declaration"),
		f(trace.MissingID, "HOOK-003", "conformance/catalogue", "no requirement has the number 3"),
		f(trace.VacuousScope, "HOOK-001.5/label", "testscripts/section/HOOK-001-off.txtar:30", "HOOK-001.5/label passes without an assertion"),
		f(trace.NotEmitted, "HOOK-010.1/"+attack, "testscripts/section/HOOK-010.txtar:3", attack),
		f(trace.ForeignRun, "other", "", "the run of other is about another suite"),
		f(trace.IncompleteRun, "other"+attack, "", "the run of other is not complete: "+attack),
		f(trace.SuspectLink, "HOOK-001.3", "", "HOOK-001.3: the text changed since its links were accepted"),
		f(trace.StaleLock, trace.LockFile, trace.LockFile, "the lock is older than the tree: HOOK-001.3"),
		f(trace.DeadLink, "init", "engine/fire.go:49", "no case of HOOK-001.3 runs init"),
		f(trace.StaleMutant, "HOOK-001.5/unasked", "conformance/mutants/01.yaml:3", "the edit of HOOK-001.5/unasked applies nowhere"),
		f(trace.StaleSurvivor, "answer.convert/negate-1", "conformance/mutants/operator/survivors.yaml:2", "answer.convert/negate-1 does not survive"),
		f(trace.WaiverExpired, "HOOK-001.9", "conformance/trace/policy.yaml:4", "the waiver of HOOK-001.9 ended on 2025-12-31"),
		f(trace.WaiverUnused, "HOOK-010", "conformance/trace/policy.yaml:9", "the waiver of HOOK-010 excuses nothing"),
		f(trace.GateLinked, "HOOK-001.2", "", "HOOK-001.2 is not linked: no case checks it"),
		f(trace.GateExecuted, "HOOK-001.3", "engine/fire.go:50", "HOOK-001.3 is not executed: its cases run none of the declarations that name it"),
		f(trace.GatePassed, "HOOK-001.4", "testscripts/section/HOOK-001-off.txtar:12", "HOOK-001.4 is not passed: HOOK-001.4 has the verdict fail"),
		f(trace.GateProven, "HOOK-001.5", "", "HOOK-001.5 is not proven: HOOK-001.5/lives: survived"),
		f(trace.GateInspected, "HOOK-001.7", "", "HOOK-001.7 is not inspected: the inspection fails: no such type"),
		f(trace.GateSchemas, "HOOK-001 HOOK-010", "schemas/settings.schema.json", "no vector is accepted once required of the schema node /properties/hooks is weakened"),
		f(trace.GateChecks, "HOOK-001.5/lives", "testscripts/section/HOOK-001-off.txtar:12", "no mutant is known that makes HOOK-001.5/lives fail"),
		f(trace.GateOperators, "conformance/mutants/operators.lock", "", "checks kill 1 of 2 mutants that operators made"),
		f(trace.GateOutside, "conformance/mutants/operator/survivors.yaml", "", "1 of 2 judged mutants are said to be outside of the text"),
		f(trace.GateSurvivors, "answer.convert/drop-2", "engine/answer/answer.go", "no check notices answer.convert/drop-2"),
		f(trace.GateBaseline, "HOOK-001.5", "", "HOOK-001.5 was proven and is passed"),
	}
	all[17].Hint = "hooktest trace explain HOOK-001.2"
	return all
}

// fine returns a report without findings.
func fine() trace.Report {
	r := sample()
	r.Ladder = trace.Ladder{Clauses: 1, Tests: 1, Denominator: 1, Linked: 1, Executed: 1, Passed: 1, Proven: 1}
	r.Requirements = r.Requirements[:1:1]
	r.Requirements[0].Clauses = r.Requirements[0].Clauses[:1:1]
	r.Findings, r.Baseline, r.Waivers, r.Revision = nil, nil, nil, ""
	return r
}

// attacked returns a report with this text as every free text.
func attacked(text string) trace.Report {
	r := sample()
	r.Module, r.Revision, r.Hooktest = text, text, text
	r.Sections[0].Title = text
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Subject, f.Message, f.Hint, f.Position = f.Subject+text, text, text, source.Position(text)
	}
	c := &r.Requirements[0].Clauses[3]
	c.Text, c.Gap, c.Suspect = text, text, text
	c.Checks[0].Case, c.Checks[0].Mismatches[0].What = text, text
	c.Implementations[0].Declaration = text
	r.Implementations[1].Name = text
	r.Files[0].Declarations[0].Name, r.Cases[0].Name, r.Cases[0].Title = text, text, text
	r.Mutants[1].Violates = text
	r.Baseline.Of, r.Baseline.Changes[0].Text = text, text
	return r
}
