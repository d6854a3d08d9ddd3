package console

import "syscall"

// What statfs(2) tells of a file system.
const (
	tmpfs    = 0x01021994
	readOnly = 1
	noExec   = 8
)

// What access(2) asks of a folder.
const (
	writable   = 2
	executable = 1
)

// inMemory tells whether a folder lies in the memory, with room enough, and can be
// written to by us and its programs executed.
func inMemory(folder string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return false
	}
	return int64(s.Type) == tmpfs && int64(s.Flags)&(noExec|readOnly) == 0 &&
		s.Bavail*uint64(s.Bsize) >= roomEnough && syscall.Access(folder, writable|executable) == nil
}
