//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// own sets a file's owner to that of the file it replaces. Only root can do that for
// other users.
func own(part string, old fs.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return os.Chown(part, int(was.Uid), int(was.Gid))
}
