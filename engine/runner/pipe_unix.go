//go:build unix

package runner

import "syscall"

// pipeRoom is what an empty pipe takes without a reader: a page, where the
// system is short of memory for pipes.
const pipeRoom = 4 << 10

// keepsStdin tells that the hook's end of stdin stays open here until the hook has
// ended, so that what lies unread in the pipe can be counted.
const keepsStdin = true

// readReady takes what already lies in the pipe, without waiting, and tells
// whether someone still has the other end open. A machine that stood still
// longer than the grace has answers lying there that were printed in time
// (INT-04). A writer that never pauses is left after what a pipe can hold.
func (s *stream) readReady() (held bool) {
	const atMost = 1 << 20
	raw, err := s.pipe.SyscallConn()
	if err != nil {
		return true
	}
	var spill [4 << 10]byte
	for taken := 0; taken < atMost; {
		room := s.room()
		if room == nil {
			room = spill[:]
		}
		n := 0
		if raw.Control(func(fd uintptr) { n, err = syscall.Read(int(fd), room) }) != nil {
			return true
		}
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return true
		case n == 0:
			return false
		}
		s.take(room, n)
		taken += n
	}
	return true
}
