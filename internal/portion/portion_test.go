package portion_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/portion"
)

var all = []int{0, 1, 2, 3, 4, 5, 6}

func TestSuccessiveOffsetsShareAll(t *testing.T) {
	t.Setenv("HOOKTEST_NIGHTLY", "")
	for _, seed := range []string{"", "7", "12527f8d"} {
		t.Setenv("HOOKTEST_SEED", seed)
		var together []int
		for offset := range 3 {
			part := portion.Of(all, 3, offset)
			assert.True(t, slices.IsSorted(part))
			assert.Contains(t, []int{2, 3}, len(part))
			assert.Equal(t, part, portion.Of(all, 3, offset), "the same seed takes the same part")
			together = append(together, part...)
		}
		assert.ElementsMatch(t, all, together, seed)
	}
}

func TestThePartFollowsFromTheSeed(t *testing.T) {
	t.Setenv("HOOKTEST_NIGHTLY", "")
	seen := map[int]bool{}
	for seed := range 100 {
		t.Setenv("HOOKTEST_SEED", strconv.Itoa(seed))
		seen[portion.Of(all, len(all), 0)[0]] = true
	}
	assert.Len(t, seen, len(all), "a hundred seeds take each part at least once")
}

func TestEveryNightTakesAll(t *testing.T) {
	t.Setenv("HOOKTEST_NIGHTLY", "1")
	assert.Equal(t, all, portion.Of(all, 7, 3))
	t.Setenv("HOOKTEST_NIGHTLY", "0")
	assert.Len(t, portion.Of(all, 7, 3), 1, "only 1 says nightly")
}
