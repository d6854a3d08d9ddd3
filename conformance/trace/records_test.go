package trace

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// observed returns an observation in which every part depends on the number.
func observed(t *testing.T, number int) Observation {
	t.Helper()
	events, err := stream.NewWriter(io.Discard, stream.Header{
		Hooktest: "test", Suite: "sha256:" + strings.Repeat("1", 64), Catalogue: "sha256:" + strings.Repeat("2", 64),
		Seed: int64(number), Shard: stream.Shard{Index: 1, Count: 1}, Started: time.Unix(int64(number), 0).UTC(),
		Platform:     stream.Platform{OS: "linux", Arch: "amd64", CPUs: 2},
		Requirements: []stream.Requirement{{ID: "HOOK-010", Tests: []int{1}}},
		Adapter: stream.Adapter{Command: []string{"subject"}, Hello: adapter.InitializeResult{
			ProtocolVersion: adapter.Version, Nonce: "n", Dialect: adapter.Dialect,
			Implementation: adapter.Implementation{Name: "engine", Version: "1", Language: "go"}, Profiles: adapter.Profiles(), MaxInFlight: 4,
		}},
	})
	require.NoError(t, err)
	c := stream.Case{
		Start: stream.CaseStart{Kind: stream.KindCaseStart, Case: "01/HOOK-010-x", Title: "it <fires>", File: "x.txtar", Requirement: "HOOK-010", Level: cases.LevelRequirement},
		Checks: []stream.Check{{
			Kind: stream.KindCheck, Check: "HOOK-010.1", Clause: "HOOK-010.1", Requirement: "HOOK-010", Case: "01/HOOK-010-x", Line: 3,
			Level: cases.LevelRequirement, Verdict: outcome.Fail, Blame: outcome.BlameImplementation, Assertions: 1, Milliseconds: 1.5,
			Mismatches: []stream.Mismatch{{Line: 4, What: "runs of guard", Want: "1", Got: "\u2028 two\nlines"}},
			Evidence:   stream.Evidence{Answer: &stream.Text{Text: `{"a":1}`, Bytes: 7}},
		}},
		End: &stream.CaseEnd{Kind: stream.KindCaseEnd, Case: "01/HOOK-010-x", Verdict: outcome.Fail, Milliseconds: 2, Attempts: 1},
	}
	require.NoError(t, c.Write(events))
	require.NoError(t, events.Finish(stream.Cut{}, time.Duration(number)*time.Millisecond))
	return Observation{
		Digests:     Digests{Catalogue: "c", Suite: "s", Engine: fmt.Sprintf("engine %d", number)},
		Run:         events.Run(),
		Witness:     &proof.Witness{Cases: map[string]map[string]proof.Lines{"01/HOOK-010-x": {"engine/a.go": {{1, number + 1}, {number + 3, number + 4}}}}},
		Inspections: map[string]Inspection{"HOOK-001.4": {Shows: "it <is> there", Passed: true, Done: true, Error: fmt.Sprint(number)}},
	}
}

func TestObservationRoundTrip(t *testing.T) {
	root := t.TempDir()
	folder := RecordsIn(root)
	_, ok := folder.Observation()
	assert.False(t, ok, "nothing was kept")
	assert.NoDirExists(t, filepath.Join(root, RecordsFolder), "and nothing was made")

	want := observed(t, 1)
	require.NoError(t, folder.Keep(want))
	got, ok := RecordsIn(root).Observation()
	require.True(t, ok)
	assert.Equal(t, want, got)

	want = observed(t, 2)
	require.NoError(t, folder.Keep(want))
	got, ok = folder.Observation()
	require.True(t, ok)
	assert.Equal(t, want, got, "the last one counts")
}

func result(key string) proof.Result {
	return proof.Result{
		Mutant: "HOOK-010.1/m", Clause: "HOOK-010.1", Status: proof.Killed, Sites: []proof.Site{{File: "engine/a.go", Line: 3, EndLine: 4, Function: "(*T).F"}},
		Killer: &stream.Check{Kind: stream.KindCheck, Check: "HOOK-010.1", Verdict: outcome.Fail, Mismatches: []stream.Mismatch{{Line: 1, What: "x", Want: "<", Got: ">"}}},
		Others: []string{"HOOK-011.1"}, Ran: 3, Milliseconds: 12.5, Key: key,
	}
}

func TestProofRoundTrip(t *testing.T) {
	folder := RecordsIn(t.TempDir())
	_, ok := folder.Proof("k1")
	assert.False(t, ok)
	want := result("k1")
	require.NoError(t, folder.KeepProof(want))
	got, ok := folder.Proof("k1")
	require.True(t, ok)
	assert.Equal(t, want, got)
	_, ok = folder.Proof("k2")
	assert.False(t, ok)

	want.Status, want.Killer, want.Detail = proof.Survived, nil, "no check notices"
	require.NoError(t, folder.KeepProof(want))
	got, ok = folder.Proof("k1")
	require.True(t, ok)
	assert.Equal(t, want, got, "the last one counts")

	require.EqualError(t, folder.KeepProof(result("")), "the result of HOOK-010.1/m has no key to keep it under")
	_, ok = folder.Proof("")
	assert.False(t, ok)
}

func TestMutantsRoundTrip(t *testing.T) {
	root := t.TempDir()
	folder := RecordsIn(root)
	none, of := folder.Mutants()
	assert.Empty(t, of)
	assert.Zero(t, none)
	want := MutantSet{
		Mutants: proof.Set{
			Mutants:     []proof.Mutant{{ID: "HOOK-010.1/m", Clause: "HOOK-010.1", Edits: []proof.Edit{{File: "engine/a.go", Old: "<", New: ">"}}}},
			Equivalents: []proof.Equivalent{{Clause: "HOOK-011.1", Reason: "it is nothing"}},
		},
		Unfit: map[string]string{"HOOK-010.1/n": "gone"}, Keys: map[string]string{"HOOK-010.1/m": "k1"},
		Sites: map[string][]proof.Site{"HOOK-010.1/m": {{File: "engine/a.go", Line: 3, EndLine: 4}}},
	}
	require.NoError(t, folder.KeepMutants(want, "a state"))
	got, of := RecordsIn(root).Mutants()
	assert.Equal(t, "a state", of)
	assert.Equal(t, want, got)
	require.NoError(t, os.WriteFile(filepath.Join(root, RecordsFolder, "mutants.json"), []byte(`{"Of":"a state","Mutants`), 0o644))
	none, of = folder.Mutants()
	assert.Empty(t, of, "a broken record counts as none")
	assert.Zero(t, none)
}

// A broken record counts as missing, whatever is broken.
func TestBrokenRecordsCountAsNone(t *testing.T) {
	root := t.TempDir()
	folder := RecordsIn(root)
	require.NoError(t, folder.Keep(observed(t, 1)))
	require.NoError(t, folder.KeepProof(result("k1")))
	at := filepath.Join(root, RecordsFolder, observation)
	whole, err := os.ReadFile(at)
	require.NoError(t, err)
	first, events, _ := strings.Cut(string(whole), "\n")
	lines := strings.SplitAfter(events, "\n")
	for name, text := range map[string]string{
		"empty": "", "no JSON": "x\n" + events, "an empty object": "{}\n" + events, "no run": first, "no run, but its line end": first + "\n",
		"no footer":       first + "\n" + strings.Join(lines[:len(lines)-2], ""),
		"half a line":     string(whole[:len(whole)-5]),
		"a lost line":     first + "\n" + lines[0] + strings.Join(lines[2:], ""),
		"another version": strings.Replace(first, `"version":1`, `"version":2`, 1) + "\n" + events,
		"another type":    strings.Replace(first, `"cases":{`, `"cases":[{`, 1) + "\n" + events,
	} {
		require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
		_, ok := folder.Observation()
		assert.False(t, ok, name)
	}
	require.NoError(t, os.WriteFile(at, whole, 0o644))
	_, ok := folder.Observation()
	assert.True(t, ok)

	at = filepath.Join(root, RecordsFolder, proofs, "k1.json")
	text, err := os.ReadFile(at)
	require.NoError(t, err)
	for name, broken := range map[string]string{"empty": "", "half": string(text[:len(text)/2]), "under another name": strings.Replace(string(text), `"key":"k1"`, `"key":"k2"`, 1), "null": "null"} {
		require.NoError(t, os.WriteFile(at, []byte(broken), 0o644))
		_, ok := folder.Proof("k1")
		assert.False(t, ok, name)
	}
	require.NoError(t, os.RemoveAll(filepath.Join(root, RecordsFolder)))
	_, ok = folder.Observation()
	assert.False(t, ok, "the folder can be removed at any time")
	require.NoError(t, folder.KeepProof(result("k1")))
	_, ok = folder.Proof("k1")
	assert.True(t, ok)
}

// Many may write at once: a reader gets a complete observation, of which all parts are
// about the same tree.
func TestConcurrentKeep(t *testing.T) {
	root := t.TempDir()
	all := make([]Observation, 5)
	for i := range all {
		all[i] = observed(t, i+1)
	}
	require.NoError(t, RecordsIn(root).Keep(all[0]))
	written := make(chan struct{})
	var writers, readers sync.WaitGroup
	for _, o := range all {
		writers.Go(func() {
			for range 20 {
				assert.NoError(t, RecordsIn(root).Keep(o))
				assert.NoError(t, RecordsIn(root).KeepProof(result("k1")))
			}
		})
	}
	for range 2 {
		readers.Go(func() {
			for {
				got, ok := RecordsIn(root).Observation()
				if assert.True(t, ok) {
					assert.Equal(t, all[got.Run.Header.Seed-1], got)
				}
				if r, ok := RecordsIn(root).Proof("k1"); ok {
					assert.Equal(t, result("k1"), r)
				}
				select {
				case <-written:
					return
				default:
				}
			}
		})
	}
	writers.Wait()
	close(written)
	readers.Wait()
	left, err := filepath.Glob(filepath.Join(root, RecordsFolder, "part-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestGitSeesNothing(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("CI") == "true" {
			require.NoError(t, err)
		}
		t.Skip("there is no git")
	}
	root := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command(git, args...)
		cmd.Dir, cmd.Env = root, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	run("init", "--quiet")
	require.NoError(t, RecordsIn(root).Keep(observed(t, 1)))
	require.NoError(t, RecordsIn(root).KeepProof(result("k1")))
	require.NoError(t, os.WriteFile(filepath.Join(root, "seen"), nil, 0o644))
	assert.Equal(t, "?? seen\n", run("status", "--porcelain", "--untracked-files=all"))
}

func TestKeepFaults(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, RecordsFolder), nil, 0o644))
	require.ErrorContains(t, RecordsIn(root).Keep(observed(t, 1)), "making the folder of records: ")
	require.ErrorContains(t, RecordsIn(root).KeepProof(result("k1")), "making the folder of records: ")
}

// Other users who share the tree may read the records.
func TestRecordsAreReadableByOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes there")
	}
	root := t.TempDir()
	require.NoError(t, RecordsIn(root).Keep(observed(t, 1)))
	info, err := os.Stat(filepath.Join(root, RecordsFolder, observation))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode().Perm())
}

// Old proofs are removed unless the tree uses them; new ones stay for a return to
// another branch.
func TestPrune(t *testing.T) {
	root := t.TempDir()
	f := RecordsIn(root)
	require.NoError(t, f.Prune(time.Now(), nil), "there is nothing to prune")
	for _, key := range []string{"old", "asked", "young"} {
		require.NoError(t, f.KeepProof(proof.Result{Mutant: "m", Key: key}))
	}
	long := time.Now().Add(-time.Hour)
	for _, key := range []string{"old", "asked"} {
		require.NoError(t, os.Chtimes(filepath.Join(root, RecordsFolder, proofs, key+".json"), long, long))
	}
	require.NoError(t, f.Prune(time.Now().Add(-time.Minute), map[string]bool{"asked": true}))
	kept := map[string]bool{}
	for _, key := range []string{"old", "asked", "young"} {
		_, kept[key] = f.Proof(key)
	}
	assert.Equal(t, map[string]bool{"old": false, "asked": true, "young": true}, kept)
}
