//go:build unix

package machine

import (
	"fmt"
	"syscall"
)

// KeepOwn clears the owner's bits of the umask, so this process can use the files and folders that it
// makes. Child processes inherit that umask.
func KeepOwn() {
	const own = 0o700
	syscall.Umask(syscall.Umask(own) &^ own)
}

// Files returns an error AtLimit if this process may not open this many files at once.
func Files(least uint64) error {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err == nil && uint64(files.Max) < least {
		return fmt.Errorf("a process may open %d files, and %d are needed: %w", files.Max, least, syscall.EMFILE)
	}
	return nil
}
