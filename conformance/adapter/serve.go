package adapter

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// Options adapt Serve. The zero Options are usable.
type Options struct {
	// Heartbeat is how often each request that is being worked on is reported
	// alive; 0 means every 4 s, less than 0 never.
	Heartbeat time.Duration
	// Drain is how long open requests may go on after the end of the input or a
	// shutdown before their contexts end; 0 means 2 s, less than 0 not at all.
	Drain time.Duration
	// Log gets what happens beside the protocol, one line each; nil drops it.
	Log io.Writer
}

const (
	defaultHeartbeat = 4 * time.Second
	defaultDrain     = 2 * time.Second
	// farewell is the longest that Serve goes on after the end of the input or
	// a shutdown: the protocol gives an adapter 5 s.
	farewell = 4 * time.Second
)

// Serve answers the requests on r with the results of a on w, each answer and
// notification as one whole line in one Write, until a shutdown was answered,
// r ends or ctx does. It returns nil after a shutdown and at the end of r, else
// the error of r, w or ctx.
//
// Requests run at once, up to the adapter's MaxInFlight; more wait their turn,
// none fails. initialize comes first, once; only a shutdown needs none. Opening a session is finished
// before a later line is looked at, and closing one waits for the session's
// earlier requests, so that a script may send all its lines at once.
//
// A line that is no request is answered with a JSON-RPC error and costs nothing
// else. A panic of the adapter is answered as the adapter's fault.
//
// After the end of r or a shutdown the open requests get Options.Drain to
// finish; then their contexts end. Serve is back within 5 s, whatever they do,
// and Shutdown of a has been called then. Where r is still open, one goroutine
// stays until its pending Read returns.
func Serve(ctx context.Context, r io.Reader, w io.Writer, a Adapter, o Options) error {
	s := newServer(ctx, a, o)
	lines := newStream(r, w, MaxLine)
	s.stream = lines
	logger := log.New(io.Discard, "", 0)
	if o.Log != nil {
		logger.SetOutput(o.Log)
	}
	// The connection must outlive ctx: answers are still to be written then.
	s.conn = jsonrpc2.NewConn(context.WithoutCancel(ctx), lines, s, jsonrpc2.SetLogger(logger))
	close(s.ready)
	defer func() { _ = s.conn.Close() }()

	select {
	case <-s.shutdown:
	case <-lines.ended:
	case <-s.broken:
	case <-ctx.Done():
	}
	s.finish()
	return s.result(ctx, lines)
}

// A server is one conversation.
type server struct {
	adapter Adapter
	conn    *jsonrpc2.Conn
	stream  *stream
	options Options

	// work is the context of all requests.
	work   context.Context
	cancel context.CancelFunc
	open   sync.WaitGroup
	slots  chan struct{}

	mu          sync.Mutex
	initialized bool
	ending      bool
	sessions    map[string]*sync.WaitGroup
	writeErr    error

	// ready is closed once there is a connection to answer on: it reads before
	// its constructor has returned.
	ready            chan struct{}
	shutdown, broken chan struct{}
	brokenOnce       sync.Once
	farewell         *jsonrpc2.Request
}

func newServer(ctx context.Context, a Adapter, o Options) *server {
	if o.Heartbeat == 0 {
		o.Heartbeat = defaultHeartbeat
	}
	if o.Drain == 0 {
		o.Drain = defaultDrain
	}
	s := &server{
		adapter: a, options: o, slots: make(chan struct{}, 1),
		sessions: map[string]*sync.WaitGroup{},
		ready:    make(chan struct{}),
		shutdown: make(chan struct{}), broken: make(chan struct{}),
	}
	s.work, s.cancel = context.WithCancel(ctx)
	return s
}

// Handle takes one request. The connection calls it for one message after
// another, so that what it does itself keeps the order of the lines.
func (s *server) Handle(_ context.Context, _ *jsonrpc2.Conn, request *jsonrpc2.Request) {
	if request.Notif {
		return
	}
	<-s.ready
	params := s.stream.current.params
	s.mu.Lock()
	initialized, ending := s.initialized, s.ending
	taken := initialized && !ending && request.Method != MethodInitialize && request.Method != MethodShutdown
	if taken {
		s.open.Add(1)
	}
	s.mu.Unlock()
	switch {
	case taken:
		s.start(request, params)
	case ending:
		s.reply(request, nil, invalidRequest("the conversation has ended"))
	case request.Method == MethodInitialize:
		result, err := s.initialize(params, initialized)
		s.reply(request, result, err)
	case request.Method != MethodShutdown:
		s.reply(request, nil, invalidRequest("%s comes first", MethodInitialize))
	default:
		s.mu.Lock()
		s.ending, s.farewell = true, request
		s.mu.Unlock()
		close(s.shutdown)
	}
}

// start decodes a request and has it carried out beside the others. Opening a
// session is no long work and takes no slot: it must not wait behind the
// requests that it would keep from being read.
func (s *server) start(request *jsonrpc2.Request, params json.RawMessage) {
	c, err := s.call(request.Method, params)
	if err != nil {
		s.reply(request, nil, err)
		s.open.Done()
		return
	}
	if request.Method == MethodSessionOpen {
		s.run(request, c)
		s.open.Done()
		return
	}
	leave, wait := s.join(request.Method, c.session)
	go func() {
		defer s.open.Done()
		defer leave()
		wait()
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
			s.run(request, c)
		case <-s.work.Done():
			s.reply(request, nil, AdapterError("the conversation ended before the request had its turn"))
		}
	}()
}

// join counts a request among those of its session until leave is called. For
// the request that closes the session, wait waits for the earlier ones instead;
// later ones belong to another session of that name.
func (s *server) join(method, session string) (leave, wait func()) {
	nothing := func() {}
	if session == "" {
		return nothing, nothing
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	group, ok := s.sessions[session]
	if method == MethodSessionClose {
		delete(s.sessions, session)
		if !ok {
			return nothing, nothing
		}
		return nothing, group.Wait
	}
	if !ok {
		group = &sync.WaitGroup{}
		s.sessions[session] = group
	}
	group.Add(1)
	return group.Done, nothing
}

// run carries out a call and answers it.
func (s *server) run(request *jsonrpc2.Request, c call) {
	ctx, cancel := context.WithCancel(context.WithValue(s.work, notifierKey{}, s))
	defer cancel()
	stop := s.heartbeat(ctx, request)
	result, err := protect(func() (any, error) { return c.do(ctx) })
	// No heartbeat may follow the answer.
	stop()
	s.reply(request, result, err)
}

// protect turns a panic into the adapter's fault.
func protect(f func() (any, error)) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = AdapterError("the adapter panicked: %v\n%s", cause, debug.Stack())
		}
	}()
	return f()
}

// heartbeat reports the request alive until stop is called, which waits for the
// last report.
func (s *server) heartbeat(ctx context.Context, request *jsonrpc2.Request) (stop func()) {
	if s.options.Heartbeat < 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		ticker := time.NewTicker(s.options.Heartbeat)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				id, err := request.ID.MarshalJSON()
				if err == nil {
					s.notify(NotifyHeartbeat, Heartbeat{ID: id})
				}
			}
		}
	})
	return func() {
		cancel()
		beating.Wait()
	}
}

func (s *server) notify(method string, params any) {
	s.wrote(s.conn.Notify(context.Background(), method, params))
}

func (s *server) reply(request *jsonrpc2.Request, result any, err error) {
	answer := &jsonrpc2.Response{ID: request.ID}
	if err == nil {
		if e := answer.SetResult(result); e != nil {
			err = AdapterError("the result can't be written: %v", e)
		}
	}
	if err != nil {
		e := asError(err)
		answer.Result = nil
		answer.Error = &jsonrpc2.Error{Code: e.Code, Message: e.Message, Data: e.data()}
	}
	s.wrote(s.conn.SendResponse(context.Background(), answer))
}

// wrote takes a failed write as the end: nobody hears the answers any more.
func (s *server) wrote(err error) {
	if err == nil {
		return
	}
	s.brokenOnce.Do(func() {
		s.mu.Lock()
		s.writeErr = fmt.Errorf("writing an answer: %w", err)
		s.mu.Unlock()
		close(s.broken)
	})
}

type notifierKey struct{}

// SendLog sends a $/log notification to the harness that the call with this
// context came from. Outside of Serve it does nothing.
func SendLog(ctx context.Context, l Log) {
	if s, ok := ctx.Value(notifierKey{}).(*server); ok {
		s.notify(NotifyLog, l)
	}
}
