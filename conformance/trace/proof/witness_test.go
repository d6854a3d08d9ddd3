package proof

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLinesTouch(t *testing.T) {
	lines := Lines{{3, 5}, {9, 9}, {12, 20}}
	for _, tt := range []struct {
		first, last int
		want        bool
		reason      string
	}{
		{1, 2, false, "before all"}, {1, 3, true, "the first line"}, {4, 4, true, "inside"}, {5, 6, true, "the last line"}, {6, 8, false, "between"},
		{9, 9, true, "a single line"}, {10, 11, false, "between"}, {6, 100, true, "around"}, {21, 30, false, "behind all"}, {0, 0, false, "no line"}, {5, 4, false, "an empty range"},
	} {
		assert.Equal(t, tt.want, lines.Touch(tt.first, tt.last), tt.reason)
	}
	assert.False(t, Lines(nil).Touch(1, 100))
	assert.True(t, lines.Has(12))
	assert.False(t, lines.Has(11))
}
