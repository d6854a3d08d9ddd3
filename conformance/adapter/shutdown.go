package adapter

import (
	"context"
	"fmt"
	"time"
)

// finish waits for the open requests, ends those that take too long, and shuts
// the adapter down.
func (s *server) finish() {
	s.mu.Lock()
	s.ending = true
	s.mu.Unlock()
	last, release := context.WithTimeout(context.WithoutCancel(s.work), shutdownLimit)
	defer release()
	done := make(chan struct{})
	go func() {
		s.open.Wait()
		close(done)
	}()
	drain := time.NewTimer(max(s.options.Drain, 0))
	defer drain.Stop()
	select {
	case <-done:
	case <-drain.C:
	case <-last.Done():
	case <-s.broken:
	case <-s.work.Done():
	}
	s.cancel()
	select {
	case <-done:
	case <-last.Done():
	}
	s.finishShutdown(last)
}

// finishShutdown shuts the adapter down and answers the shutdown, if there was
// one.
func (s *server) finishShutdown(last context.Context) {
	ended := make(chan error, 1)
	go func() {
		_, err := protect(func() (any, error) { return nil, s.adapter.Shutdown(last) })
		ended <- err
	}()
	var err error
	select {
	case err = <-ended:
	case <-last.Done():
		err = AdapterError("the adapter did not shut down in time")
	}
	if s.shutdownLimit != nil {
		s.reply(s.shutdownLimit, struct{}{}, err)
	}
}

func (s *server) result(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended:
		if s.readErr != nil {
			return fmt.Errorf("reading requests: %w", s.readErr)
		}
	default:
	}
	if s.writeErr != nil {
		return s.writeErr
	}
	if s.shutdownLimit == nil {
		select {
		case <-s.ended:
		default:
			return context.Cause(ctx)
		}
	}
	return nil
}
