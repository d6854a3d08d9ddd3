package runner

import (
	"errors"
	"io"
	"os"
	"time"
)

// readSize is how much is read at once: what a pipe holds on Linux.
const readSize = 64 << 10

// A stream captures what comes out of one output pipe. Its fields may be read
// once done is closed.
type stream struct {
	name  string
	pipe  *os.File
	limit int64

	kept    []byte
	dropped int64
	// held tells that someone still had the pipe open when it was cut.
	held bool
	done chan struct{}
}

// newStream makes a stream of a name by which warnings call it (INT-04).
func newStream(name string, pipe *os.File, limit int64) *stream {
	return &stream{name: name, pipe: pipe, limit: limit, done: make(chan struct{})}
}

// capture reads until the pipe is closed at its other end, or cut: an answer may come
// in pieces (HOOK-063). It closes the pipe and done.
//
//hooktest:impl HOOK-069
func (s *stream) capture() {
	defer close(s.done)
	defer func() { _ = s.pipe.Close() }()
	var spill []byte
	for {
		room := s.room()
		if room == nil {
			if spill == nil {
				spill = make([]byte, readSize)
			}
			room = spill
		}
		n, err := s.pipe.Read(room)
		s.take(room, n)
		if err == nil {
			continue
		}
		s.held = !errors.Is(err, io.EOF)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.held = s.readReady()
		}
		return
	}
}

// room gives the free end of what may be kept, and nil once the limit is
// reached. Most hooks print one line: the first room is small. A flood gets all
// that it may have at once: memory that is never written costs nothing, while
// each doubling would leave a copy behind.
func (s *stream) room() []byte {
	const (
		first = 4 << 10
		flood = 1 << 20
	)
	if int64(len(s.kept)) >= s.limit {
		return nil
	}
	if len(s.kept) == cap(s.kept) {
		size := min(max(first, 2*int64(cap(s.kept))), s.limit)
		if size > flood {
			size = s.limit
		}
		s.kept = append(make([]byte, 0, size), s.kept...)
	}
	return s.kept[len(s.kept):cap(s.kept)]
}

// captured gives what was kept: nil for a silent stream (HOOK-064, HOOK-065).
func (s *stream) captured() []byte {
	if len(s.kept) == 0 {
		return nil
	}
	return s.kept
}

// take counts what was read into room, be it a single byte (HOOK-063, HOOK-064).
func (s *stream) take(room []byte, n int) {
	if n <= 0 {
		return
	}
	if int64(len(s.kept)) < s.limit {
		s.kept = s.kept[:len(s.kept)+n]
		return
	}
	s.dropped += int64(n)
}

// cut makes capture end soon, whoever still has the pipe open.
func (s *stream) cut() {
	if s.pipe.SetReadDeadline(time.Now()) != nil {
		// Pipes without deadlines (Windows) wake their reader when closed.
		_ = s.pipe.Close()
	}
}
