//go:build unix

package recording

import (
	"os"
	"syscall"
)

// Listen makes a named pipe that recorders write to, as long as it is open.
func Listen(path string) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, &os.PathError{Op: "mkfifo", Path: path, Err: err}
	}
	// Opened for writing as well, the pipe does not end when a writer closes it. Opened
	// without blocking, a read can be broken off.
	return os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
}
