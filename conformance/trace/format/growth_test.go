package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/trace/format"
	"github.com/hooktest/hooktest/internal/portion"
)

// A report may be twelve times the size of its JSON, which has every text once: an
// escaped byte becomes at most six, and a finding's message occurs in two places.
const reportGrowth = 12

func holdsReports(t testing.TB, text string, empty map[string]int) {
	t.Helper()
	r := attacked(text)
	read := len(render(t, "json", r))
	for _, name := range format.OfTraces().Names() {
		assert.LessOrEqual(t, len(render(t, name, r)), reportGrowth*read+empty[name], "%s of %d bytes: %.20q", name, read, text)
	}
}

// emptySizes returns the sizes of reports without free texts.
func emptySizes(t testing.TB) map[string]int {
	sizes := map[string]int{}
	for _, name := range format.OfTraces().Names() {
		sizes[name] = len(render(t, name, attacked("")))
	}
	return sizes
}

var pieces = []string{"[", `{"a":`, `"`, "\\", "<&>", "\x1b", "\x00", "\xff", "\u202e", "\n", "\t", "|`", "*_", "%", "::error::", " ", "漢"}

func TestReportsGrowWithTheirTexts(t *testing.T) {
	empty := emptySizes(t)
	for _, piece := range portion.Of(pieces, 4, 0) {
		t.Run(fmt.Sprintf("%q", piece), func(t *testing.T) { holdsReports(t, strings.Repeat(piece, 4_000/len(piece)), empty) })
	}
}

func FuzzReports(f *testing.F) {
	for _, piece := range pieces {
		f.Add(strings.Repeat(piece, 100/len(piece)))
	}
	empty := emptySizes(f)
	f.Fuzz(func(t *testing.T, text string) { holdsReports(t, text, empty) })
}
