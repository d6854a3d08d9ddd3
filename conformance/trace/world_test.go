package trace

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A world is an input in which everything is right: two requirements, one of
// them with a clause by inspection, and one that was merged away.
type world struct {
	Input
	t *testing.T
	// verdicts are those that the run does not have as pass.
	verdicts map[string]outcome.Verdict
	// vacuous and silent are checks without an assertion, and those that the run
	// does not have.
	vacuous, silent map[string]bool
	why             string
	selection       stream.Selection
}

const (
	suiteDigest     = "sha256:" + "1111111111111111111111111111111111111111111111111111111111111111"
	catalogueDigest = "sha256:" + "2222222222222222222222222222222222222222222222222222222222222222"
	engineDigest    = "sha256:" + "3333333333333333333333333333333333333333333333333333333333333333"
)

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, verdicts: map[string]outcome.Verdict{}, vacuous: map[string]bool{}, silent: map[string]bool{}}
	w.Input = Input{
		Hooktest: "1.0", Module: "example.com/engine", Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC),
		Digests:  Digests{Catalogue: catalogueDigest, Suite: suiteDigest, Engine: engineDigest},
		Sections: []catalogue.Section{{Number: 1, Title: "First"}},
		Requirements: []catalogue.Requirement{
			{ID: "HOOK-001", Title: "the door", Section: 1, Statement: "The engine opens the door.", Clauses: []catalogue.Clause{
				{ID: "HOOK-001.1", Number: 1, Text: "the door opens", Verify: catalogue.ByTest},
				{ID: "HOOK-001.2", Number: 2, Text: "the door closes", Verify: catalogue.ByTest},
				{ID: "HOOK-001.3", Number: 3, Text: "the door is of wood", Verify: catalogue.ByInspection, Why: "wood does not show"},
			}},
			{ID: "HOOK-002", Title: "the bell", Section: 1, Statement: "The engine rings the bell.", Clauses: []catalogue.Clause{
				{ID: "HOOK-002.1", Number: 1, Text: "the bell rings", Verify: catalogue.ByTest},
			}},
			{ID: "HOOK-003", Title: "the other bell", Section: 1, MergedInto: "HOOK-002"},
		},
		Ledger: catalogue.Ledger{Headings: 3, Active: 2, Merged: 1},
		Links: []link.Declaration{
			{File: "engine/door.go", Name: "(*Door).Open", Line: 10, EndLine: 20, At: 9, IDs: []string{"HOOK-001"}, Runs: true, Digest: strings.Repeat("d", 64)},
			{File: "engine/door.go", Name: "Door", Line: 3, EndLine: 6, At: 2, IDs: []string{"HOOK-001"}, Digest: strings.Repeat("e", 64)},
			{File: "engine/bell.go", Name: "ring", Line: 5, EndLine: 9, At: 4, IDs: []string{"HOOK-002.1"}, Runs: true, Digest: strings.Repeat("b", 64)},
		},
		Schemas: []SchemaNode{{
			File: "schemas/door.schema.json", Pointer: "/properties/open", Names: []string{"HOOK-001.1"},
			Weakenings: []Weakening{{Keyword: "type", Vector: "door/open-as-text", Killed: true}},
		}},
		Witness: &proof.Witness{Cases: map[string]map[string]proof.Lines{
			"01-first/HOOK-001-door": {"engine/door.go": {{11, 15}}},
			"01-first/HOOK-002-bell": {"engine/bell.go": {{6, 8}}, "engine/door.go": {{30, 40}}},
		}},
		Observed:    true,
		Inspections: map[string]Inspection{"HOOK-001.3": {Shows: "what the door is made of", Done: true, Passed: true}},
		MutantSet:   MutantSet{Sites: map[string][]proof.Site{}, Keys: map[string]string{}}, Proofs: map[string]proof.Result{},
	}
	w.Functions = map[string]string{"door.(*Door).Open engine/door.go": strings.Repeat("d", 64), "bell.ring engine/bell.go": strings.Repeat("b", 64), "bell.chime engine/bell.go": strings.Repeat("c", 64)}
	w.Operators = proof.Ledger{Checks: map[string]proof.Noticed{}, Declarations: map[string]proof.Judged{
		"door.(*Door).Open": {Declaration: "door.(*Door).Open", File: "engine/door.go", Code: strings.Repeat("d", 16), Mutants: 30, Killed: 29,
			Left: []proof.Left{{ID: "door.(*Door).Open/negate-1", Change: "open → !(open)", Status: "survived"}}},
		"bell.ring": {Declaration: "bell.ring", File: "engine/bell.go", Code: strings.Repeat("b", 16), Mutants: 11, Killed: 10,
			Left: []proof.Left{{ID: "bell.ring/drop-2", Change: "n++ → nothing", Status: "timed-out"}}},
	}}
	w.Excuses.Survivors = map[string]proof.Survivor{"door.(*Door).Open/negate-1": {
		ID: "door.(*Door).Open/negate-1", Change: "open → !(open)", Class: proof.Indistinct, Reason: "the door is open", Position: proof.SurvivorsFile + ":2",
	}}
	w.addCase("01-first/HOOK-001-door", "HOOK-001", "HOOK-001.1", "HOOK-001.2")
	w.addCase("01-first/HOOK-002-bell", "HOOK-002", "HOOK-002.1/loud", "HOOK-002.1/long")
	w.mutant("HOOK-001.1", "engine/door.go", 12)
	w.mutant("HOOK-001.2", "engine/door.go", 14)
	w.mutant("HOOK-002.1", "engine/bell.go", 7)
	w.lock()
	return w
}

// addCase adds a case with a check for each name.
func (w *world) addCase(name, requirement string, checks ...string) {
	w.t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n# requirement: %s\n\nstatus\n", name, requirement)
	for _, check := range checks {
		fmt.Fprintf(&text, "\nclause %s\nwant initialized is true\n", check)
	}
	c, err := cases.Parse(name+".txtar", []byte(text.String()))
	require.NoError(w.t, err)
	w.Cases = append(w.Cases, c)
	for _, check := range checks {
		w.Operators.Checks[check] = proof.Noticed{
			Check: check, Case: proof.Short(proof.CaseDigest(c)), Mutant: "bell.chime/negate-9", File: "engine/bell.go", Code: strings.Repeat("c", 16),
		}
	}
}

// mutant adds a mutant that the first check of its clause has killed.
func (w *world) mutant(clause, file string, line int) {
	id := clause + "/broken"
	w.Mutants.Mutants = append(w.Mutants.Mutants, proof.Mutant{ID: id, Clause: clause, Violates: "it is broken", Position: "conformance/mutants/01-first.yaml:1"})
	w.Sites[id] = []proof.Site{{File: file, Line: line, EndLine: line}}
	w.Keys[id] = strings.Repeat("a", 60) + clause[len(clause)-4:]
	w.Proofs[id] = proof.Result{Mutant: id, Clause: clause, Status: proof.Killed, Key: w.Keys[id], Ran: 2, Noticed: []string{clause}, Killer: &stream.Check{Check: clause, Clause: clause, Verdict: outcome.Fail}}
}

// lock takes the present state into the lock.
func (w *world) lock() {
	w.t.Helper()
	w.Lock = nil
	fresh := w.build().Relock(Lock{}, w.Keys)
	w.Lock = &fresh
}

// run is the run of the reference engine.
func (w *world) run(name string) stream.Run {
	w.t.Helper()
	events, err := stream.NewWriter(io.Discard, stream.Header{
		Hooktest: "1.0", Suite: w.Digests.Suite, Catalogue: w.Digests.Catalogue, Shard: stream.Shard{Index: 1, Count: 1},
		Selection:    w.selection,
		Platform:     stream.Platform{OS: "linux", Arch: "amd64", CPUs: 1},
		Started:      w.Now,
		Requirements: []stream.Requirement{{ID: "HOOK-001", Tests: []int{1, 2}, Inspections: []int{3}}, {ID: "HOOK-002", Tests: []int{1}}},
		Adapter: stream.Adapter{Hello: adapter.InitializeResult{
			ProtocolVersion: adapter.Version, Nonce: "n", Dialect: adapter.Dialect, Profiles: adapter.Profiles(), MaxInFlight: 1,
			Implementation: adapter.Implementation{Name: name, Version: "1", Language: "go"},
		}},
	})
	require.NoError(w.t, err)
	for _, c := range w.Cases {
		require.NoError(w.t, events.Start(stream.CaseStartOf(c, c.Name+".txtar")))
		worst := outcome.Pass
		for _, s := range c.Scopes {
			if w.silent[s.Check] {
				continue
			}
			v, ok := w.verdicts[s.Check]
			if !ok {
				v = outcome.Pass
			}
			check := suite.Check{Check: s.Check, Clause: s.Clause, Case: c.Name, Level: c.Level, Verdict: v, Assertions: 1, Line: s.Line}
			if v == outcome.Fail {
				check.Mismatches = []suite.Mismatch{{Line: s.Line, What: "initialized", Want: "true", Got: "false"}}
			}
			worst = outcome.Worst(worst, v)
			require.NoError(w.t, events.Check(stream.CheckOf(check)))
		}
		require.NoError(w.t, events.End(stream.CaseEnd{Kind: stream.KindCaseEnd, Case: c.Name, Verdict: worst, Milliseconds: 5, Attempts: 1}))
	}
	require.NoError(w.t, events.Finish(stream.Cut{Why: w.why}, time.Second))
	run := events.Run()
	// A stream of our own never has a check without an assertion; that of another
	// program might.
	for i := range run.Cases {
		for j := range run.Cases[i].Checks {
			if w.vacuous[run.Cases[i].Checks[j].Check] {
				run.Cases[i].Checks[j].Assertions = 0
			}
		}
	}
	return run
}

// build is the report of the world, with the run of the reference engine unless
// there are runs already.
func (w *world) build() Report {
	w.t.Helper()
	in := w.Input
	if in.Runs == nil {
		in.Runs = []stream.Run{w.run("reference")}
	}
	return Build(in)
}

// blocking gives the findings that fail a gate.
func blocking(r Report) []Finding {
	var all []Finding
	for _, f := range r.Findings {
		if f.Blocks {
			all = append(all, f)
		}
	}
	return all
}

// clause finds a clause of a report.
func (w *world) clause(r Report, id string) Clause {
	w.t.Helper()
	for c := range r.Clauses() {
		if c.ID == id {
			return *c
		}
	}
	require.Fail(w.t, "no clause "+id)
	return Clause{}
}

// left leaves mutants of a function over that no check killed.
// survivors lets so many mutants of the bell survive.
func (w *world) survivors(n int) (all []proof.Left) {
	for i := range n {
		all = append(all, proof.Left{ID: fmt.Sprintf("bell.ring/negate-%d", i+1), Change: fmt.Sprintf("a → b%d", i), Status: "survived"})
	}
	w.left("bell.ring", all...)
	return all
}

// excuse puts survivors on the list.
func (w *world) excuse(class proof.Class, all ...proof.Left) {
	for _, left := range all {
		w.Excuses.Survivors[left.ID] = proof.Survivor{ID: left.ID, Change: left.Change, Class: class, Reason: "r", Position: proof.SurvivorsFile + ":2"}
	}
}

func (w *world) left(declaration string, all ...proof.Left) {
	j := w.Operators.Declarations[declaration]
	j.Left, j.Mutants = all, j.Killed+len(all)
	w.Operators.Declarations[declaration] = j
}
