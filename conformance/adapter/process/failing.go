package process

import (
	"errors"
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// expire ends the conversation when a request has got no answer in its time.
func (c *conversation) expire(r *request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[r.id] != r {
		return
	}
	// A heartbeat may have come while the timer fired.
	if left := time.Until(r.until); left > 0 {
		r.timer.Reset(left)
		return
	}
	why := fmt.Sprintf("no answer within %v", r.limit)
	if r.beats > 0 {
		why = fmt.Sprintf("no answer within %v after the last of %d heartbeats", r.limit, r.beats)
		if r.until.Sub(r.made) >= hard*r.limit {
			why = fmt.Sprintf("no answer within %v, however many heartbeats", hard*r.limit)
		}
	}
	c.wait = time.Since(r.made)
	// An adapter that does one thing at a time may let others wait because of one
	// request. Which one it was shows only when each is made alone.
	if n := len(c.open); n > 1 && time.Since(c.heard) > r.limit/2 {
		c.fail(adapter.Fault{Verdict: outcome.Timeout, Message: fmt.Sprintf("%s: %s, nor to any of %d open requests", r.method, why, n)}, nil)
		return
	}
	c.fail(adapter.Fault{Verdict: outcome.Timeout, Message: why}, r)
}

// violate charges the oldest open request with what the adapter wrote.
func (c *conversation) violate(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var oldest *request
	for _, r := range c.open {
		if oldest == nil || r.id < oldest.id {
			oldest = r
		}
	}
	broken, ok := errors.AsType[*adapter.Error](err)
	c.fail(adapter.Fault{
		Verdict: outcome.ProtocolViolation, Message: err.Error(), Stray: ok && broken.Code == adapter.CodeParseError,
	}, oldest)
}

// crash records that the adapter has exited. If several requests are open, any
// may be the cause, so none is charged.
func (c *conversation) crash(how string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.departing {
		c.leaveFor(ErrClosed)
		return
	}
	if c.cut {
		how += ", in the middle of a line"
	}
	crash := adapter.Fault{Verdict: outcome.Crash, Message: how}
	if n := len(c.open); n > 1 {
		crash.Message = fmt.Sprintf("%s while %d requests were open", how, n)
		c.fail(crash, nil)
		return
	}
	for _, r := range c.open {
		c.fail(crash, r)
	}
	c.fail(crash, nil)
}

// close marks the last conversation: nothing is restarted after it, so requests
// that it cuts off are not repeated.
func (c *conversation) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closing = true
}

// overdue records a fault without a guilty request: the adapter still runs
// although it should have exited.
func (c *conversation) overdue(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail(adapter.Fault{Verdict: outcome.Timeout, Message: why}, nil)
}

// leave ends the conversation without a fault of the adapter. Open requests end
// with the reason.
func (c *conversation) leave(reason error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaveFor(reason)
}

// leaveFor is leave. The lock is held.
func (c *conversation) leaveFor(reason error) {
	if c.fault == nil {
		c.left = reason
		c.fail(adapter.Fault{Verdict: outcome.NotRun, Message: reason.Error()}, nil)
	}
}

// fail ends the conversation with its first fault. The lock is held.
func (c *conversation) fail(fault adapter.Fault, guilty *request) {
	if c.fault != nil {
		return
	}
	c.fault, c.guilty = &fault, guilty
	if len(c.open) == 0 {
		c.uncharged = c.fault
	}
	close(c.failed)
}

// mute reports whether a request timed out before anything but initialize was
// answered.
func (c *conversation) mute() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.answered && c.fault.Verdict == outcome.Timeout
}

// waited returns how long the harness waited for the request that ended the
// conversation by timing out.
func (c *conversation) waited() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wait
}

// finish settles every open request of a failed conversation: the guilty one with
// its fault, the others with an error that has the fault as its cause. The caller
// has closed the streams, so no goroutine runs afterwards. It returns the fault.
func (c *conversation) finish(stderr string) *adapter.Fault {
	c.running.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fault.Stderr = stderr
	cause := *c.fault
	if c.guilty != nil {
		cause.Message = c.guilty.method + ": " + cause.Message
	}
	for _, r := range c.open {
		switch {
		case c.left != nil:
			c.settle(r, ending{err: c.left})
		case r == c.guilty:
			c.settle(r, ending{err: &cause})
		case c.closing:
			c.settle(r, ending{err: ErrClosed})
		default:
			c.settle(r, ending{err: &adapter.Restarted{Cause: &cause}})
		}
	}
	return &cause
}

// collect gives, once, the fault of a finished conversation that no request was
// open for, charged to the method of the next one; else nil.
func (c *conversation) collect(method string) *adapter.Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.uncharged == nil {
		return nil
	}
	f := *c.uncharged
	c.uncharged = nil
	f.Message = method + ": " + f.Message
	return &f
}
