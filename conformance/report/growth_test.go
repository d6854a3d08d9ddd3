package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/portion"
)

// A report may be eight times as long as its stream: a byte becomes at most six (as
// &#34; or \u0000), and a mismatch is shown once, together with a diff that is as
// long as both sides. The rest of a report, its style and its tables, has a
// constant length.
const (
	reportGrowth = 8
	emptyReport  = 96 << 10
)

// texts returns texts of about n bytes that grow when they are shown.
func texts(n int) []string {
	var all []string
	for _, piece := range []string{
		"[", `{"a":`, `[{"":`, `"`, "\\", "<&>", "\x1b", "\x00", "\xff", "\u202e", "\n", "a\n", "\t", "|`", "*_", "%", "::error::", "# ", " ", "漢",
	} {
		all = append(all, strings.Repeat(piece, n/len(piece)))
	}
	return all
}

// holdsReports checks each format of a run in which every text is the same.
func holdsReports(t testing.TB, text string, v outcome.Verdict) {
	t.Helper()
	run := hostile(t, text, v)
	var read bytes.Buffer
	require.NoError(t, run.Write(&read))
	for _, f := range report.OfRuns() {
		out := render(t, f.Name, run)
		assert.LessOrEqual(t, len(out), reportGrowth*read.Len()+emptyReport, "%s of a stream of %d bytes: %.20q", f.Name, read.Len(), text)
	}
}

func TestReportsGrowWithTheStream(t *testing.T) {
	for i, text := range portion.Of(slices.Concat(texts(1000), texts(20_000)), 4, 0) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, v := range []outcome.Verdict{outcome.Fail, outcome.ExpectedFailure} {
				holdsReports(t, text, v)
			}
		})
	}
}

func FuzzReports(f *testing.F) {
	for i, text := range texts(200) {
		f.Add(text, i)
	}
	f.Fuzz(func(t *testing.T, text string, v int) {
		all := outcome.All()
		holdsReports(t, text, all[uint(v)%uint(len(all))])
	})
}
