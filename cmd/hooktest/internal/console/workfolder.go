package console

import (
	"os"

	"github.com/hooktest/hooktest/internal/guard"
)

// TemporaryFolder makes a folder below another, or where the system has such, and
// gives the way to remove it. It is gone with this process at the latest.
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

// roomEnough is how much has to be free in a file system of the memory for work
// folders to be made there: many times what a run has ever needed at once.
const roomEnough = 256 << 20

// WorkFolder is where work folders are made that are gone with the run: in the
// memory where there is such a file system, it has room, and programs in it can be
// executed; else "", which is the system's choice. Who names a folder by TMPDIR
// means it.
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
