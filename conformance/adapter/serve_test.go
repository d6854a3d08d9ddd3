package adapter_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// fake is an adapter with functions of the test as methods; every other method
// is unsupported.
type fake struct {
	adapter.Adapter
	inFlight int
	open     func(adapter.OpenParams) error
	closed   func(adapter.SessionParams) error
	fire     func(context.Context, adapter.EventParams) (adapter.FireResult, error)
	hello    func(*adapter.InitializeResult)
	shutdown chan struct{}
}

func (f *fake) Initialize(_ context.Context, p adapter.InitializeParams) (adapter.InitializeResult, error) {
	r := adapter.InitializeResult{
		ProtocolVersion: 1, Nonce: p.Nonce, Dialect: "llxprt", MaxInFlight: max(f.inFlight, 1),
		Implementation: adapter.Implementation{Name: "fake", Version: "1", Language: "go"},
		Profiles:       []adapter.Profile{}, Observes: []adapter.Observation{},
		Features: map[adapter.Feature]bool{adapter.FeatureFire: true},
	}
	if f.hello != nil {
		f.hello(&r)
	}
	return r, nil
}

func (f *fake) OpenSession(_ context.Context, p adapter.OpenParams) error { return f.open(p) }

func (f *fake) CloseSession(_ context.Context, p adapter.SessionParams) error { return f.closed(p) }

func (f *fake) Fire(ctx context.Context, p adapter.EventParams) (adapter.FireResult, error) {
	return f.fire(ctx, p)
}

func (f *fake) Plan(context.Context, adapter.EventParams) (adapter.PlanResult, error) {
	return adapter.PlanResult{}, adapter.Unsupported(adapter.FeaturePlan)
}

func (f *fake) Chain(_ context.Context, p adapter.ChainParams) (adapter.ChainResult, error) {
	return adapter.ChainResult{Input: p.Input}, nil
}

func (f *fake) Shutdown(context.Context) error {
	if f.shutdown != nil {
		close(f.shutdown)
	}
	return nil
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":[1],"harness":{"name":"h","version":"1"},"nonce":"n"}}`

func fire(id int, session string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"hooks/fire","params":{"session":%q,"event":"BeforeTool","payload":{}}}`, id, session)
}

// answers serves a whole input and gives what came back, one line each.
func answers(t *testing.T, a adapter.Adapter, input string) []string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, adapter.Serve(t.Context(), strings.NewReader(input), &out, a, adapter.Options{Heartbeat: -1}))
	require.True(t, out.Len() == 0 || strings.HasSuffix(out.String(), "\n"), "the last line ends")
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// A conversation talks to Serve over pipes.
type conversation struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *bufio.Reader
	done   chan error
	cancel context.CancelFunc
}

func converse(t *testing.T, a adapter.Adapter, o adapter.Options) *conversation {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	inReader, in := io.Pipe()
	outReader, out := io.Pipe()
	c := &conversation{t: t, in: in, out: bufio.NewReader(outReader), done: make(chan error, 1), cancel: cancel}
	go func() {
		err := adapter.Serve(ctx, inReader, out, a, o)
		_ = out.Close()
		_ = inReader.Close()
		c.done <- err
	}()
	c.send(hello)
	c.receive()
	return c
}

func (c *conversation) send(line string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, line+"\n")
	require.NoError(c.t, err)
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
		Data    struct {
			Kind        string `json:"kind"`
			Unsupported string `json:"unsupported"`
		} `json:"data"`
	} `json:"error"`
}

func (c *conversation) receive() message {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	require.NoError(c.t, err)
	var m message
	require.NoError(c.t, json.Unmarshal([]byte(line), &m))
	return m
}

func (c *conversation) end() error {
	c.t.Helper()
	select {
	case err := <-c.done:
		return err
	case <-time.After(20 * time.Second):
		c.t.Fatal("Serve does not return")
		return nil
	}
}

func TestServeErrors(t *testing.T) {
	tests := []struct {
		name string
		fire func() error
		want string
	}{
		{"panic", func() error { panic("oh") }, `"kind":"adapter"`},
		{"plain error", func() error { return errors.New("oh") }, `"data":{"kind":"adapter"}`},
		{"engine", func() error { return adapter.EngineError("oh") }, `"error":{"code":-32000,"message":"oh","data":{"kind":"engine"}}`},
		{"wrapped", func() error { return fmt.Errorf("more: %w", adapter.EngineError("oh")) }, `"data":{"kind":"engine"}`},
		{"unsupported", func() error { return adapter.Unsupported(adapter.FeatureChain) }, `"data":{"kind":"unsupported","unsupported":"chain"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &fake{fire: func(context.Context, adapter.EventParams) (adapter.FireResult, error) {
				return adapter.FireResult{}, tt.fire()
			}}
			lines := answers(t, f, hello+"\n"+fire(1, "s")+"\n")
			require.Len(t, lines, 2)
			assert.Contains(t, lines[1], tt.want)
		})
	}
}

func TestServeRunsUpToTheLimit(t *testing.T) {
	const limit, all = 3, 10
	var mu sync.Mutex
	running, most := 0, 0
	full, release := make(chan struct{}), make(chan struct{})
	f := &fake{inFlight: limit, fire: func(context.Context, adapter.EventParams) (adapter.FireResult, error) {
		mu.Lock()
		running++
		most = max(most, running)
		if running == limit {
			select {
			case <-full:
			default:
				close(full)
			}
		}
		mu.Unlock()
		<-release
		mu.Lock()
		running--
		mu.Unlock()
		return adapter.FireResult{}, nil
	}}
	c := converse(t, f, adapter.Options{Heartbeat: -1})
	for i := range all {
		c.send(fire(i+1, "s"))
	}
	<-full
	close(release)
	seen := map[string]bool{}
	for range all {
		m := c.receive()
		require.Nil(t, m.Error)
		seen[string(m.ID)] = true
	}
	assert.Len(t, seen, all, "each request has one answer")
	assert.Equal(t, limit, most)
}

func TestServeOrdersASession(t *testing.T) {
	var mu sync.Mutex
	var order []string
	note := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, what)
	}
	f := &fake{
		inFlight: 4,
		open:     func(p adapter.OpenParams) error { note("open " + p.Session); return nil },
		closed:   func(p adapter.SessionParams) error { note("close " + p.Session); return nil },
		fire: func(_ context.Context, p adapter.EventParams) (adapter.FireResult, error) {
			note("fire " + p.Session)
			return adapter.FireResult{}, nil
		},
	}
	for range 50 {
		order = nil
		answers(t, f, strings.Join([]string{
			hello,
			`{"jsonrpc":"2.0","id":1,"method":"session/open","params":{"session":"a","cwd":"/","sessionId":"1"}}`,
			fire(2, "a"),
			`{"jsonrpc":"2.0","id":3,"method":"session/close","params":{"session":"a"}}`,
			`{"jsonrpc":"2.0","id":4,"method":"shutdown"}`,
		}, "\n"))
		require.Equal(t, []string{"open a", "fire a", "close a"}, order)
	}
}

func TestServeEndOfInputMidRequest(t *testing.T) {
	started := make(chan struct{})
	f := &fake{shutdown: make(chan struct{}), fire: func(ctx context.Context, _ adapter.EventParams) (adapter.FireResult, error) {
		close(started)
		<-ctx.Done()
		return adapter.FireResult{}, ctx.Err()
	}}
	c := converse(t, f, adapter.Options{Heartbeat: -1, Drain: -1})
	c.send(fire(1, "s"))
	<-started
	require.NoError(t, c.in.Close())
	m := c.receive()
	assert.Equal(t, "1", string(m.ID), "the open request is still answered")
	require.NotNil(t, m.Error)
	assert.NoError(t, c.end())
	<-f.shutdown
}

func TestServeRequestThatIgnoresCancel(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	f := &fake{fire: func(context.Context, adapter.EventParams) (adapter.FireResult, error) {
		close(started)
		<-release
		return adapter.FireResult{}, nil
	}}
	c := converse(t, f, adapter.Options{Heartbeat: -1, Drain: 10 * time.Millisecond})
	c.send(fire(1, "s"))
	<-started
	c.send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	m := c.receive()
	assert.Equal(t, "2", string(m.ID), "shutdown is answered although a request hangs")
	assert.NoError(t, c.end())
}

func TestServeShutdownComesLast(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	f := &fake{fire: func(context.Context, adapter.EventParams) (adapter.FireResult, error) {
		close(started)
		<-release
		return adapter.FireResult{}, nil
	}}
	c := converse(t, f, adapter.Options{Heartbeat: -1})
	c.send(fire(1, "s"))
	<-started
	c.send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	c.send(fire(3, "s"))
	m := c.receive()
	assert.Equal(t, "3", string(m.ID))
	require.NotNil(t, m.Error, "nothing is taken up after a shutdown")
	close(release)
	assert.Equal(t, "1", string(c.receive().ID))
	assert.Equal(t, "2", string(c.receive().ID))
	assert.NoError(t, c.end())
}

func TestServeCancelled(t *testing.T) {
	started := make(chan struct{})
	f := &fake{fire: func(ctx context.Context, _ adapter.EventParams) (adapter.FireResult, error) {
		close(started)
		<-ctx.Done()
		return adapter.FireResult{}, nil
	}}
	c := converse(t, f, adapter.Options{Heartbeat: -1})
	c.send(fire(1, "s"))
	<-started
	c.cancel()
	assert.Equal(t, "1", string(c.receive().ID))
	assert.ErrorIs(t, c.end(), context.Canceled)
}

func TestServeBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	err := adapter.Serve(t.Context(), iotest.ErrReader(broken), io.Discard, &fake{}, adapter.Options{})
	assert.ErrorIs(t, err, broken)

	reader, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	go func() { _, _ = io.WriteString(writer, hello+"\n") }()
	err = adapter.Serve(t.Context(), reader, brokenWriter{broken}, &fake{}, adapter.Options{})
	assert.ErrorIs(t, err, broken)
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestServeHeartbeatAndLog(t *testing.T) {
	release := make(chan struct{})
	f := &fake{fire: func(ctx context.Context, _ adapter.EventParams) (adapter.FireResult, error) {
		adapter.SendLog(ctx, adapter.Log{Level: "info", Text: "here"})
		<-release
		return adapter.FireResult{}, nil
	}}
	c := converse(t, f, adapter.Options{Heartbeat: time.Millisecond})
	c.send(fire(5, "s"))
	log := c.receive()
	for log.Method == adapter.NotifyHeartbeat {
		log = c.receive()
	}
	assert.Equal(t, adapter.NotifyLog, log.Method)
	assert.JSONEq(t, `{"level":"info","text":"here"}`, string(log.Params))
	beat := c.receive()
	assert.Equal(t, adapter.NotifyHeartbeat, beat.Method)
	assert.JSONEq(t, `{"id":5}`, string(beat.Params))
	close(release)
	for m := c.receive(); string(m.ID) != "5"; m = c.receive() {
		require.Equal(t, adapter.NotifyHeartbeat, m.Method)
	}
	require.NoError(t, c.in.Close())
	rest, err := io.ReadAll(c.out)
	require.NoError(t, err)
	assert.Empty(t, rest, "no heartbeat follows an answer")
	adapter.SendLog(t.Context(), adapter.Log{Level: "info", Text: "nobody hears"})
}
