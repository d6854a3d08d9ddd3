package prover

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestExecuted(t *testing.T) {
	const module = "example.org/m"
	tests := []struct {
		name, in string
		want     map[string]proof.Lines
		reason   string
	}{
		{"nothing", "", map[string]proof.Lines{}, "a program that counted nothing"},
		{"one mode", "mode: set\nexample.org/m/engine/a.go:3.10,5.2 2 1\n", map[string]proof.Lines{"engine/a.go": {{3, 5}}}, "the path is the module's own"},
		{"what did not run", "mode: set\nexample.org/m/a.go:3.10,5.2 2 0\nexample.org/m/b.go:1.1,1.9 1 00\n", map[string]proof.Lines{}, "a file of which nothing ran has no lines"},
		{"a count", "example.org/m/a.go:3.10,5.2 2 17\n", map[string]proof.Lines{"a.go": {{3, 5}}}, "whatever the mode is"},
		{"several modes", "mode: set\nexample.org/m/a.go:1.1,1.2 1 1\nmode: set\nexample.org/m/b.go:2.1,2.2 1 1\n", map[string]proof.Lines{"a.go": {{1, 1}}, "b.go": {{2, 2}}}, "profiles that were put together"},
		{"blocks out of order", "example.org/m/a.go:9.1,12.2 1 1\nexample.org/m/a.go:1.1,2.2 1 1\nexample.org/m/a.go:3.1,4.2 1 1\n", map[string]proof.Lines{"a.go": {{1, 4}, {9, 12}}}, "neighbours are one range"},
		{"blocks in blocks", "example.org/m/a.go:1.1,9.2 1 1\nexample.org/m/a.go:3.1,4.2 1 1\nexample.org/m/a.go:5.1,6.2 1 0\n", map[string]proof.Lines{"a.go": {{1, 9}}}, "a block that did not run takes nothing away"},
		{"another module", "example.org/mm/a.go:1.1,2.2 1 1\nexample.com/x.go:1.1,2.2 1 1\n", map[string]proof.Lines{}, "only the module's own files"},
		{"a colon in the path", "example.org/m/a:1.go:3.10,5.2 2 1\n", map[string]proof.Lines{"a:1.go": {{3, 5}}}, "the last one parts the place"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := executed(module, []byte(tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestExecutedFaults(t *testing.T) {
	for _, in := range []string{"mode: set\nhello\n", "mode: set\nexample.org/m/a.go:1.1,2.2 1\n", "mode: set\nexample.org/m/a.go:5.1,2.2 1 1\n", "mode: set\nexample.org/m/a.go:1.1,99999999999999999999.2 1 1\n"} {
		_, err := executed("example.org/m", []byte(in))
		assert.ErrorContains(t, err, "line 2 of the coverage profile is none: ")
	}
}

// Joined ranges have the same lines as before, are sorted and don't touch. The search
// finds exactly those lines.
func TestJoinedProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in proof.Lines
		ran := map[int]bool{}
		for range rapid.IntRange(0, 12).Draw(t, "ranges") {
			first := rapid.IntRange(1, 60).Draw(t, "first")
			last := first + rapid.IntRange(0, 9).Draw(t, "more")
			in = append(in, [2]int{first, last})
			for line := first; line <= last; line++ {
				ran[line] = true
			}
		}
		out := joined(slices.Clone(in))
		for i, r := range out {
			assert.LessOrEqual(t, r[0], r[1])
			if i > 0 {
				assert.Greater(t, r[0], out[i-1][1]+1, "ranges that touch are one")
			}
		}
		for line := range 75 {
			assert.Equal(t, ran[line], out.Has(line), "line %d", line)
		}
		first := rapid.IntRange(0, 75).Draw(t, "first line")
		last := first + rapid.IntRange(0, 20).Draw(t, "more lines")
		any := false
		for line := first; line <= last; line++ {
			any = any || ran[line]
		}
		assert.Equal(t, any, out.Touch(first, last))
		assert.Equal(t, out, joined(slices.Clone(out)), "joined once is joined")
	})
}

func FuzzExecuted(f *testing.F) {
	for _, seed := range []string{"mode: set\nm/a.go:1.1,2.2 1 1\n", "m/a.go:1.1,2.2 1 1\r\n", "mode: \n\n", "m/:0.0,0.0 0 1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, profile []byte) {
		all, err := executed("m", profile)
		if err != nil {
			return
		}
		for _, lines := range all {
			assert.NotEmpty(t, lines)
			assert.True(t, lines.Touch(lines[0][0], lines[len(lines)-1][1]))
		}
	})
}
