package process

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/internal/jsontext"
)

// mostInARow is how many starts in a row may fail. There is no limit for starts
// that succeed: each fault fails the request that it is charged to, and the number
// of requests is finite.
const mostInARow = 3

// A generation is one life of the adapter, from its start to its end.
type generation struct {
	peer *peer
	talk *conversation
	// over is closed once it has ended and all its requests have; cause is set
	// then.
	over  chan struct{}
	cause *adapter.Fault
}

// watch waits for the end of a generation and then ends its remaining processes.
// Its requests end after its processes: the next generation then runs alone, and
// their faults have the end of stderr.
func (g *generation) watch(scale float64) {
	defer close(g.over)
	select {
	case <-g.talk.failed:
	case <-g.talk.closed:
	case <-g.peer.exited:
	}
	select {
	case <-g.talk.failed:
	case <-g.peer.exited:
		// Answers may still be on their way.
		wait(g.talk.closed, leftovers)
		g.talk.crash(g.peer.how())
	default:
		g.silent(scaled(shutdownLimit, scale))
	}
	g.peer.end()
	g.cause = g.talk.finish(g.peer.stderr())
}

// silent waits for the end of an adapter whose output has ended.
func (g *generation) silent(limit time.Duration) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-g.talk.failed:
	case <-g.peer.exited:
		g.talk.crash(g.peer.how())
	case <-timer.C:
		g.talk.violate(errors.New("stdout has ended, and the adapter has not"))
	}
}

// close ends a generation in the protocol's way.
func (g *generation) close(scale float64) error {
	limit := scaled(shutdownLimit, scale)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	g.talk.close()
	// The context bounds the answer and the end together.
	_, err := g.talk.call(ctx, adapter.MethodShutdown, nil, always(hard*limit))
	if errors.Is(err, errOver) {
		<-g.over
		if f := g.talk.collect(adapter.MethodShutdown); f != nil {
			return f
		}
		return nil
	}
	g.peer.hangUp()
	select {
	case <-g.peer.exited:
	case <-g.talk.failed:
	case <-ctx.Done():
		g.talk.overdue(fmt.Sprintf("%s: the adapter has not ended within %v", adapter.MethodShutdown, limit))
	}
	<-g.over
	if g.talk.left == nil {
		return g.cause
	}
	return err
}

// begin starts a generation and agrees with it on the protocol.
func (c *Client) begin(ctx context.Context) (*generation, adapter.InitializeResult, error) {
	var hello adapter.InitializeResult
	peer, err := c.dial()
	if err != nil {
		return nil, hello, err
	}
	g := &generation{peer: peer, talk: newConversation(peer.out, peer.in, c.options.Log), over: make(chan struct{})}
	scale := c.options.scale()
	go g.watch(scale)
	nonce := rand.Text()
	params, err := jsontext.Encode(adapter.InitializeParams{
		ProtocolVersions: []int{adapter.Version},
		Harness:          adapter.Party{Name: "hooktest", Version: c.options.Version},
		Nonce:            nonce,
	})
	if err != nil {
		return nil, hello, g.refuse(err)
	}
	text, err := g.talk.call(ctx, adapter.MethodInitialize, params, always(scaled(startLimit, scale)))
	if errors.Is(err, errOver) {
		return nil, hello, g.blame()
	}
	if err != nil {
		return nil, hello, g.refuse(err)
	}
	if hello, err = checkHello(text, nonce, c.options.Dialects...); err != nil {
		return nil, hello, g.accuse(err)
	}
	g.talk.admit(hello.MaxInFlight)
	return g, hello, nil
}

// refuse ends a generation that could not be started, and returns the reason.
func (g *generation) refuse(reason error) error {
	g.talk.leave(reason)
	<-g.over
	return reason
}

// accuse ends a generation whose result of initialize breaks the protocol.
func (g *generation) accuse(err error) error {
	g.talk.violate(err)
	return g.blame()
}

// blame returns why a generation ended that could not be started.
func (g *generation) blame() error {
	<-g.over
	if f := g.talk.collect(adapter.MethodInitialize); f != nil {
		return f
	}
	return g.cause
}

func checkHello(text json.RawMessage, nonce string, dialects ...string) (adapter.InitializeResult, error) {
	var hello adapter.InitializeResult
	if err := adapter.DecodeResult(text, &hello); err != nil {
		return hello, fmt.Errorf("the result can't be read: %w", err)
	}
	if hello.Nonce != nonce {
		return hello, fmt.Errorf("the nonce is %s, want %q", adapter.Excerpt([]byte(hello.Nonce)), nonce)
	}
	return hello, hello.Check(dialects...)
}

// same reports whether two results of initialize are equal, apart from the nonce
// and the order of the claims.
func same(a, b adapter.InitializeResult) bool {
	for _, hello := range []*adapter.InitializeResult{&a, &b} {
		hello.Nonce = ""
		hello.Profiles = slices.Sorted(slices.Values(hello.Profiles))
		hello.Observes = slices.Sorted(slices.Values(hello.Observes))
		if len(hello.Features) == 0 {
			hello.Features = nil
		}
	}
	return reflect.DeepEqual(a, b)
}

// A replacement is the start of a generation after a generation that has ended.
type replacement struct {
	done chan struct{}
	err  error
}

// replace waits until a new generation has replaced one that has ended. If its
// result of initialize differs, the first request that waits is charged. If there
// are no more tries, every request gets the error.
func (c *Client) replace(ctx context.Context, old *generation) error {
	c.mu.Lock()
	if c.closed || c.current != old || c.gaveUp != nil {
		c.mu.Unlock()
		return nil
	}
	a, first := c.replacement, false
	if a == nil {
		a, first = &replacement{done: make(chan struct{})}, true
		c.replacement = a
		c.background.Go(func() { c.restart(a, old) })
	}
	c.mu.Unlock()
	select {
	case <-a.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if first {
		return a.err
	}
	return nil
}

// restart starts generations until one succeeds, one breaks the protocol, or there
// were too many.
func (c *Client) restart(a *replacement, old *generation) {
	var g *generation
	var last error = old.cause
	began := time.Now()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if g != nil {
			c.current, c.row = g, 0
		}
		c.cost += old.talk.waited() + time.Since(began)
		c.mute = c.mute || old.talk.mute()
		c.replacement = nil
		close(a.done)
	}()
	for c.life.Err() == nil && c.another(last) {
		next, hello, err := c.begin(c.life)
		if err == nil && !same(c.hello, hello) {
			a.err = next.accuse(errors.New("after a restart the adapter says something else of itself than before"))
			return
		}
		if err == nil {
			g = next
			return
		}
		last = err
	}
}

// another counts one more restart, or gives up.
func (c *Client) another(last error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.row >= mostInARow {
		c.gaveUp = &adapter.GaveUp{Restarts: c.restarts, Last: last}
		return false
	}
	c.restarts++
	c.row++
	return true
}
