//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// hold locks a file as long as the result is open, or this process lives. It returns
// nil if another process holds the lock, or if the file system has no locks.
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

// tries is how often a file is made again after a sweep has removed it before it was
// locked. With many concurrent writers there are as many sweeps.
const tries = 20
