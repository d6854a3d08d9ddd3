//go:build unix

package interpose

import (
	"os"
	"syscall"
)

// Listen creates and opens a named pipe that recorders write to.
func Listen(path string) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, &os.PathError{Op: "mkfifo", Path: path, Err: err}
	}
	// The pipe is also opened for writing, so that it doesn't end when a writer closes it. It is
	// opened without blocking, so that a read can be canceled.
	return os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
}
