package format_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace"
)

type junitCounts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type junitOutcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitFile struct {
	XMLName xml.Name `xml:"testsuites"`
	junitCounts
	Suites []struct {
		Name string `xml:"name,attr"`
		junitCounts
		Cases []struct {
			Name    string        `xml:"name,attr"`
			Class   string        `xml:"classname,attr"`
			File    string        `xml:"file,attr"`
			Line    int           `xml:"line,attr"`
			Failure *junitOutcome `xml:"failure"`
			Skipped *junitOutcome `xml:"skipped"`
			Output  string        `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func readJUnit(t require.TestingT, text string) junitFile {
	var f junitFile
	require.NoError(t, xml.Unmarshal([]byte(text), &f))
	return f
}

func TestJUnit(t *testing.T) {
	f := readJUnit(t, render(t, "junit", sample()))
	require.Len(t, f.Suites, 3)
	assert.Equal(t, "gates", f.Suites[0].Name)
	assert.Equal(t, junitCounts{Tests: 28, Failures: 26}, f.Suites[0].junitCounts, "of 28 gates, two are tuned")
	assert.Equal(t, "1. Zero overhead", f.Suites[1].Name)
	outcomes := map[string]string{}
	for _, s := range f.Suites[1:] {
		for _, c := range s.Cases {
			id, _, _ := strings.Cut(c.Name, ":")
			switch {
			case c.Failure != nil:
				outcomes[id] = "failure: " + c.Failure.Type + ": " + c.Failure.Message
			case c.Skipped != nil:
				outcomes[id] = "skipped: " + c.Skipped.Message
			default:
				outcomes[id] = "pass"
			}
		}
	}
	assert.Equal(t, map[string]string{
		"HOOK-001.1": "pass",
		"HOOK-001.2": "failure: linked: HOOK-001.2 is not linked: no case checks it",
		"HOOK-001.3": "failure: suspect-link: HOOK-001.3: the text changed since its links were accepted (and 1 more)",
		"HOOK-001.4": "failure: passed: HOOK-001.4 is not passed: HOOK-001.4 has the verdict fail",
		"HOOK-001.5": "failure: vacuous-scope: HOOK-001.5/label passes without an assertion (and 3 more)",
		"HOOK-001.6": "pass",
		"HOOK-001.7": "failure: inspected: HOOK-001.7 is not inspected: the inspection fails: no such type",
		"HOOK-001.8": "pass",
		"HOOK-001.9": "failure: waiver-expired: the waiver of HOOK-001.9 ended on 2025-12-31",
		"HOOK-010.1": outcomes["HOOK-010.1"],
	}, outcomes)
	assert.True(t, strings.HasPrefix(outcomes["HOOK-010.1"], "failure: not-emitted: =1+1</script>"), outcomes["HOOK-010.1"])
	assert.Contains(t, outcomes["HOOK-010.1"], "(and 1 more)", "a finding about a requirement is about its clauses")

	fourth := f.Suites[1].Cases[3]
	assert.Equal(t, "testscripts/section/HOOK-001-off.txtar", fourth.File)
	assert.Equal(t, 12, fourth.Line)
	assert.Equal(t, "testscripts/section/HOOK-001-off.txtar:12: passed: HOOK-001.4 is not passed: HOOK-001.4 has the verdict fail", fourth.Failure.Text)
	assert.Contains(t, fourth.Output, `  line 14, =1+1</script>`)
}

func TestJUnitSkipsWhatIsExcusedAndWhatIsReported(t *testing.T) {
	r := sample()
	r.Findings = nil
	f := readJUnit(t, render(t, "junit", r))
	assert.Equal(t, junitCounts{Tests: 38, Skipped: 6}, f.junitCounts, "gaps without a finding that fails a gate fail nothing, and are not green")
	var skipped []string
	for _, c := range f.Suites[1].Cases {
		if c.Skipped != nil {
			skipped = append(skipped, c.Skipped.Message)
		}
	}
	assert.Equal(t, []string{
		"unlinked, not further: no case checks it",
		"linked, not further: its cases run none of the declarations that name it",
		"executed, not further: HOOK-001.4 has the verdict fail",
		"passed, not further: HOOK-001.5/lives: survived",
		"executed, not further: the inspection fails: no such type",
		"waived: needs a terminal",
	}, skipped)
}

// A finding about no clause must not leave the report green.
func TestJUnitFailsForAFindingAboutNoClause(t *testing.T) {
	r := fine()
	require.Equal(t, junitCounts{Tests: 29}, readJUnit(t, render(t, "junit", r)).junitCounts)
	r.Findings = []trace.Finding{{Gate: trace.ForeignRun, Subject: "other", Message: "about another tree", Blocks: true}}
	require.Equal(t, junitCounts{Tests: 29, Failures: 1}, readJUnit(t, render(t, "junit", r)).junitCounts)
}
