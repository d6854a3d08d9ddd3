package proof

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestLinesTouch(t *testing.T) {
	lines := Lines{{3, 5}, {9, 9}, {12, 20}}
	for _, tt := range []struct {
		first, last int
		want        bool
		reason      string
	}{
		{1, 2, false, "before all"}, {1, 3, true, "the first line"}, {4, 4, true, "inside"}, {5, 6, true, "the last line"}, {6, 8, false, "between"},
		{9, 9, true, "a single line"}, {10, 11, false, "between"}, {6, 100, true, "around"}, {21, 30, false, "after all"}, {0, 0, false, "no line"}, {5, 4, false, "an empty range"},
	} {
		assert.Equal(t, tt.want, lines.Touch(tt.first, tt.last), tt.reason)
	}
	assert.False(t, Lines(nil).Touch(1, 100))
	assert.True(t, lines.Has(12))
	assert.False(t, lines.Has(11))
}

// Joined ranges have the same lines as before, are sorted and don't touch. The search
// finds exactly those lines.
func TestJoinedProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in Lines
		ran := map[int]bool{}
		for range rapid.IntRange(0, 12).Draw(t, "ranges") {
			first := rapid.IntRange(1, 60).Draw(t, "first")
			last := first + rapid.IntRange(0, 9).Draw(t, "more")
			in = append(in, [2]int{first, last})
			for line := first; line <= last; line++ {
				ran[line] = true
			}
		}
		out := slices.Clone(in).Joined()
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
		assert.Equal(t, out, slices.Clone(out).Joined(), "joined once is joined")
	})
}
