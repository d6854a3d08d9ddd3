package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/spyhook"
	"github.com/hooktest/hooktest/conformance/stream"
)

// attack is output with which a hook may try to break out of a report.
const attack = "</script></pre><img src=x onerror=alert(1)>]]>\x1b[31m\x00\u202e\n::error::owned\n```\n# h1\n| a | ~~~ @all\r\nok 99 - fake # SKIP\n...\n%0A::warning::x ##[error]owned ##vso[a.b]owned ##teamcity[c]owned"

func header() stream.Header {
	return stream.Header{
		Hooktest: "0.3.0", Suite: "sha256:" + strings.Repeat("5", 64), Catalogue: "sha256:" + strings.Repeat("c", 64),
		Requirements: []stream.Requirement{
			{ID: "HOOK-001", Tests: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, Inspections: []int{14}},
			{ID: "HOOK-002", Tests: []int{1}},
			{ID: "HOOK-003", Inspections: []int{1}},
			{ID: "HOOK-004", Target: true, Tests: []int{1, 2}},
		},
		Seed: 7, Shard: stream.Shard{Index: 1, Count: 1},
		Platform: stream.Platform{OS: "linux", Arch: "amd64", CPUs: 2},
		Started:  time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
		Adapter: stream.Adapter{Hello: adapter.InitializeResult{
			ProtocolVersion: 1, Implementation: adapter.Implementation{Name: "example", Version: "1.2", Language: "Go"},
			Dialect: adapter.Dialect, MaxInFlight: 1,
		}},
	}
}

func check(name, id string, v outcome.Verdict) stream.Check {
	c := stream.Check{Check: id, Case: name, Line: 3, Level: level(id), Verdict: v, Assertions: 1, Milliseconds: 12.5}
	if v == outcome.Blocked {
		c.Waits = []string{"control", "HOOK-107.2"}
	}
	c.Clause, _, _ = strings.Cut(id, "/")
	c.Requirement, _, _ = strings.Cut(c.Clause, ".")
	if v != outcome.Pass {
		c.Mismatches = []stream.Mismatch{{Line: 14, What: "want .aggregated.success true", Want: "true", Got: "false"}}
	}
	if v == outcome.ExpectedFailure || v == outcome.UnexpectedPass {
		c.Expected = &stream.Expectation{Pattern: "HOOK-001.*", Verdict: outcome.Fail, Reason: "known # \\ since 1.1", Issue: "https://example.com/7", Until: "2026-12-31", Position: "hooktest.expect.toml:3"}
	}
	return c
}

func level(id string) cases.Level {
	if strings.HasPrefix(id, "INT-") {
		return cases.LevelInterpretation
	}
	return cases.LevelRequirement
}

// evidence is that of a hook that printed text in each place where it could.
func evidence(text string) stream.Evidence {
	began := int64(1_700_000_000_000_000_000)
	return stream.EvidenceOf([]spyhook.Record{
		{Hook: "guard", Run: 1, Argv: []string{"/w/hooks/guard", text}, CWD: "/w/project", Started: began, Ended: began + 8_250_000,
			Stdin: []byte(text), Exit: 2, Signals: []spyhook.Signal{{Name: "SIGTERM"}}},
		{Hook: "late", Run: 1, Started: began, Stdin: []byte("\xff")},
	}, []byte(`{"event":"BeforeTool"}`), []byte(text), []byte(text), "/w")
}

// builder makes a run out of checks, one case for each.
type builder struct {
	t      testing.TB
	w      *stream.Writer
	buffer bytes.Buffer
	cases  int
	// features are those that the next cases use.
	features []adapter.Feature
}

func build(t testing.TB, h stream.Header) *builder {
	t.Helper()
	b := &builder{t: t}
	var err error
	b.w, err = stream.NewWriter(&b.buffer, h)
	require.NoError(t, err)
	return b
}

func (b *builder) add(id string, v outcome.Verdict, change func(*stream.Check)) {
	b.t.Helper()
	b.cases++
	requirement, _, _ := strings.Cut(strings.Split(id, "/")[0], ".")
	name := fmt.Sprintf("section/%s-%02d", requirement, b.cases)
	require.NoError(b.t, b.w.Start(stream.CaseStart{Case: name, Title: "what it shows", File: "testscripts/" + name + ".txtar", Requirement: requirement, Level: level(id), Features: b.features}))
	c := check(name, id, v)
	if change != nil {
		change(&c)
	}
	require.NoError(b.t, b.w.Check(c))
	require.NoError(b.t, b.w.End(stream.CaseEnd{Case: name, Verdict: v, Milliseconds: 20, Attempts: 1}))
}

func (b *builder) end(why string, known ...stream.KnownFailure) stream.Run {
	b.t.Helper()
	require.NoError(b.t, b.w.Finish(stream.Cut{Why: why}, 1500*time.Millisecond, known...))
	return b.w.Run()
}

// everything is a run with every verdict at both levels, and a hostile hook.
func everything(t testing.TB) stream.Run {
	b := build(t, header())
	for i, v := range outcome.All() {
		b.add(fmt.Sprintf("HOOK-001.%d", i+1), v, func(c *stream.Check) {
			if v == outcome.Pass {
				return
			}
			c.Evidence = evidence("{\"tool_name\":\"run_shell_command\"}\n")
			c.Repro = "hooktest conform repro " + c.Check
		})
	}
	b.add("HOOK-004.1/attack", outcome.Fail, func(c *stream.Check) {
		c.Mismatches = append(c.Mismatches, stream.Mismatch{Line: 15, What: attack, Want: attack, Got: attack + "!"})
		c.Evidence, c.Repro = evidence(attack), "hooktest conform repro "+attack
	})
	b.add("HOOK-004.1/control", outcome.Pass, nil)
	b.add("INT-05", outcome.Fail, nil)
	b.add("INT-06", outcome.Pass, nil)
	return b.end("", untrue()...)
}

// untrue is a list of known failures with one that is right, and every fault.
func untrue() []stream.KnownFailure {
	return []stream.KnownFailure{
		{Pattern: "HOOK-001.*", Position: "hooktest.expect.toml:3", Until: "2026-12-31", Checks: 13},
		{Pattern: "HOOK-004.2", Position: "hooktest.expect.toml:8", Until: "2026-01-01", Checks: 1, Fault: knownfailure.Expired},
		{Pattern: "HOOK-005.1", Position: "hooktest.expect.toml:13", Fault: knownfailure.Unmatched},
		{Pattern: "HOOK-*", Position: "hooktest.expect.toml:17", Checks: 31, Fault: knownfailure.OverWide},
	}
}

// rotten is a run with nothing against the implementation except its list of known
// failures.
func rotten(t testing.TB) stream.Run {
	h := header()
	h.Requirements = h.Requirements[1:2]
	b := build(t, h)
	b.add("HOOK-002.1", outcome.Pass, nil)
	return b.end("", untrue()...)
}

// lost is a run with passing checks in which a required profile is missing and the
// adapter does not exit.
func lost(t testing.TB) stream.Run {
	h := header()
	h.Requirements = h.Requirements[1:2]
	h.Required = []string{"core", "callers"}
	h.Adapter.Hello.Observes = adapter.Observations()
	h.Adapter.Hello.Profiles = []adapter.Profile{adapter.ProfileCore}
	b := build(t, h)
	b.features = []adapter.Feature{adapter.FeatureFire}
	b.add("HOOK-002.1", outcome.Pass, nil)
	b.features = []adapter.Feature{adapter.FeatureToolExecute}
	b.add("HOOK-002.1", outcome.Unsupported, nil)
	b.w.Parted(stream.ShutdownFault{Verdict: outcome.Timeout, Message: "shutdown: the adapter has not ended within 5s"})
	return b.end("")
}

// fine is a run with nothing against the implementation.
func fine(t testing.TB) stream.Run {
	h := header()
	h.Requirements = h.Requirements[1:2]
	b := build(t, h)
	b.add("HOOK-002.1", outcome.Pass, nil)
	return b.end("")
}

// only is a run with a check for each of the verdicts.
func only(t testing.TB, all ...outcome.Verdict) stream.Run {
	b := build(t, header())
	for i, v := range all {
		b.add(fmt.Sprintf("HOOK-001.%d", i+1), v, nil)
	}
	return b.end("")
}

func load(t testing.TB) *catalogue.Catalogue {
	t.Helper()
	c, err := catalogue.Load()
	require.NoError(t, err)
	return c
}

// render writes a run in a format.
func render(t testing.TB, format string, run stream.Run) string {
	t.Helper()
	return looking(t, format, report.New(run, nil), report.Look{})
}

// looking writes a run in a format with a look.
func looking(t testing.TB, format string, run report.Run, look report.Look) string {
	t.Helper()
	f, err := report.OfRuns().Named(format)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, run, look))
	return b.String()
}
