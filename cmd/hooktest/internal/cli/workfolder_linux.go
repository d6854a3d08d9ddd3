package cli

import "golang.org/x/sys/unix"

// inMemory tells whether a folder lies in the memory, with room enough, and can be
// written to by us and its programs executed.
func inMemory(folder string) bool {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return false
	}
	return s.Type == unix.TMPFS_MAGIC && s.Flags&(unix.ST_NOEXEC|unix.ST_RDONLY) == 0 &&
		s.Bavail*uint64(s.Bsize) >= roomEnough && unix.Access(folder, unix.W_OK|unix.X_OK) == nil
}
