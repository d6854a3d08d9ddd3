package report_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/source"
)

// hostile is a run in which every text is untrusted.
func hostile(t testing.TB, text string, v outcome.Verdict) stream.Run {
	h := header()
	h.Adapter.Hello.Implementation.Version = text
	b := build(t, h)
	b.add("HOOK-002.1", v, func(c *stream.Check) {
		if v != outcome.Pass {
			c.Mismatches = []stream.Mismatch{{Line: 4, What: text, Want: text, Got: text + "x"}}
		}
		if c.Expected != nil {
			c.Expected.Reason = text
		}
		c.Evidence, c.Repro = evidence(text), text
	})
	known := stream.KnownFailure{Pattern: "x" + text, Position: source.Position("y" + text), Until: text, Fault: knownfailure.Expired}
	if text == "" {
		known.Until = "never"
	}
	return b.end("because "+text, known)
}

// arbitrary draws a text: any bytes, any characters, or pieces of an attack.
func arbitrary() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.Map(rapid.SliceOf(rapid.SampledFrom(strings.SplitAfter(attack, " "))), func(s []string) string { return strings.Join(s, "") }),
	)
}

func eachHostile(t *testing.T, format string, judge func(t require.TestingT, text, out string, v outcome.Verdict)) {
	judge(t, attack, render(t, format, hostile(t, attack, outcome.Fail)), outcome.Fail)
	rapid.Check(t, func(rt *rapid.T) {
		text := arbitrary().Draw(rt, "text")
		v := rapid.SampledFrom(outcome.All()).Draw(rt, "verdict")
		judge(rt, text, render(t, format, hostile(t, text, v)), v)
	})
}

func TestJUnitIsWellFormedForAnyOutput(t *testing.T) {
	eachHostile(t, "junit", func(t require.TestingT, text, out string, v outcome.Verdict) {
		d := xml.NewDecoder(strings.NewReader(out))
		for {
			if _, err := d.Token(); err != nil {
				require.ErrorIs(t, err, io.EOF)
				break
			}
		}
		for _, r := range out {
			require.True(t, r == '\n' || r >= 0x20 && r != 0xfffe && r != 0xffff, "%q", r)
		}
		type counts struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Skipped  int `xml:"skipped,attr"`
		}
		var all struct {
			counts
			Suites []struct {
				counts
				Cases []struct {
					Failure *struct{} `xml:"failure"`
					Error   *struct{} `xml:"error"`
					Skipped *struct{} `xml:"skipped"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		require.NoError(t, xml.Unmarshal([]byte(out), &all))
		var sum counts
		for _, s := range all.Suites {
			var own counts
			for _, c := range s.Cases {
				own.Tests++
				own.Failures += count(c.Failure)
				own.Errors += count(c.Error)
				own.Skipped += count(c.Skipped)
			}
			require.Equal(t, own, s.counts)
			sum = counts{sum.Tests + own.Tests, sum.Failures + own.Failures, sum.Errors + own.Errors, sum.Skipped + own.Skipped}
		}
		require.Equal(t, sum, all.counts)
		red := 0
		if v.Red() {
			red = 1
		}
		require.Equal(t, red+2, sum.Failures+sum.Errors, "the check, the run that did not come to its end, and the known failure that is not true")
	})
}

func count(p *struct{}) int {
	if p == nil {
		return 0
	}
	return 1
}

func TestTAPIsReadableForAnyOutput(t *testing.T) {
	point := regexp.MustCompile(`^(not )?ok (\d+) - ((?:[^#\\]|\\[#\\])*?)( # (SKIP|TODO) .*)?$`)
	eachHostile(t, "tap", func(t require.TestingT, text, out string, v outcome.Verdict) {
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		require.Equal(t, "TAP version 14", lines[0])
		// The run does not come to its end, and a known failure is not true.
		want := 3
		if v == outcome.Blocked {
			want++
		}
		require.Equal(t, fmt.Sprintf("1..%d", want), lines[1])
		var points, bailed, block int
		diagnostics := map[int][]string{}
		for _, line := range lines[2:] {
			m := point.FindStringSubmatch(line)
			switch {
			case line == "  ---":
				block++
			case line == "  ...":
				block++
			case block%2 == 1:
				diagnostics[points] = append(diagnostics[points], line)
			case m != nil:
				points++
				fails := m[1] != "" && m[5] != "TODO"
				require.Equal(t, points < want || v.Red(), fails, line)
			case strings.HasPrefix(line, "Bail out! "):
				bailed++
			default:
				require.True(t, strings.HasPrefix(line, "# "), "%q", line)
			}
		}
		require.Equal(t, [2]int{want, 1}, [2]int{points, bailed})
		read := func(point int) (d map[string]any) {
			require.NoError(t, yaml.Unmarshal([]byte(strings.Join(diagnostics[point], "\n")), &d))
			return d
		}
		require.Len(t, read(want - 1)["detail"], 1)
		if v == outcome.Pass {
			require.Equal(t, 2*(want-1), block)
			return
		}
		require.Equal(t, 2*want, block)
		require.Equal(t, string(v), read(want)["verdict"])
	})
}

func TestTAPPlanCounts(t *testing.T) {
	run := everything(t)
	out := render(t, "tap", run)
	points := regexp.MustCompile(`(?m)^(?:not )?ok (\d+) `).FindAllStringSubmatch(out, -1)
	require.Len(t, points, len(run.Checks())+3, "the run's end, what is blocked and the known failures are points of their own")
	assert.Contains(t, out, fmt.Sprintf("\n1..%d\n", len(points)))
	for i, p := range points {
		assert.Equal(t, fmt.Sprint(i+1), p[1])
	}
	failing := regexp.MustCompile(`(?m)^not ok \d+ - [^#\n]*$`).FindAllString(out, -1)
	assert.Len(t, failing, run.Footer.Totals.Checks.Red()+2, "interpretations and known failures fail nothing, but those that are not true")
	assert.NotContains(t, out, "Bail out!")
	assert.Contains(t, render(t, "tap", build(t, header()).end("")), "\n1..1\n")
	assert.Contains(t, render(t, "tap", build(t, header()).end("")), "\nBail out! nothing-judged: ", "nothing run is never success")
}

func TestAnnotationsAreOneCommandEach(t *testing.T) {
	form := regexp.MustCompile(`^::(error|notice) (file=[^,:]*,line=\d+,)?title=[^,:]*::(.*)$`)
	eachHostile(t, "github", func(t require.TestingT, text, out string, v outcome.Verdict) {
		require.NotContains(t, out, "\r")
		errorsSeen := 0
		for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
			m := form.FindStringSubmatch(line)
			require.NotNil(t, m, "%q", line)
			require.NotRegexp(t, `%(?:[^02]|2[^5]|0[^AD]|.?$)`, m[3], "every percent sign is an escape")
			if m[1] == "error" {
				errorsSeen++
			}
		}
		want := 2
		if v.Red() {
			want++
		}
		require.Equal(t, want, errorsSeen, "the failure, the run that is incomplete, and the known failure that is not true")
	})
	out := render(t, "github", everything(t))
	assert.Contains(t, out, "::error file=testscripts/section/HOOK-001-08.txtar,line=14,title=fail HOOK-001.8::want .aggregated.success true: want true, got false%0Arepro: hooktest conform repro HOOK-001.8\n")
	assert.True(t, strings.HasPrefix(out, "::error file=testscripts/section/HOOK-001-14.txtar,line=14,title=suite-error "), "the worst comes first")
}

func TestSARIFIsReadableForAnyOutput(t *testing.T) {
	eachHostile(t, "sarif", func(t require.TestingT, text, out string, v outcome.Verdict) {
		var log struct {
			Runs []struct {
				Results []struct{ Message struct{ Text string } }
			}
		}
		require.NoError(t, json.Unmarshal([]byte(out), &log))
		want := 2
		if v.Red() {
			want++
		}
		require.Len(t, log.Runs[0].Results, want, "the failure, the run that is incomplete, and the known failure that is not true")
		for _, r := range log.Runs[0].Results {
			require.NotRegexp(t, `(^|[^\\])(\\\\)*[\[\]]`, r.Message.Text, "every bracket is escaped")
		}
	})
}

// Programs that read a log execute commands in its lines: no line of pretty text
// may begin with untrusted text, not even after spaces.
func TestPrettyTextEscapesHostileText(t *testing.T) {
	ours := regexp.MustCompile(`^ *(conformance of |fix |\d\. |\d+ check|seen: |in HOOK|smallest: |blame: |without |section \d|hooktest |started |✗ |△ |○ |case |line \d+ \(- want, \+ got\): |[-+=] |… |…$|hook |and \d|    \d+ |\| |stderr \| |repro: |waits for |known failure |expected failures |known failures that are not true |decided |checks: |clauses: |requirements: |interpretations: |\d+ conformant |(as-expected|against|suite-fault|unfinished|nothing-judged): |$)`)
	eachHostile(t, "pretty", func(t require.TestingT, text, out string, v outcome.Verdict) {
		for _, line := range strings.Split(out, "\n") {
			require.Regexp(t, ours, line)
		}
		for _, r := range out {
			require.True(t, r == '\n' || r == '\t' || !unicode.Is(unicode.Cc, r) && r != '\u202e', "%q", r)
		}
	})
}
