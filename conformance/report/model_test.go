package report_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/report"
)

// written writes a report in one of the formats that all commands share.
func written(t *testing.T, format string, r report.Report) string {
	t.Helper()
	f, err := report.Of(func(r report.Report) report.Report { return r }).Named(format)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, r, report.Look{}))
	return b.String()
}

// samples is a report with a check of each status, and with an empty group.
func samples() report.Report {
	return report.Report{
		Title: "all", About: []string{"here"}, Summary: []string{"1 of 6"}, Milliseconds: 1500, Groups: []report.Group{
			{Name: "one", Milliseconds: 1500, Facts: []report.Fact{{Name: "k", Value: "<v>"}}, Checks: []report.Check{
				{Name: "passes", Class: "c", Status: report.Passed},
				{Name: "fails", Class: "c", Status: report.Failed, Message: "a\"b", Detail: "]]>\x00", Stdout: "out", Repro: "again #1"},
				{Name: "breaks", Class: "c", Title: "breaks in c", Status: report.Errored, Message: "m", Type: "t"},
				{Name: "is left out", Class: "c", Status: report.Skipped, Message: "m", Reason: "a # b", Repro: "again"},
				{Name: "may fail", Class: "c", Status: report.Tolerated, Message: "m", Mismatches: []report.Mismatch{{Line: 2, What: "a", Want: "1", Got: "2"}}},
				{Name: "waits", Class: "c", Status: report.Blocked, Message: "m", At: report.Location{File: "f", Line: 3}},
			}},
			{Name: "empty"},
		},
	}
}

func TestJUnit(t *testing.T) {
	assert.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="all" tests="6" failures="1" errors="1" skipped="3" time="1.500">
  <testsuite name="one" tests="6" failures="1" errors="1" skipped="3" time="1.500">
    <properties>
      <property name="k" value="&lt;v&gt;"></property>
    </properties>
    <testcase name="passes" classname="c" time="0.000"></testcase>
    <testcase name="fails" classname="c" time="0.000">
      <failure message="a&#34;b">]]&gt;\x00&#xA;repro: again #1</failure>
      <system-out>out</system-out>
    </testcase>
    <testcase name="breaks" classname="c" time="0.000">
      <error message="m" type="t"></error>
    </testcase>
    <testcase name="is left out" classname="c" time="0.000">
      <skipped message="m"></skipped>
    </testcase>
    <testcase name="may fail" classname="c" time="0.000">
      <skipped message="m"></skipped>
    </testcase>
    <testcase name="waits" classname="c" file="f" line="3" time="0.000">
      <skipped message="m"></skipped>
    </testcase>
  </testsuite>
  <testsuite name="empty" tests="0" failures="0" errors="0" skipped="0" time="0.000">
    <properties></properties>
  </testsuite>
</testsuites>
`, written(t, "junit", samples()))
}

func TestTAP(t *testing.T) {
	r := samples()
	r.Incomplete = "interrupted"
	assert.Equal(t, `TAP version 14
1..6
# here
ok 1 - passes
not ok 2 - fails
  ---
  message: "a\"b"
  detail:
    - "]]>\\x00"
  repro: "again #1"
  ...
not ok 3 - breaks in c
  ---
  message: "m"
  ...
ok 4 - is left out # SKIP a \# b
  ---
  message: "m"
  repro: "again"
  ...
not ok 5 - may fail # TODO m
  ---
  mismatches:
    - line: 2
      what: "a"
      want: "1"
      got: "2"
  ...
not ok 6 - waits
  ---
  message: "m"
  file: "f"
  line: 3
  ...
# 1 of 6
Bail out! interrupted
`, written(t, "tap", r))
}
