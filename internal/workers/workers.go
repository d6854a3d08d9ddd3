// Package workers carries out jobs, several at once. It knows nothing of what they
// are.
package workers

import (
	"context"
	"sync"
)

// Each does something with each of some, so many at once and in their order, and
// returns when all of it is done. What the end of the context finds not begun is
// left out. Nobody waits for work that there is not.
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
