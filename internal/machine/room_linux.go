package machine

import (
	"fmt"
	"syscall"
)

// Room returns an error AtLimit if the file system of a folder has fewer bytes left.
func Room(folder string, least uint64) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err == nil && disk.Bavail*uint64(disk.Bsize) < least {
		return fmt.Errorf("%s has less than %d KiB left: %w", folder, least>>10, syscall.ENOSPC)
	}
	return nil
}
