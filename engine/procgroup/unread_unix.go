//go:build unix

package procgroup

import (
	"os"

	"golang.org/x/sys/unix"
)

// Unread returns the number of unread bytes in a pipe, given its reading end. It
// consumes none.
func Unread(reader *os.File) (n int, err error) {
	raw, err := reader.SyscallConn()
	if err != nil {
		return 0, err
	}
	if fault := raw.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), bytesReady) }); fault != nil {
		return 0, fault
	}
	return n, err
}
