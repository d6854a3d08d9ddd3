package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
)

// A View is what a running agent sees of the file system.
type View struct{ root string }

// Exists reports whether there is a file at an absolute path.
func (v View) Exists(path string) bool {
	_, err := os.Lstat(filepath.Join(v.root, path))
	return err == nil
}

// Contains reports whether the file at an absolute path has a text.
func (v View) Contains(path, text string) bool {
	data, err := os.ReadFile(filepath.Join(v.root, path))
	return err == nil && bytes.Contains(data, []byte(text))
}

// temporary are the folders for temporary files.
var temporary = []string{"/tmp", "/var/tmp", "/dev/shm"}

// covered returns the folders of which the agent changes only a view: all those below /, except the
// kernel's, in a view of which no device works. Someone other than root may not change these, but
// perhaps a folder on the way to the project.
func (s Spec) covered() (all []string) {
	folders, _ := os.ReadDir("/")
	for _, f := range folders {
		if f.IsDir() {
			all = append(all, "/"+f.Name())
		}
	}
	for _, path := range []string{s.Home, s.Project} {
		for ; path != "/"; path = filepath.Dir(path) {
			all = append(all, path)
		}
	}
	return slices.DeleteFunc(all, func(path string) bool { return slices.Contains([]string{"/dev", "/proc", "/sys"}, path) })
}
