//go:build unix

package machine

import (
	"fmt"
	"syscall"
)

// KeepOwn has this process be able to use the files and folders that it makes, whatever umask it
// inherits. What it starts inherits that.
func KeepOwn() {
	const own = 0o700
	syscall.Umask(syscall.Umask(own) &^ own)
}

// Files is an error AtLimit where this process may not open so many files at once.
func Files(least uint64) error {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err == nil && uint64(files.Max) < least {
		return fmt.Errorf("a process may open %d files, and %d are needed: %w", files.Max, least, syscall.EMFILE)
	}
	return nil
}
