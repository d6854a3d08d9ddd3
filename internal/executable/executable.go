// Package executable writes programs that are run at once.
package executable

import (
	"os"
	"syscall"
)

// Write writes a program with mode 0755. A process that another goroutine starts
// meanwhile inherits the open file until its own exec, and until then executing the
// file fails (ETXTBSY). Therefore Write holds syscall.ForkLock, so no process starts
// while it writes.
func Write(path string, text []byte) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(path, text, 0o755)
}
