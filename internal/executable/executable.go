// Package executable writes programs that are run at once.
package executable

import (
	"os"
	"syscall"
)

// Write writes a program that everybody may run. A process that another goroutine
// starts meanwhile has the file open for writing, too, until it executes its own
// program, and nobody can execute the file for so long (ETXTBSY): so no process is
// started while it is written.
func Write(path string, text []byte) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(path, text, 0o755)
}
