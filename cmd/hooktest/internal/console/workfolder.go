package console

import (
	"os"

	"github.com/hooktest/hooktest/internal/guard"
)

// TemporaryFolder creates a folder below another, or in the system's temporary folder, and
// returns a function to remove it. It is removed at the latest when this process ends.
func TemporaryFolder(below, name string) (folder string, remove func() error, err error) {
	if folder, err = os.MkdirTemp(below, name+"-"); err != nil {
		return "", nil, Fault(err)
	}
	done := guard.Folder(folder)
	return folder, func() error {
		defer done()
		return guard.Remove(folder)
	}, nil
}

// roomEnough is the free space that an in-memory file system must have for work folders, many
// times what any run has needed.
const roomEnough = 256 << 20

// WorkFolder returns the parent for temporary work folders: an in-memory file system that has
// space and allows execution, or else "" for the system's default. If the user sets TMPDIR, the
// default is used.
func (a *App) WorkFolder() string {
	if a.Getenv("TMPDIR") != "" {
		return ""
	}
	for _, folder := range []string{a.Getenv("XDG_RUNTIME_DIR"), "/dev/shm"} {
		if folder != "" && inMemory(folder) {
			return folder
		}
	}
	return ""
}
