package guard

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Remove removes a folder with its content, including folders that a program has locked
// (mode 0) if they belong to this user.
func Remove(folder string) error {
	err := os.RemoveAll(folder)
	if err == nil {
		return nil
	}
	// Each folder is unlocked before it is read.
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(folder)
}
