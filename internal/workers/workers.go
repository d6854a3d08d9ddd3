// Package workers runs jobs, several at once.
package workers

import (
	"cmp"
	"context"
	"sync"
)

// Each calls do for each element, in order and up to many at once, and returns when all
// calls have returned. Once the context ends, it skips the elements that it has not
// begun. It starts no more goroutines than there are elements.
func Each[T any](ctx context.Context, many int, all []T, do func(T)) {
	queue := make(chan T)
	var crew sync.WaitGroup
	for range min(max(many, 1), len(all)) {
		crew.Go(func() {
			for one := range queue {
				do(one)
			}
		})
	}
	for _, one := range all {
		if ctx.Err() != nil {
			break
		}
		queue <- one
	}
	close(queue)
	crew.Wait()
}

// Map is Each for a function of an index and its element, with a result. It returns the results in the
// order of the elements. The error is that of the context, or the first of a call.
func Map[T, R any](ctx context.Context, many int, all []T, do func(i int, one T) (R, error)) ([]R, error) {
	results, errs, indices := make([]R, len(all)), make([]error, len(all)), make([]int, len(all))
	for i := range indices {
		indices[i] = i
	}
	Each(ctx, many, indices, func(i int) { results[i], errs[i] = do(i, all[i]) })
	return results, cmp.Or(append([]error{ctx.Err()}, errs...)...)
}
