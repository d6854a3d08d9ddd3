//go:build unix

package recorder

import (
	"golang.org/x/sys/unix"
)

// keep is how much of a stream is recorded.
const keep = 10 << 20

// nowhere replaces a closed descriptor. poll ignores it.
const nowhere = -1

// piece is the number of bytes of a stream that are buffered. takeable is how many bytes a pipe
// that is ready for writing accepts without blocking. A descriptor that may block gets no more
// than that at once.
const (
	piece    = 16 << 10
	takeable = 4096
)

// A stream is copied from one descriptor to another.
type stream struct {
	from, to int
	// owned is set if the recorder owns the descriptor to: it does not block, and is closed at
	// the end of the stream.
	owned   bool
	buffer  []byte
	pending []byte
	kept    []byte
	dropped int64
}

// A relay copies streams in one thread, so that no stream blocks another.
type relay struct {
	streams []*stream
	fds     []unix.PollFd
}

// step waits until data can be copied, for at most patience milliseconds (negative: no limit),
// and copies it. moved reports whether anything was copied, and called whether also is readable.
func (r *relay) step(patience int, also int) (moved, called bool) {
	r.fds = append(r.fds[:0], unix.PollFd{Fd: int32(also), Events: unix.POLLIN})
	for _, s := range r.streams {
		from, to := unix.PollFd{Fd: int32(s.from), Events: unix.POLLIN}, unix.PollFd{Fd: int32(s.to), Events: 0}
		if len(s.pending) > 0 {
			// While data waits to be written, read nothing more: the pipes fill up, and the
			// writer blocks, as without a recorder.
			from.Fd, to.Events = nowhere, unix.POLLOUT
		}
		r.fds = append(r.fds, from, to)
	}
	if n := await(r.fds, patience); n == 0 {
		return false, false
	}
	for i, s := range r.streams {
		from, to := r.fds[1+2*i].Revents, r.fds[2+2*i].Revents
		switch {
		case to&(unix.POLLERR|unix.POLLHUP|unix.POLLNVAL) != 0 && s.to != nowhere:
			s.abandon()
		case to&unix.POLLOUT != 0:
			s.write()
		case from != 0:
			s.read()
		default:
			continue
		}
		moved = true
	}
	return moved, r.fds[0].Revents != 0
}

// await returns how many descriptors are ready. It retries after EINTR, because the Go runtime
// interrupts its own threads with signals.
func await(fds []unix.PollFd, patience int) int {
	for {
		if n, err := unix.Poll(fds, patience); err != unix.EINTR {
			return max(n, 0)
		}
	}
}

func (s *stream) read() {
	if s.buffer == nil {
		s.buffer = make([]byte, piece)
	}
	n, err := unix.Read(s.from, s.buffer)
	switch {
	case err == unix.EINTR || err == unix.EAGAIN:
	case err != nil || n <= 0:
		s.shut()
	default:
		s.note(s.buffer[:n])
		if s.to != nowhere {
			s.pending = s.buffer[:n]
		}
	}
}

func (s *stream) write() {
	data := s.pending
	if !s.owned {
		data = data[:min(len(data), takeable)]
	}
	n, err := unix.Write(s.to, data)
	switch {
	case err == unix.EINTR || err == unix.EAGAIN:
	case err != nil:
		s.abandon()
	default:
		s.pending = s.pending[n:]
	}
}

func (s *stream) note(data []byte) {
	room := min(len(data), keep-len(s.kept))
	s.kept = append(s.kept, data[:room]...)
	s.dropped += int64(len(data) - room)
}

// abandon handles a stream that has lost its reader. If the hook writes it, the hook gets a
// broken pipe, as without the recorder. If the agent writes it, reading goes on for the record.
func (s *stream) abandon() {
	if !s.owned {
		s.shut()
		return
	}
	_ = unix.Close(s.to)
	s.to, s.pending = nowhere, nil
}

// How many milliseconds to wait for the payload, or for the rest of it, after the hook has ended.
// A hook that reads nothing may end before the agent has written.
const (
	untilFirst = 20
	untilNext  = 2
)

// noteRest records what else was sent to a hook that has ended.
func (s *stream) noteRest() {
	s.to, s.pending = nowhere, nil
	for s.open() {
		patience := untilNext
		if len(s.kept) == 0 {
			patience = untilFirst
		}
		if await([]unix.PollFd{{Fd: int32(s.from), Events: unix.POLLIN}}, patience) == 0 {
			return
		}
		s.read()
	}
}

// shut ends the stream: its writer can't write, and its reader gets EOF.
func (s *stream) shut() {
	_ = unix.Close(s.from)
	s.from = nowhere
	if s.owned && s.to != nowhere {
		_ = unix.Close(s.to)
	}
	s.to, s.pending = nowhere, nil
}

// open reports whether more data may arrive.
func (s *stream) open() bool { return s.from != nowhere }
