package console

import "syscall"

// Constants of statfs(2).
const (
	tmpfs    = 0x01021994
	readOnly = 1
	noExec   = 8
)

// Modes of access(2).
const (
	writable   = 2
	executable = 1
)

// inMemory reports whether a folder is in an in-memory file system with enough space, in which
// this process can write and execute files.
func inMemory(folder string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return false
	}
	return int64(s.Type) == tmpfs && int64(s.Flags)&(noExec|readOnly) == 0 &&
		s.Bavail*uint64(s.Bsize) >= roomEnough && syscall.Access(folder, writable|executable) == nil
}
