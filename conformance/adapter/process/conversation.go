package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// errOver is the error of a request that was not sent because the conversation
// had ended.
var errOver = errors.New("the conversation has ended")

// A conversation is one run of the protocol over a pair of streams: from
// initialize to the first fault or the end of the streams. It does not start or
// end processes. It reports when it has failed, and its owner settles the open
// requests.
type conversation struct {
	w   io.Writer
	log func(adapter.Log)
	// slots has as many places as requests may be open at once.
	slots chan struct{}
	lines chan []byte

	// failed is closed once the conversation can't continue; closed is closed when
	// the adapter's output has ended.
	failed, closed chan struct{}
	running        sync.WaitGroup

	mu sync.Mutex
	// next is the id of the next request.
	next int64
	open map[int64]*request
	// answered reports whether there was an answer after that to initialize. heard
	// is when the last line of any kind arrived.
	answered bool
	heard    time.Time
	// closing reports whether the harness is about to end the conversation.
	closing bool
	// departing reports whether a shutdown was answered: the adapter's end is then
	// not a crash.
	departing bool
	// cut reports whether the output ended in the middle of a line.
	cut   bool
	fault *adapter.Fault
	// left is the reason if the harness ended the conversation itself; else nil.
	left error
	// guilty is the request that the fault is charged to, and wait is how long the
	// harness waited for a request that timed out.
	guilty *request
	wait   time.Duration
	// uncharged is a fault without a guilty request, which the next one is charged
	// with.
	uncharged *adapter.Fault
}

// A request is one that was made and has not been answered.
type request struct {
	id     int64
	method string
	made   time.Time
	limit  time.Duration
	// until is when it expires; a heartbeat moves it, but not past three times
	// the limit.
	until time.Time
	beats int
	timer *time.Timer
	ended chan ending
}

type ending struct {
	result json.RawMessage
	err    error
}

// hard is how many limits a request with heartbeats may take.
const hard = 3

func newConversation(r io.Reader, w io.Writer, log func(adapter.Log)) *conversation {
	c := &conversation{
		w: w, log: log, slots: make(chan struct{}, 1), lines: make(chan []byte),
		failed: make(chan struct{}), closed: make(chan struct{}),
		next: 1, open: map[int64]*request{}, heard: time.Now(),
	}
	c.running.Go(func() { c.read(adapter.NewLines(r)) })
	c.running.Go(c.write)
	return c
}

// A bound is how long the answer to a request may take: cold as long as nothing was
// answered but initialize, warm from then on.
type bound struct{ cold, warm time.Duration }

// always is a bound that the beginning does not stretch.
func always(limit time.Duration) bound { return bound{limit, limit} }

// call makes one request and waits for its result. The text of the parameters
// must not have a line feed. If the context ends, call returns, but the request
// stays open and keeps its slot. A shutdown needs no slot.
func (c *conversation) call(ctx context.Context, method string, params json.RawMessage, limit bound) (json.RawMessage, error) {
	if method != adapter.MethodShutdown {
		select {
		case c.slots <- struct{}{}:
		case <-c.failed:
			return nil, errOver
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	r, line := c.begin(method, params, limit)
	if r == nil {
		return nil, errOver
	}
	select {
	case c.lines <- line:
	case <-c.failed:
	}
	select {
	case o := <-r.ended:
		return o.result, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// begin enters a request among the open ones, unless the conversation is over.
func (c *conversation) begin(method string, params json.RawMessage, within bound) (*request, []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fault != nil {
		return nil, nil
	}
	limit := within.cold
	if c.answered {
		limit = within.warm
	}
	r := &request{
		id: c.next, method: method, made: time.Now(), limit: limit,
		ended: make(chan ending, 1),
	}
	r.until = r.made.Add(limit)
	c.next++
	c.open[r.id] = r
	r.timer = time.AfterFunc(limit, func() { c.expire(r) })
	return r, adapter.Message{ID: strconv.AppendInt(nil, r.id, 10), Method: method, Params: params}.Line()
}

// write writes the lines. It runs in its own goroutine: an adapter that does not
// read makes a request time out, but blocks nothing else.
func (c *conversation) write() {
	for {
		select {
		case line := <-c.lines:
			// If the adapter has exited, read sees the end of its output.
			_, _ = c.w.Write(line)
		case <-c.failed:
			return
		}
	}
}

func (c *conversation) read(lines *adapter.Lines) {
	defer close(c.closed)
	for {
		line, err := lines.Next()
		switch {
		case errors.Is(err, adapter.ErrTooLong):
			c.violate(fmt.Errorf("a line is longer than %d bytes", adapter.MaxLine))
			return
		case err != nil:
			c.mu.Lock()
			c.cut = errors.Is(err, io.ErrUnexpectedEOF)
			c.mu.Unlock()
			return
		}
		c.mu.Lock()
		c.heard = time.Now()
		c.mu.Unlock()
		m, err := parse(line)
		if err == nil {
			err = c.take(m)
		}
		if err != nil {
			c.violate(err)
			return
		}
	}
}

// take finds the request that a message is about.
func (c *conversation) take(m message) error {
	switch m.method {
	case "":
		return c.answer(m)
	case adapter.NotifyHeartbeat:
		return c.beat(m.params)
	case adapter.NotifyLog:
		var l adapter.Log
		if err := json.Unmarshal(m.params, &l); err != nil {
			// Logs are never judged, so a malformed one is kept as text.
			l = adapter.Log{Text: string(m.params)}
		}
		if c.log != nil {
			c.log(l)
		}
	}
	return nil
}

func (c *conversation) answer(m message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.open[m.id]
	switch {
	case c.fault != nil:
		return nil
	case !ok && m.id > 0 && m.id < c.next:
		return fmt.Errorf("request %d is answered a second time", m.id)
	case !ok:
		return fmt.Errorf("id %d was never asked", m.id)
	}
	c.answered = c.answered || r.method != adapter.MethodInitialize
	if m.err == nil {
		err := adapter.CheckResult(r.method, m.result)
		if err != nil && r.method == adapter.MethodInitialize {
			return err
		}
		// An answer of another shape fails only its own request.
		if err != nil {
			c.settle(r, ending{err: &adapter.Misshapen{Message: err.Error()}})
		} else {
			c.settle(r, ending{result: m.result})
		}
	} else {
		c.settle(r, ending{err: m.err})
	}
	if r.method == adapter.MethodShutdown {
		c.departing = true
	}
	return nil
}

// settle ends a request. The lock is held.
func (c *conversation) settle(r *request, o ending) {
	r.timer.Stop()
	delete(c.open, r.id)
	if r.method != adapter.MethodShutdown {
		<-c.slots
	}
	r.ended <- o
}

// beat moves the expiry of a request. A heartbeat may cross the end of the one
// it is about.
func (c *conversation) beat(params json.RawMessage) error {
	var h adapter.Heartbeat
	if err := json.Unmarshal(params, &h); err != nil {
		return fmt.Errorf("a heartbeat without an id: %s", adapter.Excerpt(params))
	}
	id, err := parseID(h.ID)
	if err != nil {
		return fmt.Errorf("a heartbeat: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if id < 1 || id >= c.next {
		return fmt.Errorf("a heartbeat: id %d was never asked", id)
	}
	if r, ok := c.open[id]; ok {
		r.beats++
		r.until = time.Now().Add(r.limit)
		if last := r.made.Add(hard * r.limit); r.until.After(last) {
			r.until = last
		}
		r.timer.Reset(time.Until(r.until))
	}
	return nil
}

// admit sets how many requests may be open at once, before any but initialize
// was made.
func (c *conversation) admit(inFlight int) { c.slots = make(chan struct{}, inFlight) }
