package main

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/explore"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/portion"
)

const repository = "../../.."

func TestThePageIsWhatItsSourcesMake(t *testing.T) {
	require.NoError(t, run(repository, nil, false, io.Discard), "run make implementations")
}

func TestResultsAreOfThePinnedVersions(t *testing.T) {
	var pinned struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	require.NoError(t, json.Unmarshal(file(t, "../gemini/package.json"), &pinned))
	gemini, err := load(repository, "gemini")
	require.NoError(t, err)
	if gemini.judged() {
		assert.Equal(t, pinned.Dependencies["@google/gemini-cli-core"], gemini.Version, "make conform-real, then make implementations")
	}

	program := file(t, "../llxprt/adapter.mjs")
	llxprt, err := load(repository, "llxprt")
	require.NoError(t, err)
	for name, got := range map[string]string{"VERSION": llxprt.Version, "COMMIT": llxprt.Commit} {
		wanted := regexp.MustCompile(name + ` = "(.+)"`).FindSubmatch(program)
		require.NotNil(t, wanted, "the adapter says which %s it was written for", name)
		if !llxprt.judged() {
			continue
		}
		assert.Equal(t, string(wanted[1]), got, "make conform-real, then make implementations")
	}
}

// A clause is counted once these agents have been judged by it, which needs the agents: a new one
// may wait for the nightly run.
func TestEveryClauseIsCounted(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	for _, a := range agents() {
		r, err := load(repository, a.folder)
		require.NoError(t, err)
		if !r.judged() {
			continue
		}
		counted := map[int]int{}
		for _, s := range r.Sections {
			counted[s.Number] = s.Numbers.All
		}
		const how = "%s: make conform-real, then make implementations"
		want := map[int]int{}
		for _, requirement := range c.Requirements() {
			if n := len(requirement.Clauses); n > 0 {
				want[requirement.Section] += n
			}
		}
		if portion.Nightly() {
			assert.Equal(t, want, counted, how, a.folder)
			continue
		}
		assert.Subset(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(counted)), how, a.folder)
		for section, n := range counted {
			assert.LessOrEqual(t, n, want[section], how, a.folder)
		}
	}
}

// world is a tree with results and lists, and a stream of a run named like its
// first adapter.
func world(t *testing.T) (root, streamed string, save func(stream.Run)) {
	t.Helper()
	root = t.TempDir()
	for _, a := range agents() {
		folder := filepath.Join(root, "conformance", "implementations", a.folder)
		require.NoError(t, os.MkdirAll(folder, 0o755))
		list := "[[failure]]\ncheck = [\"HOOK-066.1/\", \"HOOK-066.3\"]\nclass = \"real\"\nreason = \"one, two; three\"\n" +
			"[[failure]]\ncheck = \"HOOK-070.*\"\nverdict = \"blocked\"\nclass = \"real\"\nreason = \"what waits; cannot be seen\"\n"
		require.NoError(t, os.WriteFile(filepath.Join(folder, "hooktest.expect.toml"), []byte(list), 0o600))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(root, "docs"), 0o755))
	streamed = filepath.Join(root, "gemini.ndjson")
	return root, streamed, func(run stream.Run) {
		f, err := os.Create(streamed)
		require.NoError(t, err)
		require.NoError(t, run.Write(f))
		require.NoError(t, f.Close())
	}
}

var digest = "sha256:" + strings.Repeat("0", 64)

// judged is a run of two requirements; one is a target.
func judged(v outcome.Verdict) stream.Run {
	run := stream.Run{Ended: true, Footer: stream.Footer{Kind: stream.KindFooter, Complete: true}}
	run.Header = stream.Header{
		Kind: stream.KindHeader, Schema: stream.Schema, Hooktest: "1.0", Suite: digest, Catalogue: digest,
		Shard: stream.Shard{Index: 1, Count: 1}, Platform: stream.Platform{OS: "linux", Arch: "amd64", CPUs: 2},
		Started:      time.Date(2026, 11, 22, 5, 0, 0, 0, time.UTC),
		Requirements: []stream.Requirement{{ID: "HOOK-066", Tests: []int{1}, Inspections: []int{2}}, {ID: "HOOK-067b", Target: true, Tests: []int{1}}},
	}
	run.Header.Adapter.Hello.Implementation = adapter.Implementation{Name: "gemini-cli", Version: "2.0", Language: "typescript"}
	for _, clause := range []string{"HOOK-066.1", "HOOK-067b.1"} {
		of, name := catalogue.Owner(clause), catalogue.Owner(clause)+"-a"
		check := stream.Check{
			Kind: stream.KindCheck, Check: clause, Clause: clause, Requirement: of, Case: name, Line: 1, Level: "requirement",
			Verdict: outcome.Pass, Assertions: 1,
		}
		if of == "HOOK-066" && v != outcome.Pass {
			check.Verdict, check.Blame = v, v.Blame()
			check.Mismatches = []stream.Mismatch{{Line: 1, What: "a", Want: "b", Got: "c"}}
		}
		run.Cases = append(run.Cases, stream.Case{
			Start:  stream.CaseStart{Kind: stream.KindCaseStart, Case: name, Title: "a", File: name + ".txtar", Requirement: of, Level: "requirement"},
			Checks: []stream.Check{check},
			End:    &stream.CaseEnd{Kind: stream.KindCaseEnd, Case: name, Verdict: check.Verdict, Attempts: 1},
		})
	}
	_, run.Footer.Totals = run.RollUp()
	return run
}

func TestRunsAndThePage(t *testing.T) {
	root, streamed, save := world(t)
	save(judged(outcome.Pass))
	runs := []string{streamed}

	require.NoError(t, run(root, nil, true, io.Discard), "an adapter may have no run yet")
	assert.Contains(t, string(file(t, filepath.Join(root, pagePath))), "| Gemini CLI | no whole run yet | |")
	assert.ErrorContains(t, run(root, runs, false, io.Discard), "docs/implementations.md is stale: of gemini it has no numbers yet")
	old := result{Implementation: "gemini-cli", Version: "1.0", Sections: []section{{Number: 8}}}
	require.NoError(t, old.save(root, "gemini"))
	assert.ErrorContains(t, run(root, runs, false, io.Discard), "of gemini it speaks of gemini-cli 1.0, and gemini-cli 2.0 was judged")

	require.NoError(t, run(root, runs, true, io.Discard))
	require.NoError(t, run(root, runs, false, io.Discard), "what was written is fresh")
	page := string(file(t, filepath.Join(root, pagePath)))
	for _, want := range []string{
		"| Gemini CLI 2.0 | 2 / 2 / 3 | 1 / 1 / 2 |", "## Gemini CLI\n", "| 8. Communication protocol | 2 / 2 / 3 | 1 / 1 / 2 |", "| **whole** | **2 / 2 / 3** | **1 / 1 / 2** |",
		"- **The text:** one, two.\n  **Seen:** three.\n  In HOOK-066.1, .3 (", "### Not judged",
	} {
		assert.Contains(t, page, want)
	}

	require.NoError(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(pagePath)), []byte(page+"more"), 0o600))
	assert.ErrorContains(t, run(root, runs, false, io.Discard), "docs/implementations.md is stale: it is not what its sources make")
	require.NoError(t, run(root, nil, true, io.Discard), "without a run the numbers stay")
	assert.Equal(t, page, string(file(t, filepath.Join(root, pagePath))))
}

func TestWhatExploringFound(t *testing.T) {
	root, _, _ := world(t)
	path := filepath.Join(root, "gemini.json")
	draw := explore.Draw{Event: "BeforeTool", Payload: map[string]any{"toolName": "x"}, Groups: []explore.Group{{Entries: []explore.Entry{{Hook: "a"}}}}}
	s := explore.Begin("1.0", adapter.Implementation{Name: "gemini-cli", Version: "2.0"}, 7)
	s.Next, s.Judged, s.Different = 64, 60, 12
	long := strings.Repeat("ü", 200)
	s.Causes = []explore.Cause{
		{Kind: "final.reason", Count: 2, Draw: draw, Forms: [][]string{{}}, Differences: []explore.Difference{{Path: "success"}, {Path: "final.reason", Want: `"a|b"`, Got: long}}},
		{Kind: "success", Clauses: []string{"HOOK-070.2", "HOOK-213.1"}, Count: 5, Draw: draw, Forms: [][]string{{}}, Differences: []explore.Difference{{Path: "success", Want: "false"}}},
	}
	require.NoError(t, s.Write(path))

	require.NoError(t, run(root, nil, true, io.Discard))
	assert.NotContains(t, string(file(t, filepath.Join(root, pagePath))), "Found by exploring", "no exploration has run yet")
	require.NoError(t, run(root, []string{path}, false, io.Discard), "nothing is written unasked")
	require.NoError(t, run(root, []string{path}, true, io.Discard))
	page := string(file(t, filepath.Join(root, pagePath)))
	assert.Contains(t, page, "60 draws of seed 7, of which 12 differ")
	assert.Contains(t, page, "| `success` | BeforeTool | 5 | `false` | nothing | **HOOK-070.2**, HOOK-213.1 |\n| `final.reason` | BeforeTool | 2 |", "differences that requirements mention come first")
	assert.Contains(t, page, "| 2 | `\"a\\|b\"` | `"+long[:200]+"…` | no text |", "a bar ends no cell, and a value is cut between letters")
	assert.ErrorContains(t, run(root, []string{"other.json"}, true, io.Discard), "there is no adapter other")
}

func TestRunsThatHaveNoNumbers(t *testing.T) {
	part := judged(outcome.Pass)
	part.Header.Selection.Run = []string{"HOOK-066"}
	fewer := judged(outcome.Pass)
	fewer.Header.Requirements, fewer.Cases = fewer.Header.Requirements[:1], fewer.Cases[:1]
	_, fewer.Footer.Totals = fewer.RollUp()
	tests := []struct {
		name   string
		run    stream.Run
		noted  string
		stale  string
		reason string
	}{
		{"a part", part, "only a whole run has numbers: not compared", "", "the rest would count as not run"},
		{"against", judged(outcome.Fail), "the run is against", "", "causes come from a list that is exact"},
		{"other numbers", fewer, "", "it has 2 / 2 / 3 in section 8, and the run has 1 / 1 / 2", "the page has the old ones"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, streamed, save := world(t)
			save(judged(outcome.Pass))
			require.NoError(t, run(root, []string{streamed}, true, io.Discard))
			save(tt.run)
			var log strings.Builder
			err := run(root, []string{streamed}, false, &log)
			if tt.stale != "" {
				assert.ErrorContains(t, err, tt.stale, tt.reason)
				return
			}
			require.NoError(t, err, "it says nothing of the page")
			assert.Contains(t, log.String(), tt.noted, tt.reason)
			assert.Error(t, run(root, []string{streamed}, true, io.Discard), "nothing is written from it")
		})
	}
	root, _, _ := world(t)
	assert.ErrorContains(t, run(root, []string{"other.ndjson"}, false, io.Discard), "there is no adapter other")
}

func file(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return text
}
