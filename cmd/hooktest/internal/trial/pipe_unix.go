//go:build unix

package trial

import (
	"os"
	"syscall"
)

// openPipe makes a pipe with a name, with a payload in it and somebody who could write
// more: whoever reads it does not see its end before the file is closed.
func openPipe(path string, payload []byte) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, err
	}
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	go func() {
		// A payload that nobody reads stays here until the file is closed.
		_, _ = pipe.Write(payload)
	}()
	return pipe, nil
}
