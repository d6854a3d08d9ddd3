// Package process turns requests of the conformance harness into lines for an
// adapter and its lines into results: for a program that it starts and, where
// the program fails, starts again, and for the built-in engine, which is served
// in memory and reached by the same client.
//
// Start and Builtin give a Client. A request that the adapter answers gives its
// result or an *adapter.Error. A request at which the adapter was lost gives
// an *adapter.Fault; others that were open at that time, or whose sessions were lost
// with it, give an *adapter.Restarted; after too many restarts everything gives
// an *adapter.GaveUp.
//
// The package judges only the protocol. It checks a result only for the member
// that its method requires, stores no events and knows no cases.
package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/jsontext"
)

// ErrClosed is the error of a request that was open when its client was closed.
var ErrClosed = errors.New("the client is closed")

// Options adapt a Client. The zero Options are usable.
type Options struct {
	// Version is the harness's own.
	Version string
	// Dialects are the names of the contracts that an implementation may follow;
	// empty means any. All are judged by the same cases.
	Dialects []string
	// TimeoutScale multiplies all limits; 0 means 1.
	TimeoutScale float64
	// Log gets the adapter's $/log notifications in order. It is called from one
	// goroutine at a time, must be quick and must not call the Client. nil drops
	// the notifications.
	Log func(adapter.Log)
	// Started, if not nil, is called for each program that is started, with a
	// function that kills it and its process group at once, for a caller that can't
	// wait for Close. kill does nothing after the program's end. Started is not
	// called for the built-in engine.
	Started func(kill func())
}

// A Client is an adapter that is ready for requests. Its methods may be called
// concurrently; more requests than the implementation takes at once wait their
// turn. It must be closed.
type Client struct {
	dial    func() (*peer, error)
	options Options
	hello   adapter.InitializeResult

	// life ends with Close; background are the restarts.
	life       context.Context
	end        context.CancelFunc
	background sync.WaitGroup

	mu          sync.Mutex
	current     *generation
	replacement *replacement
	restarts    int
	// row counts the starts since the last one that succeeded.
	row int
	// cost is the time spent on restarts and on waiting for requests that timed
	// out.
	cost   time.Duration
	gaveUp *adapter.GaveUp
	// mute reports whether a request timed out on an adapter that had answered
	// only initialize.
	mute   bool
	closed bool
	// sessions maps a session to the generation that it was opened in.
	sessions map[string]*generation
}

// Start starts a program and agrees with it on the protocol, within the limit of
// initialize and the context, which applies only to the start. The error is a
// *StartError if the command or this machine is to blame, and an *adapter.Fault
// or an *adapter.Error if the adapter is; then nothing is left running.
func Start(ctx context.Context, c Command, o Options) (*Client, error) {
	guard.CatchIgnoredSignals()
	return open(ctx, func() (*peer, error) { return c.start(o) }, o)
}

func open(ctx context.Context, dial func() (*peer, error), o Options) (*Client, error) {
	d := &Client{dial: dial, options: o, sessions: map[string]*generation{}}
	g, hello, err := d.begin(ctx)
	if err != nil {
		return nil, err
	}
	d.current, d.hello = g, hello
	d.life, d.end = context.WithCancel(context.Background())
	return d, nil
}

// Hello returns the implementation's result of initialize at the start. Every
// restart has to give the same.
func (c *Client) Hello() adapter.InitializeResult { return c.hello }

// Restarts returns how often the adapter was restarted.
func (c *Client) Restarts() int {
	n, _ := c.Cost()
	return n
}

// Cost returns how often the adapter was restarted, and the time spent on it:
// waiting for requests that timed out, and then until the adapter was ready.
func (c *Client) Cost() (restarts int, time time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.restarts, c.cost
}

// Call makes one request and returns its result as JSON text. limit bounds the
// wait for the answer; 0 means the protocol's limit for the method, which is
// longer until the adapter's first answer after a start. Heartbeats extend the
// limit up to three times, and Options.TimeoutScale multiplies it. The time a
// request waits for its turn does not count.
//
// An error is an *adapter.Error, an *adapter.Fault, an *adapter.Restarted or a
// *adapter.GaveUp, ErrClosed, or the context's. A fault while no request is open
// is charged to the next request.
//
// A session belongs to the adapter's process. A request for a session that was
// lost with its process returns an *adapter.Restarted and is not sent. Therefore
// the names of open sessions must be unique.
func (c *Client) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	var text json.RawMessage
	if params != nil {
		var err error
		if text, err = jsontext.Encode(params); err != nil {
			return nil, fmt.Errorf("%s: the parameters can't be written: %w", method, err)
		}
	}
	if len(text) > adapter.MaxLine-envelope {
		return nil, fmt.Errorf("%s: the parameters have %d bytes, more than a line may", method, len(text))
	}
	session := sessionOf(text)
	for {
		g, err := c.now()
		if err != nil {
			return nil, err
		}
		if lost := c.lost(session, method, g); lost != nil {
			return nil, lost
		}
		result, err := g.talk.call(ctx, method, text, c.bound(method, limit))
		if err == nil {
			c.remember(session, method, g)
		}
		if !errors.Is(err, errOver) {
			return result, err
		}
		select {
		case <-g.over:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if f := g.talk.collect(method); f != nil {
			return nil, f
		}
		if err := c.replace(ctx, g); err != nil {
			return nil, err
		}
	}
}

// envelope is an upper bound for the bytes of a request around its parameters.
const envelope = 256

// sessionOf returns the session that a request is for; empty if there is none.
func sessionOf(params json.RawMessage) string {
	var p struct {
		Session string `json:"session"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return ""
	}
	return p.Session
}

// startLimit is how long an adapter may take for its result of initialize, and
// again for its first answer, because a program may load its dependencies on the
// first request. That first answer never waits for a hook, because a session has
// to be opened before.
const startLimit = 30 * time.Second

// bound returns how long the answer to a request may take; limit 0 means the
// protocol's limit. Once a first answer has timed out, later starts get no extra
// time.
func (c *Client) bound(method string, limit time.Duration) bound {
	scale := c.options.scale()
	if limit > 0 {
		return always(scaled(limit, scale))
	}
	limit = adapter.RequestLimit
	if method == adapter.MethodSessionOpen {
		limit = 5 * time.Second
	}
	b := always(scaled(limit, scale))
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.mute {
		b.cold = scaled(startLimit, scale)
	}
	return b
}

func (o Options) scale() float64 {
	if o.TimeoutScale <= 0 {
		return 1
	}
	return o.TimeoutScale
}

// now returns the generation that requests go to; it may have ended.
func (c *Client) now() (*generation, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return nil, ErrClosed
	case c.gaveUp != nil:
		return nil, c.gaveUp
	}
	return c.current, nil
}

// lost returns an error if the session ended with an earlier generation.
func (c *Client) lost(session, method string, g *generation) error {
	if session == "" || method == adapter.MethodSessionOpen {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	of, ok := c.sessions[session]
	if !ok || of == g {
		return nil
	}
	if method == adapter.MethodSessionClose {
		delete(c.sessions, session)
	}
	return &adapter.Restarted{Cause: of.cause}
}

// remember notes the sessions that are open.
func (c *Client) remember(session, method string, g *generation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch method {
	case adapter.MethodSessionOpen:
		c.sessions[session] = g
	case adapter.MethodSessionClose:
		delete(c.sessions, session)
	}
}

// Close sends a shutdown, waits the protocol's 5 s for the adapter to exit, and
// then kills it. When it returns, no process of the adapter's group is left, and
// all open requests have ended. The error is an *adapter.Fault if the adapter did
// not exit by itself; its processes have ended nevertheless. A second Close does
// nothing.
func (c *Client) Close() error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil
	}
	c.closed = true
	c.mu.Unlock()
	c.end()
	c.background.Wait()
	return c.current.close(c.options.scale())
}
