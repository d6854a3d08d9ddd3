package workers_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/workers"
)

func TestEachIsDoneOnce(t *testing.T) {
	for _, many := range []int{-1, 1, 3, 100} {
		var mu sync.Mutex
		var done []int
		workers.Each(t.Context(), many, []int{1, 2, 3, 4, 5}, func(n int) {
			mu.Lock()
			defer mu.Unlock()
			done = append(done, n)
		})
		assert.ElementsMatch(t, []int{1, 2, 3, 4, 5}, done, "%d at once", many)
	}
}

func TestMapKeepsTheOrder(t *testing.T) {
	odd := errors.New("odd")
	half := func(_, n int) (int, error) {
		if n%2 == 1 {
			return 0, odd
		}
		return n / 2, nil
	}
	results, err := workers.Map(t.Context(), 3, []int{8, 4, 6, 2}, half)
	require.NoError(t, err)
	assert.Equal(t, []int{4, 2, 3, 1}, results)
	results, err = workers.Map(t.Context(), 3, []int{8, 5}, half)
	assert.ErrorIs(t, err, odd)
	assert.Equal(t, []int{4, 0}, results)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = workers.Map(ctx, 1, []int{2}, half)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestSoManyAtOnce(t *testing.T) {
	together := make(chan struct{})
	workers.Each(t.Context(), 2, []int{1, 2}, func(int) {
		// Both wait for each other.
		select {
		case together <- struct{}{}:
		case <-together:
		}
	})
}

func TestTheContextEndsWhatIsNotBegun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	workers.Each(ctx, 1, make([]int, 100), func(int) {
		done++
		cancel()
	})
	assert.LessOrEqual(t, done, 2, "one may have been handed over before")
}
