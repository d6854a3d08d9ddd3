//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// hold locks a file as long as the result is open, or this process lives; nil where
// another one holds it, or the file system has no locks.
func hold(path string) *os.File {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil
	}
	return f
}

// tries is how often a file is made that a sweep removes before it is held; many writers
// beside one another sweep as often.
const tries = 20
