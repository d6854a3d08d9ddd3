package portion_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/portion"
)

func TestOf(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	tests := []struct {
		name, seed, nightly string
		n, offset           int
		want                []int
		reason              string
	}{
		{"no seed", "", "", 3, 0, []int{0, 3, 6}, "a run by hand is repeatable"},
		{"seed", "7", "", 3, 0, []int{1, 4}, "7 modulo 3"},
		{"offset", "7", "", 3, 1, []int{2, 5}, "the next part"},
		{"large", "9223372036854775807", "", 3, 2, []int{2, 5}, "2^63-1 is 2^30-1 modulo 2^30, which is 0 modulo 3"},
		{"whole", "7", "", 1, 0, all, "one part is everything"},
		{"nightly", "7", "1", 3, 0, all, "every night takes everything"},
		{"no night", "7", "0", 7, 0, []int{0}, "only 1 says nightly"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("HOOKTEST_SEED", test.seed)
			t.Setenv("HOOKTEST_NIGHTLY", test.nightly)
			assert.Equal(t, test.want, portion.Of(all, test.n, test.offset), test.reason)
		})
	}
	t.Run("not a number", func(t *testing.T) {
		t.Setenv("HOOKTEST_SEED", "deadbeef")
		t.Setenv("HOOKTEST_NIGHTLY", "")
		assert.Panics(t, func() { portion.Of(all, 2, 0) })
	})
}
