package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/runnertest"
	"github.com/hooktest/hooktest/schemas"
)

var update = flag.Bool("update", false, "write the golden files")

func TestEveryFormat(t *testing.T) {
	interrupted := build(t, header()).end("interrupted")
	for _, run := range []struct {
		name string
		run  stream.Run
	}{{"everything", everything(t)}, {"fine", fine(t)}, {"interrupted", interrupted}, {"rotten", rotten(t)}, {"lost", lost(t)}} {
		for _, f := range report.OfRuns() {
			t.Run(run.name+"/"+f.Name, func(t *testing.T) {
				got := render(t, f.Name, run.run)
				assert.Equal(t, got, render(t, f.Name, run.run), "the same stream gives the same bytes")
				assert.Empty(t, runnertest.Foreign(got), "a report may be printed where a runner listens")
				path := filepath.Join("testdata", run.name+"."+f.Name)
				if *update {
					require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				}
				want, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Equal(t, string(want), got)
			})
		}
	}
}

func TestLookup(t *testing.T) {
	_, err := report.OfRuns().Named("xml")
	require.EqualError(t, err, `unknown format "xml": `+strings.Join(report.OfRuns().Names(), ", "))
	assert.Equal(t, "pretty", report.OfRuns()[0].Name)
	seen := map[string]bool{}
	for _, f := range report.OfRuns() {
		assert.False(t, seen[f.Name])
		seen[f.Name] = true
	}
}

type brokenPipe struct{}

var errPipe = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errPipe }

func TestAWriterThatFailsIsReported(t *testing.T) {
	run := report.New(fine(t), nil)
	for _, f := range report.OfRuns() {
		assert.ErrorIs(t, f.Write(brokenPipe{}, run, report.Look{}), errPipe, f.Name)
	}
}

// found holds the numbers that a format shows: each verdict by table, and the
// three of the implementation.
type found struct {
	counts map[string]stream.Counts
	three  [3]int
}

func TestEveryFormatShowsTheSameNumbers(t *testing.T) {
	run := everything(t)
	totals := run.Footer.Totals
	want := found{map[string]stream.Counts{
		"checks": totals.Checks, "clauses": totals.Clauses, "requirements": totals.Requirements, "interpretations": totals.Interpretations,
	}, [3]int{totals.Conformant, totals.Observable, totals.All}}
	require.Equal(t, [3]int{1, 12, 18}, want.three, "of 18 clauses: 14 with one verdict each and one that fails; 3 of them can't be judged")

	fromTotals := func(u stream.Totals) found {
		return found{map[string]stream.Counts{"checks": u.Checks, "clauses": u.Clauses, "requirements": u.Requirements, "interpretations": u.Interpretations},
			[3]int{u.Conformant, u.Observable, u.All}}
	}
	readers := map[string]func(*testing.T, string) found{
		"pretty": func(t *testing.T, text string) found {
			return fromLines(t, strings.ReplaceAll(text, "\n    ", " "))
		},
		"github": func(t *testing.T, text string) found {
			return fromLines(t, strings.NewReplacer("%0A", "\n", "::checks", "\nchecks").Replace(text))
		},
		"json": func(t *testing.T, text string) found {
			var d struct{ Footer stream.Footer }
			require.NoError(t, json.Unmarshal([]byte(text), &d))
			return fromTotals(d.Footer.Totals)
		},
		"ndjson": func(t *testing.T, text string) found {
			again, err := stream.Read(strings.NewReader(text))
			require.NoError(t, err)
			return fromTotals(again.Footer.Totals)
		},
		"sarif": func(t *testing.T, text string) found {
			var d struct {
				Runs []struct{ Properties struct{ Summary []string } }
			}
			require.NoError(t, json.Unmarshal([]byte(text), &d))
			return fromLines(t, strings.Join(d.Runs[0].Properties.Summary, "\n"))
		},
		"junit": fromProperties, "markdown": fromMarkdown, "html": fromPage,
	}
	for _, f := range report.OfRuns() {
		t.Run(f.Name, func(t *testing.T) {
			text := render(t, f.Name, run)
			if strings.HasPrefix(f.Name, "badge") {
				assert.Contains(t, text, fmt.Sprintf("%d / %d / %d clauses", want.three[0], want.three[1], want.three[2]))
				return
			}
			reader, own := readers[f.Name]
			if !own {
				reader = fromLines
			}
			assert.Equal(t, want, reader(t, text))
		})
	}
}

var tallyLine = regexp.MustCompile(`(?m)^(?:# )?(checks|clauses|requirements|interpretations): (\d+ .*)$`)

func fromLines(t *testing.T, text string) found {
	f := found{counts: map[string]stream.Counts{}, three: three(t, text)}
	for _, m := range tallyLine.FindAllStringSubmatch(text, -1) {
		f.counts[m[1]] = stream.Counts{}
		for _, part := range strings.Split(m[2], ", ") {
			n, v, _ := strings.Cut(part, " ")
			f.counts[m[1]][outcome.Verdict(v)] = number(t, n)
		}
	}
	return f
}

func three(t *testing.T, text string) [3]int {
	m := regexp.MustCompile(`(\d+) conformant / (\d+) observable / (\d+) clauses`).FindStringSubmatch(text)
	require.NotNil(t, m)
	return [3]int{number(t, m[1]), number(t, m[2]), number(t, m[3])}
}

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// table turns rows of verdict and four numbers into counts.
func table(t *testing.T, rows [][]string) map[string]stream.Counts {
	counts := map[string]stream.Counts{"checks": {}, "clauses": {}, "requirements": {}, "interpretations": {}}
	for _, row := range rows {
		for i, what := range []string{"checks", "clauses", "requirements", "interpretations"} {
			if n := number(t, row[i+2]); n > 0 {
				counts[what][outcome.Verdict(row[1])] = n
			}
		}
	}
	return counts
}

func fromMarkdown(t *testing.T, text string) found {
	return fromLines(t, strings.ReplaceAll(text, `\`, ""))
}

func fromPage(t *testing.T, text string) found {
	rows := regexp.MustCompile(`(?m)^<tr><th scope="row"><span[^>]*><span[^>]*>\S+</span> (\S+)</span><td>(\d+)<td>(\d+)<td>(\d+)<td>(\d+)`).FindAllStringSubmatch(text, -1)
	m := regexp.MustCompile(`(?s)<dd>(\d+)<.*<dd>(\d+)<.*<dd>(\d+)<`).FindStringSubmatch(text)
	require.NotNil(t, m)
	f := found{table(t, rows), [3]int{number(t, m[1]), number(t, m[2]), number(t, m[3])}}
	assert.Equal(t, f.three, three(t, text))
	return f
}

func fromProperties(t *testing.T, text string) found {
	var d struct {
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"testsuite>properties>property"`
	}
	require.NoError(t, xml.Unmarshal([]byte(text), &d))
	f := found{counts: map[string]stream.Counts{}}
	for _, p := range d.Properties {
		what, v, isCount := strings.Cut(p.Name, ".")
		switch {
		case isCount && f.counts[what] == nil:
			f.counts[what] = stream.Counts{outcome.Verdict(v): number(t, p.Value)}
		case isCount:
			f.counts[what][outcome.Verdict(v)] = number(t, p.Value)
		case p.Name == "conformant":
			f.three[0] = number(t, p.Value)
		case p.Name == "observable":
			f.three[1] = number(t, p.Value)
		case p.Name == "all":
			f.three[2] = number(t, p.Value)
		}
	}
	return f
}

func TestTheJSONDocumentFitsItsSchema(t *testing.T) {
	for _, run := range []stream.Run{everything(t), fine(t), rotten(t), lost(t), build(t, header()).end("interrupted")} {
		text := render(t, "json", run)
		require.NoError(t, schemas.ValidateBytes("conformance-report", "report.json", []byte(text), document.Options{}))
	}
}

// A wrong entry in the list of known failures fails the run, and every report says
// why.
func TestEveryReportNamesStaleKnownFailures(t *testing.T) {
	run := rotten(t)
	require.Equal(t, stream.Against, run.Outcome())
	lines := []string{
		"hooktest.expect.toml:8: HOOK-004.2 has run out on 2026-01-01",
		"hooktest.expect.toml:13: HOOK-005.1 matches no check",
		"hooktest.expect.toml:17: HOOK-* covers 31 checks, more than 20",
	}
	outcome := "against: 3 known failures are not true"
	for _, f := range report.OfRuns() {
		out := render(t, f.Name, run)
		switch f.Name {
		case "badge", "badge-svg":
			// A badge shows only the progress of the implementation.
			continue
		case "ndjson", "json":
			for _, fault := range knownfailure.Faults() {
				assert.Regexp(t, `"fault": ?"`+string(fault)+`"`, out, f.Name)
			}
			continue
		case "github":
			for _, want := range []string{
				"::error file=hooktest.expect.toml,line=8,title=known failure::HOOK-004.2 has run out on 2026-01-01\n",
				"::error file=hooktest.expect.toml,line=13,title=known failure::HOOK-005.1 matches no check\n",
				"::error file=hooktest.expect.toml,line=17,title=known failure::HOOK-* covers 31 checks, more than 20\n",
			} {
				assert.Contains(t, out, want)
			}
		case "sarif":
			for _, want := range lines {
				_, text, _ := strings.Cut(want, ": ")
				assert.Contains(t, out, `"text": "`+text+`"`)
			}
			assert.Contains(t, out, `"startLine": 8`)
		case "markdown":
			for _, want := range lines {
				file, text, _ := strings.Cut(want, ": ")
				assert.Contains(t, strings.ReplaceAll(out, `\`, ""), file+" `: "+text)
			}
		default:
			for _, want := range lines {
				assert.Contains(t, out, want, f.Name)
			}
			assert.NotContains(t, out, "hooktest.expect.toml:3", "%s: what is true needs no word", f.Name)
		}
		if f.Name != "junit" {
			assert.Contains(t, strings.ReplaceAll(out, `\`, ""), outcome, f.Name)
		}
	}
	assert.Contains(t, render(t, "junit", run), `<testsuites name="hooktest: example 1.2 (Go)" tests="3" failures="1" errors="0" skipped="0"`)
}

func TestAnOldStreamHasTheTitlesOfTodaysCatalogue(t *testing.T) {
	c := load(t)
	first := c.Requirements()[0]
	h := header()
	h.Requirements = append(stream.Requirements(c), stream.Requirement{ID: "HOOK-900", Tests: []int{1}})
	b := build(t, h)
	b.add(first.Clauses[0].ID, outcome.Fail, nil)
	b.add("HOOK-900.1", outcome.Fail, nil)
	run := b.end("")
	for _, f := range report.OfRuns() {
		var with, without bytes.Buffer
		require.NoError(t, f.Write(&with, report.New(run, c), report.Look{}))
		require.NoError(t, f.Write(&without, report.New(run, nil), report.Look{}))
		assert.NotContains(t, without.String(), first.Title, f.Name)
		switch f.Name {
		case "pretty", "json", "junit", "markdown", "html":
			assert.Contains(t, with.String(), first.Title, f.Name)
			assert.Contains(t, with.String(), "HOOK-900", "%s: an id that the catalogue does not have", f.Name)
		}
	}
}

// Every format says what blocks a blocked check, and never calls it failed.
func TestWhatIsBlockedSaysWhatItWaitsFor(t *testing.T) {
	r := only(t, outcome.Blocked)
	words := map[string][]string{
		"pretty":   {"blocked", "waits for control, HOOK-107.2"},
		"markdown": {"blocked", "waits for control, HOOK-107.2"},
		"html":     {"blocked", "waits for control, HOOK-107.2"},
		"github":   {"title=blocked HOOK-001.1::waits for control, HOOK-107.2"},
		"tap":      {"verdict: \"blocked\"", "blame: \"\"", "waits: \"control, HOOK-107.2\""},
		"junit":    {`<skipped message="blocked: waits for control, HOOK-107.2`, `1 check is blocked: a control or a prerequisite does not hold`},
		"json":     {`"waits"`, `"HOOK-107.2"`},
		"ndjson":   {`"waits":["control","HOOK-107.2"]`},
	}
	for name, want := range words {
		out := render(t, name, r)
		if name == "markdown" {
			out = strings.ReplaceAll(out, `\`, "")
		}
		for _, one := range want {
			assert.Contains(t, out, one, name)
		}
		assert.NotContains(t, out, "1 fail", name)
	}
	assert.Contains(t, render(t, "pretty", r), "against: 1 of 1 check", "a check that could not be judged is not a success")
}

// A report of a part says so: it does not say "all" if cases were left out.
func TestAFractionIsShownAsOne(t *testing.T) {
	out := render(t, "pretty", only(t, outcome.Pass, outcome.Unsupported, outcome.NotObservable))
	assert.Contains(t, out, "as-expected: 1 of 3 checks judged, with nothing against it")
	h := header()
	h.Selection.Run = []string{"HOOK-001"}
	b := build(t, h)
	b.add("HOOK-001.1", outcome.Pass, nil)
	part := b.end("")
	for _, f := range report.OfRuns() {
		text := strings.ReplaceAll(render(t, f.Name, part), `\`, "")
		assert.NotContains(t, text, "all that was selected", f.Name)
		switch f.Name {
		case "badge", "badge-svg", "json", "ndjson":
			// They hold only the numbers.
		default:
			assert.Contains(t, text, "as-expected: 1 of 1 check in this part judged, with nothing against it", f.Name)
		}
	}
	assert.Contains(t, render(t, "pretty", only(t, outcome.Fail, outcome.Unsupported)), "against: 1 of 2 checks; 1 of 2 checks judged", "a failure is reported with the number of judged checks")
}

// Every format names what is lost, and says how the adapter ended.
func TestEveryReportNamesWhatIsLost(t *testing.T) {
	run := lost(t)
	require.Equal(t, stream.Against, run.Outcome())
	for _, f := range report.OfRuns() {
		out := strings.NewReplacer(`\`, "", "&#39;", "'").Replace(render(t, f.Name, run))
		switch f.Name {
		case "json", "ndjson":
			assert.Regexp(t, `"name": ?"callers",\s*"claimed": ?false,\s*"checks": ?1,\s*"judged": ?0`, out, f.Name)
			assert.Contains(t, out, "has not ended within 5s", f.Name)
		case "badge", "badge-svg":
			assert.Contains(t, out, "without callers: 0 / 0 / 1 clauses", f.Name)
		case "junit":
			assert.Contains(t, out, `<testsuites name="hooktest: example 1.2 (Go)" tests="6" failures="1" errors="1" skipped="1"`)
			fallthrough
		default:
			assert.Contains(t, out, "callers is required, and the implementation does not claim it", f.Name)
			assert.Contains(t, out, "the adapter's end: timeout: shutdown: the adapter has not ended within 5s", f.Name)
			assert.Contains(t, out, "against: callers is lost; the adapter's end; 1 of 2 checks judged", f.Name)
		}
		if f.Name == "pretty" || f.Name == "tap" || f.Name == "github" || f.Name == "markdown" || f.Name == "html" {
			assert.Contains(t, out, "required: core (1 of 1 check judged), callers (not claimed)", f.Name)
		}
	}
}
