//go:build unix

package execution

import (
	"os"
	"syscall"
)

// openPipe creates a named pipe with a payload and an open writer: a reader does not see the end
// before the file is closed.
func openPipe(path string, payload []byte) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, err
	}
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	go func() {
		// If nothing reads the payload, this blocks until the file is closed.
		_, _ = pipe.Write(payload)
	}()
	return pipe, nil
}
