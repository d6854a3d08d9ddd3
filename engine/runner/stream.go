package runner

import (
	"errors"
	"io"
	"os"
	"time"
)

// readSize is how much is read at once: what a pipe holds on Linux.
const readSize = 64 << 10

// A stream captures one output pipe. Its fields may be read once done is closed.
type stream struct {
	name  string
	pipe  *os.File
	limit int64

	kept    []byte
	dropped int64
	// held means that another process still had the pipe open when capture was cut off.
	held bool
	done chan struct{}
}

// newStream makes a stream. Warnings use its name (INT-04).
func newStream(name string, pipe *os.File, limit int64) *stream {
	return &stream{name: name, pipe: pipe, limit: limit, done: make(chan struct{})}
}

// capture reads until the other end of the pipe is closed, or until cut: an answer may
// come in pieces (HOOK-063). It closes the pipe and done.
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

// room returns the free part of the buffer, or nil at the limit. Most hooks print one
// line, so the first buffer is small. Above 1 MiB the buffer grows to the full limit at
// once: memory that is never written costs nothing, but each doubling would leave an
// old copy to collect.
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

// captured returns the kept bytes; nil for a silent stream (HOOK-064, HOOK-065).
func (s *stream) captured() []byte {
	if len(s.kept) == 0 {
		return nil
	}
	return s.kept
}

// take counts the bytes that were read into room, even a single one (HOOK-063,
// HOOK-064).
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

// cut makes capture end soon, even if a process still holds the pipe open.
func (s *stream) cut() {
	if s.pipe.SetReadDeadline(time.Now()) != nil {
		// Pipes without deadlines (Windows) wake their reader when closed.
		_ = s.pipe.Close()
	}
}
