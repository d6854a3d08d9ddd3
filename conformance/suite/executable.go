package suite

import (
	"os"
	"syscall"
)

// writeExecutable writes a program that is run at once. A process that another
// goroutine starts meanwhile has the file open for writing, too, until it
// executes its own program, and nobody can execute the file for so long (ETXTBSY):
// so no process is started while it is written.
func writeExecutable(path string, text []byte) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(path, text, 0o755)
}
