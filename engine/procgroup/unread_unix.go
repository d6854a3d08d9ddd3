//go:build unix

package procgroup

import (
	"os"

	"golang.org/x/sys/unix"
)

// Unread counts the bytes that lie in a pipe of which reader is the reading end. It
// takes none of them.
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
