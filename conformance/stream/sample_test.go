package stream_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/spyhook"
	"github.com/hooktest/hooktest/conformance/stream"
)

func header() stream.Header {
	return stream.Header{
		Hooktest: "0.3.0", Suite: "sha256:" + strings.Repeat("5", 64), Catalogue: "sha256:" + strings.Repeat("c", 64),
		Requirements: []stream.Requirement{
			{ID: "HOOK-001", Tests: []int{1, 3}, Inspections: []int{2}},
			{ID: "HOOK-002", Tests: []int{1}},
			{ID: "HOOK-003", Inspections: []int{1}},
			{ID: "HOOK-004", Tests: []int{1, 2}},
		},
		Seed: 7, Shard: stream.Shard{Index: 1, Count: 1},
		Platform: stream.Platform{OS: "linux", Arch: "amd64", CPUs: 2},
		Started:  time.Date(2026, 1, 31, 12, 0, 0, 250e6, time.UTC),
		Adapter: stream.Adapter{Command: []string{"node", "adapter.js"}, Hello: adapter.InitializeResult{
			ProtocolVersion: 1, Nonce: "n-1", Implementation: adapter.Implementation{Name: "example", Version: "1.2", Language: "Go"},
			Dialect: adapter.Dialect, Profiles: []adapter.Profile{adapter.ProfileCore}, MaxInFlight: 4,
		}},
	}
}

// start is the beginning of a case about a requirement or an interpretation.
func start(name, requirement string) stream.CaseStart {
	level := cases.LevelRequirement
	if strings.HasPrefix(requirement, "INT-") {
		level = cases.LevelInterpretation
	}
	return stream.CaseStart{Case: name, Title: "what " + name + " shows", File: "testscripts/" + name + ".txtar", Requirement: requirement, Level: level}
}

// check is a minimal check with a verdict.
func check(name, id string, v outcome.Verdict) stream.Check {
	c := stream.Check{Check: id, Case: name, Line: 3, Level: start(name, id).Level, Verdict: v, Assertions: 1, Milliseconds: 1.5}
	if v == outcome.Blocked {
		c.Waits = []string{"control"}
	}
	c.Clause, _, _ = strings.Cut(id, "/")
	c.Requirement, _, _ = strings.Cut(c.Clause, ".")
	if v != outcome.Pass {
		c.Mismatches = []stream.Mismatch{{Line: 4, What: "want .success true", Want: "true", Got: "false"}}
	}
	if v == outcome.ExpectedFailure {
		c.Expected = &stream.Expectation{Pattern: id, Verdict: outcome.Fail, Reason: "known"}
	}
	return c
}

func caseEnd(name string, v outcome.Verdict) stream.CaseEnd {
	return stream.CaseEnd{Case: name, Verdict: v, Milliseconds: 20, Attempts: 1}
}

// write writes whole cases, each made of checks that name it.
func write(t testing.TB, h stream.Header, cases map[string][]stream.Check, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := stream.NewWriter(&b, h)
	require.NoError(t, err)
	for _, name := range names {
		checks := cases[name]
		require.NoError(t, w.Start(start(name, checks[0].Requirement)))
		var all []outcome.Verdict
		for _, c := range checks {
			require.NoError(t, w.Check(c))
			all = append(all, c.Verdict)
		}
		require.NoError(t, w.End(caseEnd(name, outcome.Worst(all...))))
	}
	require.NoError(t, w.Finish(stream.Cut{}, time.Second))
	return b.Bytes()
}

// sample is a stream with everything in it, and its run as the writer had it.
func sample(t testing.TB) ([]byte, stream.Run) {
	t.Helper()
	var b bytes.Buffer
	h := header()
	h.Selection = stream.Selection{Run: []string{"*"}, Skip: []string{"x"}, Profiles: []adapter.Profile{adapter.ProfileCore}}
	h.Adapter.Hello.Features = map[adapter.Feature]bool{"bus": false}
	w, err := stream.NewWriter(&b, h)
	require.NoError(t, err)
	require.NoError(t, w.Start(start("HOOK-001-a", "HOOK-001")))
	require.NoError(t, w.Start(start("INT-05-b", "INT-05")))
	require.NoError(t, w.Check(check("HOOK-001-a", "HOOK-001.1", outcome.Pass)))

	c := check("HOOK-001-a", "HOOK-001.1/reason", outcome.Fail)
	began := int64(1_700_000_000_000_000_000)
	c.Evidence = stream.EvidenceOf([]spyhook.Record{
		{Hook: "guard", Run: 1, Argv: []string{"/w/hooks/guard"}, CWD: "/w/project", Started: began, Ended: began + 8_250_000,
			Stdin: []byte("{\"cwd\":\"/w/project\"}\n"), Exit: 2, Signals: []spyhook.Signal{{Name: "SIGTERM", At: began}}},
		{Hook: "late", Run: 1, CWD: "/w", Started: began, Stdin: []byte("\xff\x00<script>")},
	}, []byte(`{"event":"BeforeTool"}`), []byte(`{"timestamp":"2026-01-31T12:00:00.000Z","totalDuration":12}`), []byte("slow\n"), "/w")
	c.Repro = "hooktest conform repro HOOK-001.1/reason"
	require.NoError(t, w.Check(c))

	require.NoError(t, w.Check(check("INT-05-b", "INT-05", outcome.Fail)))
	require.NoError(t, w.Check(check("HOOK-001-a", "HOOK-001.3", outcome.ExpectedFailure)))
	require.NoError(t, w.End(caseEnd("INT-05-b", outcome.Fail)))
	require.NoError(t, w.End(caseEnd("HOOK-001-a", outcome.Fail)))
	require.NoError(t, w.Finish(stream.Cut{}, 1500*time.Millisecond,
		stream.KnownFailure{Pattern: "HOOK-001.3", Position: "hooktest.expect.toml:1", Until: "2026-12-31", Checks: 1},
		stream.KnownFailure{Pattern: "HOOK-002.*", Position: "hooktest.expect.toml:5", Until: "2026-01-01", Fault: knownfailure.Expired}))
	return b.Bytes(), w.Run()
}

func read(t testing.TB, text []byte) stream.Run {
	t.Helper()
	run, err := stream.Read(bytes.NewReader(text))
	require.NoError(t, err)
	return run
}
