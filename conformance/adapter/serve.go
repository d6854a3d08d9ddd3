package adapter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Options adapt Serve. The zero Options are usable.
type Options struct {
	// Heartbeat is how often each request that is being worked on is reported
	// alive; 0 means every 4 s, less than 0 never.
	Heartbeat time.Duration
	// Drain is how long open requests may go on after the end of the input or a
	// shutdown before their contexts end; 0 means 2 s, less than 0 not at all.
	Drain time.Duration
}

const (
	defaultHeartbeat = 4 * time.Second
	defaultDrain     = 2 * time.Second
	// shutdownLimit is the longest that Serve goes on after the end of the input or
	// a shutdown: the protocol gives an adapter 5 s.
	shutdownLimit = 4 * time.Second
)

// Serve answers the requests on r with the results of a on w, each answer and
// notification as one whole line in one Write, until a shutdown was answered,
// r ends or ctx does. It returns nil after a shutdown and at the end of r, else
// the error of r, w or ctx.
//
// Requests run at once, up to the adapter's MaxInFlight; more wait their turn,
// none fails. initialize comes first, once; only a shutdown needs none. Opening
// a session is finished before a later line is looked at, and closing one waits
// for the session's earlier requests, so that a script may send all its lines at
// once.
//
// A line that is not a request is answered with a JSON-RPC error and has no other
// effect. A panic of the adapter is answered as the adapter's fault.
//
// After the end of r or a shutdown the open requests get Options.Drain to
// finish; then their contexts end. Serve returns within 5 s even if they do not,
// and has called Shutdown of a by then. If r is still open, one goroutine stays
// until its pending Read returns.
func Serve(ctx context.Context, r io.Reader, w io.Writer, a Adapter, o Options) error {
	s := newServer(ctx, w, a, o)
	defer s.over.Store(true)
	go s.read(NewLines(r))
	select {
	case <-s.shutdown:
	case <-s.ended:
	case <-s.broken:
	case <-ctx.Done():
	}
	s.finish()
	return s.result(ctx)
}

// A server is one conversation.
type server struct {
	adapter Adapter
	w       io.Writer
	options Options
	// over reports whether Serve has returned: nothing more is written.
	over    atomic.Bool
	writing sync.Mutex

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

	// ended is closed when the input ends; readErr is the error that ended it, if
	// one did.
	ended            chan struct{}
	readErr          error
	shutdown, broken chan struct{}
	brokenOnce       sync.Once
	shutdownLimit    *Message
}

func newServer(ctx context.Context, w io.Writer, a Adapter, o Options) *server {
	if o.Heartbeat == 0 {
		o.Heartbeat = defaultHeartbeat
	}
	if o.Drain == 0 {
		o.Drain = defaultDrain
	}
	s := &server{
		adapter: a, w: w, options: o, slots: make(chan struct{}, 1),
		sessions: map[string]*sync.WaitGroup{},
		ended:    make(chan struct{}),
		shutdown: make(chan struct{}), broken: make(chan struct{}),
	}
	s.work, s.cancel = context.WithCancel(ctx)
	return s
}

// read handles one line after another, to keep the order of what is done at once.
func (s *server) read(lines *Lines) {
	defer close(s.ended)
	for {
		line, err := lines.Next()
		switch {
		case errors.Is(err, ErrTooLong):
			s.refuse(nil, &Error{Code: CodeParseError, Message: fmt.Sprintf("the line is longer than %d bytes", MaxLine)})
			continue
		case errors.Is(err, io.EOF):
			return
		case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
			s.readErr = err
			return
		}
		if len(bytes.TrimSpace(line)) > 0 {
			s.take(line)
		}
	}
}

// take handles a line, which has to be a request or a notification.
func (s *server) take(line []byte) {
	m, fault := ParseMessage(line)
	kind := kindOf(m.Params)
	switch {
	case m.ID != nil && !usableID(m.ID):
		m.ID, fault = nil, invalidRequest("id must be a string or a whole number from 0, not %s", Excerpt(m.ID))
	case fault != nil:
	case m.Method == "":
		fault = invalidRequest("a request lacks its method: %s", Excerpt(line))
	case kind == "null":
		m.Params = nil
	case m.Params != nil && kind != "object":
		fault = InvalidParams("params must be an object, not %s", article(kind))
	}
	switch {
	case fault == nil && m.ID != nil:
		s.handle(&m)
	case fault != nil && (m.ID != nil || fault.Code != CodeInvalidParams):
		// A notification gets no answer.
		s.refuse(m.ID, fault)
	}
}

func usableID(id json.RawMessage) bool {
	if kindOf(id) == "string" {
		return true
	}
	var n int64
	return kindOf(id) == "number" && json.Unmarshal(id, &n) == nil && n >= 0
}

// handle takes one request.
func (s *server) handle(request *Message) {
	s.mu.Lock()
	initialized, ending := s.initialized, s.ending
	taken := initialized && !ending && request.Method != MethodInitialize && request.Method != MethodShutdown
	if taken {
		s.open.Add(1)
	}
	s.mu.Unlock()
	switch {
	case taken:
		s.start(request)
	case ending:
		s.reply(request, nil, invalidRequest("the conversation has ended"))
	case request.Method == MethodInitialize:
		result, err := s.initialize(request.Params, initialized)
		s.reply(request, result, err)
	case request.Method != MethodShutdown:
		s.reply(request, nil, invalidRequest("%s comes first", MethodInitialize))
	default:
		s.mu.Lock()
		s.ending, s.shutdownLimit = true, request
		s.mu.Unlock()
		close(s.shutdown)
	}
}

// start decodes a request and runs it concurrently with the others. Opening a
// session is quick and needs no slot: reading waits for it, so it must not wait
// for requests that are open.
func (s *server) start(request *Message) {
	c, err := s.call(request.Method, request.Params)
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
func (s *server) run(request *Message, c call) {
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
func (s *server) heartbeat(ctx context.Context, request *Message) (stop func()) {
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
				s.notify(NotifyHeartbeat, Heartbeat{ID: request.ID})
			}
		}
	})
	return func() {
		cancel()
		beating.Wait()
	}
}
