package trace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestALockIsReadAsItWasWritten(t *testing.T) {
	l := *newWorld(t).Lock
	text, err := l.Text()
	require.NoError(t, err)
	back, err := ParseLock("trace.lock", text)
	require.NoError(t, err)
	assert.Equal(t, l, back)
	again, err := back.Text()
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
}

func TestABrokenLock(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"another file", "<<<<<<< HEAD\n", "trace.lock:1: this is not a lock file"},
		{"a merge that was not finished", lockHeader + "\n=======\n", "trace.lock:2: invalid character"},
		{"a clause twice", lockHeader + "\n{\"clause\":\"HOOK-001.1\",\"text\":\"a\",\"rung\":\"proven\"}\n{\"clause\":\"HOOK-001.1\",\"text\":\"a\",\"rung\":\"proven\"}\n", "trace.lock:3: HOOK-001.1 is here twice"},
		{"a mutant twice", lockHeader + "\n{\"mutant\":\"M\",\"key\":\"a\",\"killer\":\"c\"}\n{\"mutant\":\"M\",\"key\":\"a\",\"killer\":\"c\"}\n", "trace.lock:3: M is here twice"},
		{"neither", lockHeader + "\n{}\n", "trace.lock:2: neither a clause nor a mutant"},
		{"both", lockHeader + "\n{\"clause\":\"C\",\"mutant\":\"M\"}\n", "trace.lock:2: neither a clause nor a mutant"},
		{"two on a line", lockHeader + "\n{\"mutant\":\"M\",\"key\":\"a\",\"killer\":\"c\"}{\"mutant\":\"N\",\"key\":\"a\",\"killer\":\"c\"}\n", `trace.lock:2: this is not as hooktest writes it, which is {"mutant":"M","key":"a","killer":"c"}`},
		{"a member of the other kind", lockHeader + "\n{\"clause\":\"C\",\"text\":\"a\",\"rung\":\"proven\",\"killer\":\"c\"}\n", `trace.lock:2: this is not as hooktest writes it, which is {"clause":"C","text":"a","rung":"proven"}`},
		{"an unknown rung", lockHeader + "\n{\"clause\":\"C\",\"text\":\"a\",\"rung\":\"perfect\"}\n", `trace.lock:2: C has the unknown rung "perfect"`},
		{"a line without an end", lockHeader + "\n" + strings.Repeat("x", 1<<20+1), "trace.lock:2: longer than 1048576 bytes"},
		{"an unknown member", lockHeader + "\n{\"clause\":\"C\",\"colour\":\"red\"}\n", `trace.lock:2: json: unknown field "colour"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseLock("trace.lock", []byte(c.text))
			assert.ErrorContains(t, err, c.want)
		})
	}
	_, err := ParseLock("trace.lock", []byte("{\"trace\":2}\n{\"clause\":\"C\",\"colour\":\"red\"}\n"))
	assert.ErrorIs(t, err, ErrVersion, "its lines may mean anything")
	empty, err := ParseLock("trace.lock", nil)
	require.NoError(t, err)
	assert.Empty(t, empty.Clauses)
}

// Rungs only rise, and only a user accepts a text.
func TestRelock(t *testing.T) {
	w := newWorld(t)
	before := *w.Lock
	w.Requirements[0].Clauses[0].Text = "the door opens wide"
	w.Links[2].Digest = w.Links[0].Digest
	locked := before
	id := "HOOK-002.1/broken"
	r := w.Proofs[id]
	w.Keys[id] = "ffffffffffffffffffff"
	r.Status, r.Killer, r.Key = proof.Survived, nil, w.Keys[id]
	w.Proofs[id] = r
	after := w.build().Relock(locked, w.Keys)
	assert.Equal(t, before.Clauses["HOOK-001.1"], after.Clauses["HOOK-001.1"], "the changed text is not taken")
	assert.Equal(t, Proven, after.Clauses["HOOK-002.1"].Rung, "a lost rung is remembered")
	assert.NotEqual(t, before.Clauses["HOOK-002.1"].Code, after.Clauses["HOOK-002.1"].Code, "changed code is taken")
	assert.NotContains(t, after.Mutants, id, "a survivor proves nothing")
	assert.Contains(t, after.Mutants, "HOOK-001.1/broken")
}

// The same proof gives the same lock, independent of which check was first.
func TestRelockKeepsTheKiller(t *testing.T) {
	w := newWorld(t)
	id := "HOOK-002.1/broken"
	entry := w.Lock.Mutants[id]
	entry.Killer = "HOOK-002.1/loud"
	w.Lock.Mutants[id] = entry
	assert.Equal(t, entry, w.build().Relock(*w.Lock, w.Keys).Mutants[id])
	w.Proofs = map[string]proof.Result{}
	assert.Equal(t, entry, w.build().Relock(*w.Lock, w.Keys).Mutants[id], "nor where it was not judged again")
}

// A proof of some mutants leaves the entries of the others, which prove nothing.
func TestRelockKeepsWhatWasNotJudged(t *testing.T) {
	w := newWorld(t)
	id := "HOOK-002.1/broken"
	entry := w.Lock.Mutants[id]
	w.Keys[id] = "ffffffffffffffffffff"
	delete(w.Proofs, id)
	r := w.build()
	assert.Equal(t, entry, r.Relock(*w.Lock, w.Keys).Mutants[id])
	for _, m := range r.Mutants {
		assert.Equal(t, m.ID != id, m.Status == proof.Killed, "the entry of another key proves nothing of %s", m.ID)
	}
}

func TestAccept(t *testing.T) {
	w := newWorld(t)
	w.Requirements[0].Clauses[0].Text = "the door opens wide"
	r := w.build()
	require.Len(t, blocking(r), 1)
	assert.True(t, r.Accept(*w.Lock, "HOOK-001.1", "the same, in other words"))
	assert.Equal(t, "the same, in other words", w.Lock.Clauses["HOOK-001.1"].Accepted)
	assert.Empty(t, w.build().Findings)
	assert.False(t, w.build().Accept(*w.Lock, "HOOK-001", "again"), "there is nothing to accept")
}

// A mutant that is removed leaves the clause proven by the others. It is reported until
// a user gives a reason, and a new proof does not remove the report.
func TestAMutantThatIsTakenAway(t *testing.T) {
	w := newWorld(t)
	w.mutant("HOOK-001.1", "engine/door.go", 13)
	last := len(w.Mutants.Mutants) - 1
	w.Mutants.Mutants[last].ID = "HOOK-001.1/other"
	w.Sites["HOOK-001.1/other"], w.Keys["HOOK-001.1/other"] = w.Sites["HOOK-001.1/broken"], w.Keys["HOOK-001.1/broken"]
	w.Proofs["HOOK-001.1/other"] = w.Proofs["HOOK-001.1/broken"]
	w.lock()
	require.Empty(t, w.build().Findings)
	w.Mutants.Mutants = w.Mutants.Mutants[:last]
	for range 2 {
		r := w.build()
		require.Len(t, r.Findings, 1)
		assert.Equal(t, StaleLock, r.Findings[0].Gate)
		assert.Equal(t, "HOOK-001.1/other", r.Findings[0].Subject)
		assert.True(t, r.Findings[0].Blocks)
		again := r.Relock(*w.Lock, w.Keys)
		w.Lock = &again
	}
	assert.True(t, w.build().Accept(*w.Lock, "HOOK-001.1", "it broke the same line as another"))
	assert.Equal(t, "it broke the same line as another", w.Lock.Clauses["HOOK-001.1"].Accepted)
	assert.Empty(t, w.build().Findings)
}

func TestAcceptLetsARungFall(t *testing.T) {
	w := newWorld(t)
	locked := *w.Lock
	w.unproven()
	w.Lock = &locked
	w.Policy.Require = map[Gate]float64{GateProven: 0}
	r := w.build()
	require.Len(t, blocking(r), 1, "the baseline")
	assert.True(t, r.Accept(*w.Lock, "HOOK-002", "the bell is silent for a while"))
	assert.Empty(t, blocking(w.build()))
	assert.Equal(t, Passed, w.Lock.Clauses["HOOK-002.1"].Rung)
	assert.Equal(t, Proven, w.Lock.Clauses["HOOK-001.1"].Rung, "the others are left alone")
}

func TestPolicyFaults(t *testing.T) {
	_, err := ParsePolicy("policy.yaml", []byte(`
require:
  unknown-id: 50
  speed: 10
  proven: 101
  linked: 90
  outside: 15
limit:
  schemas: 5
  outside: -1
waivers:
  - id: HOOK-001.1
    rung: proven
    reason: " "
    until: 2026-02-30
  - rung: linked
    reason: because
    until: 2026-12-31
  - id: HOOK-002
    rung: perfect
    reason: because
    until: 2026-12-31
  - id: HOOK-002.1
    rung: proven
    colour: red
`))
	require.Error(t, err)
	for _, want := range []string{
		"policy.yaml: the gate unknown-id can't be tuned",
		`policy.yaml: there is no gate "speed"`,
		"policy.yaml: proven wants 101, which is not a percentage",
		"policy.yaml: the gate outside has a maximum, not a minimum: name it under limit",
		"policy.yaml: the gate schemas has a minimum, not a maximum: name it under require",
		"policy.yaml: outside wants -1, which is not a percentage",
		"policy.yaml:12: the waiver of HOOK-001.1 gives no reason",
		`policy.yaml:12: the waiver of HOOK-001.1 ends on "2026-02-30", which is not a day such as 2027-01-31`,
		"policy.yaml:16: a waiver names no id",
		`policy.yaml:19: "perfect" is not a rung that can be waived`,
		"policy.yaml:25: ",
	} {
		assert.ErrorContains(t, err, want)
	}
	p, err := ParsePolicy("policy.yaml", []byte("require: {proven: 90}\nlimit: {outside: 15}\nwaivers:\n  - {id: HOOK-001, rung: proven, reason: soon, until: 2026-12-31}\n"))
	require.NoError(t, err)
	assert.Equal(t, Policy{
		Require: map[Gate]float64{GateProven: 90},
		Limit:   map[Gate]float64{GateOutside: 15},
		Waivers: []Waiver{{ID: "HOOK-001", Rung: Proven, Reason: "soon", Until: "2026-12-31", Position: "policy.yaml:4"}},
	}, p)
	_, err = ParsePolicy("policy.yaml", nil)
	assert.NoError(t, err)
}
