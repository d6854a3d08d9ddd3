//go:build unix

package runner

import "syscall"

// pipeRoom is the guaranteed capacity of a pipe: one page, if the system is short of
// memory for pipes.
const pipeRoom = 4 << 10

// keepsStdin means that the engine keeps the hook's end of stdin open until the hook
// has ended, to count the unread bytes in the pipe.
const keepsStdin = true

// readReady reads what is already in the pipe, without waiting, and reports whether
// another process still holds the other end open. After the machine was suspended for
// longer than the grace, the pipe may contain answers that were printed in time
// (INT-04). It stops after one pipe's capacity, in case a writer never pauses.
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
