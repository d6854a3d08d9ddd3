package selftest_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
)

// A tally is how many checks a report lists as good, as failed, and as neither.
type tally struct{ good, failed, neither int }

// mixed is a real run with verdicts of many kinds: the adapter survives all of its own
// cases but one, and passes some of the suite's.
func mixed(t *testing.T) stream.Run {
	t.Helper()
	var all []cases.Case
	for i, c := range allCases(t) {
		if c.Budget == 0 && i%5 == 0 {
			all = append(all, c)
		}
	}
	return run(t, started(t, "partial"), append(all, sample(t, fatal, decided), sample(t, "HOOK-016a-contrary", "clause HOOK-016a.1\nwant finalOutput.decision is allow\n")), way{seed: 1, jobs: 4})
}

// Every format that lists checks lists the same ones: a report that left some
// out would look better than the run.
func TestEveryReportListsTheSameChecks(t *testing.T) {
	t.Parallel()
	r := mixed(t)
	want := tally{}
	kinds := map[outcome.Verdict]bool{}
	for _, c := range r.Checks() {
		kinds[c.Verdict] = true
		switch {
		case c.Verdict == outcome.Pass:
			want.good++
		case c.Verdict.Red() && c.Level == cases.LevelRequirement:
			want.failed++
		default:
			want.neither++
		}
	}
	for _, v := range []outcome.Verdict{outcome.Pass, outcome.Blocked, outcome.Fail, outcome.Unsupported, outcome.NotObservable, outcome.Crash} {
		require.True(t, kinds[v], "the run has no %s", v)
	}
	_, totals := r.RollUp()
	assert.Equal(t, totals.Checks.Red(), want.failed)
	assert.Equal(t, totals.Checks.Sum()+totals.Interpretations.Sum(), want.good+want.failed+want.neither)

	readers := map[string]func(*testing.T, string) tally{"json": fromJSON, "ndjson": fromLines, "junit": fromJUnit, "tap": fromTAP}
	for name, read := range readers {
		t.Run(name, func(t *testing.T) {
			format, err := report.OfRuns().Named(name)
			require.NoError(t, err)
			var out bytes.Buffer
			require.NoError(t, format.Write(&out, report.New(r, nil), report.Look{}))
			assert.Equal(t, want, read(t, out.String()))
		})
	}
}

// count sorts a check as events name it.
func (a *tally) count(v outcome.Verdict, level cases.Level) {
	switch {
	case v == outcome.Pass:
		a.good++
	case v.Red() && level == cases.LevelRequirement:
		a.failed++
	default:
		a.neither++
	}
}

type listedCheck struct {
	Kind    stream.Kind
	Verdict outcome.Verdict
	Level   cases.Level
}

func fromJSON(t *testing.T, text string) tally {
	var document struct {
		Cases []struct{ Checks []listedCheck }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	var a tally
	for _, c := range document.Cases {
		for _, check := range c.Checks {
			a.count(check.Verdict, check.Level)
		}
	}
	return a
}

func fromLines(t *testing.T, text string) tally {
	var a tally
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var event listedCheck
		require.NoError(t, json.Unmarshal(lines.Bytes(), &event))
		if event.Kind == stream.KindCheck {
			a.count(event.Verdict, event.Level)
		}
	}
	require.NoError(t, lines.Err())
	return a
}

func fromJUnit(t *testing.T, text string) tally {
	var document struct {
		Cases []struct {
			Class   string    `xml:"classname,attr"`
			Failure *struct{} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct {
				Message string `xml:"message,attr"`
			} `xml:"skipped"`
		} `xml:"testsuite>testcase"`
	}
	require.NoError(t, xml.Unmarshal([]byte(text), &document))
	var a tally
	for _, c := range document.Cases {
		switch {
		case c.Class == "hooktest":
			// It belongs to the run, not to a check.
		case c.Failure != nil || c.Error != nil:
			a.failed++
		case c.Skipped != nil && strings.HasPrefix(c.Skipped.Message, "blocked: "):
			// Nothing is to blame, but the run is not a success.
			a.failed++
		case c.Skipped != nil:
			a.neither++
		default:
			a.good++
		}
	}
	return a
}

func fromTAP(t *testing.T, text string) tally {
	// The points of the run itself name no case.
	points := regexp.MustCompile(`(?m)^(ok|not ok) \d+ - \S+(?: \[Target\])? in .*?( # (?:SKIP|TODO) .*)?$`).FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, points)
	var a tally
	for _, p := range points {
		switch {
		case p[2] != "":
			a.neither++
		case p[1] == "not ok":
			a.failed++
		default:
			a.good++
		}
	}
	return a
}
