package prover

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Source lines of the engine's status, which these mutants edit.
const (
	statusFile   = "engine/system.go"
	statusHead   = "func (s *HookSystem) Status() Status {"
	statusResult = "return Status{Initialized: true, TotalHooks: s.parts.registry.Total()}"
	planResult   = "return s.parts.planner.CreateExecutionPlan(e, subject), nil"
)

// violation is a mutant that replaces one text of the status file.
func violation(id, old, text string) proof.Mutant {
	clause, _, _ := strings.Cut(id, "/")
	return proof.Mutant{ID: id, Clause: clause, Violates: "something", Position: "m.yaml:1", Edits: []proof.Edit{{File: statusFile, Old: old, New: text}}}
}

const oneMore = "return Status{Initialized: true, TotalHooks: s.parts.registry.Total() + 1}"

func killable() proof.Mutant { return violation("HOOK-009.3/one-more", statusResult, oneMore) }

// hanging never responds to a status request.
func hanging() proof.Mutant { return violation("HOOK-009.2/hangs", statusResult, "select {}") }

// Every status, with mutants of this tree's engine.
func TestProve(t *testing.T) {
	b := newProver(t)
	b.Fair = true
	b.Cases = append(b.Cases, parsed(t, "interpretations/INT-36-decided.txtar", decidedCase))
	// A switch in the environment breaks nothing.
	b.Environ = append(slices.Clone(b.Environ), mutants.Switch+"=1")
	witness, _, err := b.Witness(t.Context())
	require.NoError(t, err)

	says, saysWrong := killable(), killable()
	says.ID, says.Check, says.Says = "HOOK-009.3/by-name", "HOOK-009.3/again", "hookSystem.totalHooks"
	saysWrong.ID, saysWrong.Says = "HOOK-009.3/not-said", "what nobody says"
	other := violation("HOOK-009.3/only-later", statusResult, "n := s.parts.registry.Total()\n\tif n == 1 {\n\t\tn = 0\n\t}\n\treturn Status{Initialized: true, TotalHooks: n}")
	other.Check = "HOOK-009.3"
	unnamed := violation("HOOK-009.3/no-such-check", statusResult, oneMore)
	unnamed.Check = "HOOK-009.3/none"
	crashing := violation("HOOK-009.2/crashes", statusResult, "go func() { panic(\"broken\") }()\n\tselect {}")
	crashing.Check = "HOOK-009.2"
	fair := proof.Mutant{ID: "INT-36/one-after-another", Clause: "INT-36", Violates: "something", Position: "m.yaml:1", Edits: []proof.Edit{{
		File: "engine/planner/choose.go", Old: "plan.Sequential = plan.Sequential || entry.Sequential", New: "plan.Sequential = true",
	}}}
	tests := []struct {
		mutant   proof.Mutant
		status   proof.Status
		killer   string
		detail   string
		others   []string
		function string
		reason   string
	}{
		{killable(), proof.Killed, "HOOK-009.3", "", []string{"HOOK-009.3/again", "HOOK-009.3/twice"}, "(*HookSystem).Status", "one check of the clause is enough"},
		{says, proof.Killed, "HOOK-009.3/again", "", []string{"HOOK-009.3/twice"}, "(*HookSystem).Status", "only the case with the named check is asked"},
		{violation("HOOK-009.1/alone", statusHead, statusHead[:len(statusHead)-len("Status {")]+"(out Status) {\n\tdefer func() { out.Initialized = true }()"), proof.Killed, "HOOK-009.1", "", nil, "", "another signature needs a program of its own"},
		{violation("HOOK-009.2/same", statusResult, "return Status{TotalHooks: s.parts.registry.Total(), Initialized: true}"), proof.Survived, "", "no check of the suite notices", nil, "(*HookSystem).Status", "the edit changes nothing, and a check that fails anyway notices nothing"},
		{violation("HOOK-009.1/wrong-clause", statusResult, oneMore), proof.Decorative, "", "checks of other clauses notice, the clause's own do not",
			[]string{"HOOK-009.3", "HOOK-009.3/again", "HOOK-009.3/twice", "INT-36"}, "(*HookSystem).Status", "HOOK-009.1 says nothing of the number"},
		{violation("HOOK-013.1/not-reached", planResult, "return nil, nil"), proof.Inert, "", "no case of the clause runs the edited lines", nil, "(*HookSystem).Plan", "no case asks for a plan"},
		{saysWrong, proof.WrongReason, "", "HOOK-009.3 fails: hookSystem.totalHooks: want is 2, got 3", []string{"HOOK-009.3", "HOOK-009.3/again", "HOOK-009.3/twice"}, "(*HookSystem).Status", "it fails for another reason"},
		{other, proof.WrongReason, "", "only in the run of the whole suite, HOOK-009.3/again fails: hookSystem.totalHooks: want is 1, got 0", []string{"HOOK-009.3/again", "HOOK-009.3/twice", "INT-36"}, "(*HookSystem).Status", "the clause's other case notices"},
		{violation("INT-36/one-more", statusResult, oneMore), proof.Unfair, "", "an implementation that decides INT-36 otherwise fails 3 checks of requirements: HOOK-009.3, HOOK-009.3/again and HOOK-009.3/twice; HOOK-009.3 fails: hookSystem.totalHooks: want is 2, got 3",
			[]string{"HOOK-009.3", "HOOK-009.3/again", "HOOK-009.3/twice"}, "(*HookSystem).Status", "a requirement's check rests on the interpretation"},
		{fair, proof.Killed, "INT-36/plan", "", nil, "(*candidates).choose", "it is active together with the unfair one, and is not"},
		{violation("HOOK-009.2/no-type", statusResult, "return Statu{}"), proof.Unviable, "", "undefined: Statu", nil, "(*HookSystem).Status", "it does not compile, and takes none of the others with it"},
		{violation("HOOK-009.2/no-syntax", statusResult, "return Status{"), proof.Unviable, "", "engine/system.go:", nil, "(*HookSystem).Status", "text that is not Go gets its own program"},
		{crashing, proof.Crashed, "", "HOOK-009.2 has the verdict crash", []string{"HOOK-009.1", "HOOK-009.2", "HOOK-009.3"}, "(*HookSystem).Status", "an engine that is gone violates nothing in particular"},
		{violation("HOOK-009.2/never-begins", statusHead, "func init() { panic(\"broken\") }\n\n"+statusHead), proof.Crashed, "", "the program does not get ready: crash: ", nil, "", "it ends before it can be asked"},
		{violation("HOOK-004.1/broken-case", statusResult, oneMore), proof.Uncontrolled, "", "without the mutant, HOOK-004.1 of 03-x/HOOK-004-broken has the verdict fail", nil, "(*HookSystem).Status", "its check fails anyway"},
		{violation("HOOK-011.1/no-case", statusResult, oneMore), proof.Uncontrolled, "", "no check of the suite is about the clause", nil, "(*HookSystem).Status", "nothing could notice"},
		{unnamed, proof.Uncontrolled, "", "no case of the suite has the check HOOK-009.3/none", nil, "(*HookSystem).Status", "nothing could notice"},
	}
	var all []proof.Mutant
	for _, tt := range tests {
		all = append(all, tt.mutant)
	}
	var told []Progress
	b.Progress = func(p Progress) { told = append(told, p) }
	results, err := b.Prove(t.Context(), all, witness)
	require.NoError(t, err)
	require.Len(t, results, len(tests))
	for i, tt := range tests {
		t.Run(tt.mutant.ID, func(t *testing.T) {
			got := results[i]
			assert.Equal(t, tt.mutant.ID, got.Mutant, "results are in the order of the mutants")
			assert.Equal(t, tt.mutant.Clause, got.Clause)
			assert.Equal(t, tt.status, got.Status, "%s: %s", tt.reason, got.Detail)
			if tt.status == proof.Unviable || tt.status == proof.Crashed {
				assert.Contains(t, got.Detail, tt.detail)
			} else {
				assert.Equal(t, tt.detail, got.Detail)
			}
			assert.Equal(t, tt.others, got.Others)
			require.Len(t, got.Sites, 1)
			assert.Equal(t, tt.mutant.Edits[0].File, got.Sites[0].File)
			assert.Equal(t, tt.function, got.Sites[0].Function)
			assert.Equal(t, tt.status == proof.Killed, got.Killer != nil)
			if got.Killer != nil {
				assert.Equal(t, tt.killer, got.Killer.Check)
				assert.Equal(t, outcome.Fail, got.Killer.Verdict)
				assert.NotEmpty(t, got.Killer.Mismatches)
				assert.NotNil(t, got.Killer.Evidence.Answer, "the counter-example")
			}
		})
	}
	assert.Equal(t, Progress{Step: "building", Total: len(all)}, told[0])
	failed := map[string]proof.Status{}
	mutants, groups := told[1:len(all)+1], told[len(all)+1:]
	for i, p := range mutants {
		assert.Equal(t, "mutants", p.Step)
		assert.Equal(t, i+1, p.Done, "every result is reported once")
		assert.Equal(t, len(all), p.Total)
		if p.Failed != nil {
			failed[p.Failed.Mutant] = p.Failed.Status
		}
		assert.Len(t, failed, p.Bad, "a failure is reported when it happens")
	}
	want := map[string]proof.Status{}
	for _, r := range results {
		if r.Status != proof.Killed && r.Status != proof.Unfair {
			want[r.Mutant] = r.Status
		}
	}
	assert.Equal(t, want, failed)
	require.Len(t, groups, 3, "the beginning, what is unfair, and the end")
	unfair := groups[1]
	require.NotNil(t, unfair.Failed)
	assert.Equal(t, proof.Unfair, unfair.Failed.Status)
	unfair.Failed = nil
	step := "groups of mutants"
	assert.Equal(t, []Progress{{Step: step, Total: 1}, {Step: step, Done: 1, Total: 1, Bad: 1}, {Step: step, Done: 1, Total: 1, Bad: 1}},
		[]Progress{groups[0], unfair, groups[2]}, "both mutants are active together")
	assertTidy(t, b)
}

func TestInDifferentFiles(t *testing.T) {
	editing := func(files ...string) (m proof.Mutant) {
		for _, name := range files {
			m.ID += name
			m.Edits = append(m.Edits, proof.Edit{File: name})
		}
		return m
	}
	a, ab, b, c := editing("a"), editing("a", "b"), editing("b"), editing("c")
	tests := []struct {
		all    []proof.Mutant
		want   [][]proof.Mutant
		reason string
	}{
		{nil, nil, "there is nothing to group"},
		{[]proof.Mutant{a, b, c}, [][]proof.Mutant{{a, b, c}}, "none shares a file"},
		{[]proof.Mutant{a, a, b, c}, [][]proof.Mutant{{a, b}, {a, c}}, "groups have about the same size"},
		{[]proof.Mutant{ab, a, b, c}, [][]proof.Mutant{{ab, c}, {a, b}}, "each of several files counts"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, inDifferentFiles(tt.all), tt.reason)
	}
}

// assertTidy asserts that a prover left no files.
func assertTidy(t *testing.T, b *Prover) {
	t.Helper()
	for _, pattern := range []string{"cases-*", "coverage-*", "alone-*", "*.overlay"} {
		left, err := filepath.Glob(filepath.Join(b.Folder, pattern))
		require.NoError(t, err)
		assert.Empty(t, left)
	}
	if runtime.GOOS != "linux" {
		return
	}
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	require.NoError(t, err)
	for _, link := range links {
		if program, err := os.Readlink(link); err == nil {
			assert.False(t, strings.HasPrefix(program, b.Folder+"/"), "%s still runs", program)
		}
	}
}

// A mutant that does not respond has timed out, by the prover's or by the protocol's
// limit.
func TestProveLosesPatience(t *testing.T) {
	t.Parallel()
	b := newProver(t)
	b.Patience = time.Second
	results, err := b.Prove(t.Context(), []proof.Mutant{hanging()}, nil)
	require.NoError(t, err)
	require.Len(t, results, 1)
	assert.Equal(t, proof.TimedOut, results[0].Status)
	assert.Equal(t, "not judged within 1s", results[0].Detail)
	assertTidy(t, b)
}

// Without a witness and without the rest of the suite, the result is less exact.
func TestProveOwnOnly(t *testing.T) {
	b := newProver(t)
	b.OwnOnly = true
	results, err := b.Prove(t.Context(), []proof.Mutant{
		violation("HOOK-009.1/wrong-clause", statusResult, oneMore), violation("HOOK-013.1/not-reached", planResult, "return nil, nil"), killable(),
	}, nil)
	require.NoError(t, err)
	var got []proof.Status
	for _, r := range results {
		got = append(got, r.Status)
	}
	assert.Equal(t, []proof.Status{proof.Survived, proof.Survived, proof.Killed}, got)
	assert.Equal(t, "the clause's own checks do not notice; the others were not asked", results[0].Detail)
}

// An interrupted proof returns the results that it has, and leaves no files.
func TestProveInterrupted(t *testing.T) {
	t.Parallel()
	b := newProver(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b.Progress = func(p Progress) {
		if p.Done == 1 {
			cancel()
		}
	}
	results, err := b.Prove(ctx, []proof.Mutant{hanging(), killable()}, nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, results, 1)
	assert.Equal(t, "HOOK-009.3/one-more", results[0].Mutant)
	assert.Equal(t, proof.Killed, results[0].Status)
	assertTidy(t, b)
}

func TestProveInterruptedWhileBuilding(t *testing.T) {
	b := newProver(t)
	temporary := t.TempDir()
	b.Environ = append(slices.Clone(b.Environ), "TMPDIR="+temporary, "TMP="+temporary)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b.Progress = func(Progress) { cancel() }
	results, err := b.Prove(ctx, []proof.Mutant{killable()}, nil)
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, results)
	assertTidy(t, b)
	left, err := os.ReadDir(temporary)
	require.NoError(t, err)
	assert.Empty(t, left, "the go command has tidied up")
}

// Two proofs of one tree can run at the same time.
func TestProveTwiceAtOnce(t *testing.T) {
	t.Parallel()
	first, second := newProver(t), newProver(t)
	var both sync.WaitGroup
	for _, b := range []*Prover{first, second, first} {
		both.Go(func() {
			folder := *b
			if b == first {
				var err error
				if folder.Folder, err = os.MkdirTemp(b.Folder, "prover-"); !assert.NoError(t, err) {
					return
				}
			}
			results, err := folder.Prove(t.Context(), []proof.Mutant{killable()}, nil)
			if assert.NoError(t, err) && assert.Len(t, results, 1) {
				assert.Equal(t, proof.Killed, results[0].Status)
			}
			assertTidy(t, &folder)
		})
	}
	both.Wait()
}
