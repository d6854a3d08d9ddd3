package report

import (
	"bytes"
	"encoding/xml"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/runnertest"
	"github.com/hooktest/hooktest/internal/visible"
)

// FuzzJUnit checks that a reader of the document finds every text unchanged in its
// place, that no text breaks out of it, and that the document contains no command for a
// runner.
func FuzzJUnit(f *testing.F) {
	for _, seed := range []string{"a\"b<c>&'", "]]>", "a\n\tb ", "\x00\ufffe\xff", "::error::a\n##[b]", "<!-- -->\r\n<testcase/>", "&#10;&amp;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		text, line := visible.Text(in), visible.Line(in)
		failed := Check{Name: in, Class: in, Status: Failed, Type: "fail", Message: in, Detail: in, At: Location{File: in}, Stdout: in, Stderr: in}
		var out bytes.Buffer
		require.NoError(t, writeJUnit(&out, Report{Title: in, Groups: []Group{{Name: in, Facts: []Fact{{in, in}}, Checks: []Check{failed}}}}))
		require.LessOrEqual(t, out.Len(), 12*6*len(text)+1200)
		for _, r := range out.String() {
			require.False(t, r != '\n' && unicode.IsControl(r), "%q", r)
		}
		require.Empty(t, runnertest.Commands(out.String()))
		var read junitDocument
		require.NoError(t, xml.Unmarshal(out.Bytes(), &read))
		one := junitCounts{Tests: 1, Failures: 1}
		require.Equal(t, junitDocument{XMLName: xml.Name{Local: "testsuites"}, Name: line, junitCounts: one, Time: "0.000", Suites: []junitSuite{{
			Name: line, junitCounts: one, Time: "0.000", Properties: []junitProperty{{line, line}},
			Cases: []junitCase{{Name: line, Class: line, File: line, Time: "0.000", Failure: &junitWords{line, "fail", text}, Output: text, Errors: text}},
		}}}, read)
	})
}
