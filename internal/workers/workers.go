// Package workers runs jobs, several at once.
package workers

import (
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
