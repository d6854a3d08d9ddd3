package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// covered returns the folders of which the agent changes only a view. A view includes everything
// below the folder.
func (s Spec) covered() []string {
	inside := func(folder string) bool {
		rest, err := filepath.Rel(s.Scratch, folder)
		return s.Scratch != "" && err == nil && filepath.IsLocal(rest)
	}
	return slices.DeleteFunc(covered(s.Project, s.Home), inside)
}

// temporary are the folders for temporary files.
var temporary = []string{"/tmp", "/var/tmp", "/dev/shm"}

// outside returns the folders below / in which there is nothing of the user's. One with another file
// system in it is left out: its view would not show that.
func (s Spec) outside(own string) (all []string) {
	taken := []string{own, s.Home, s.Project, s.Scratch}
	table, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(table)) {
		if words := strings.Fields(line); len(words) > 4 {
			taken = append(taken, words[4])
		}
	}
	folders, _ := os.ReadDir("/")
	for _, f := range folders {
		path := "/" + f.Name()
		holds := func(other string) bool { return other == path || strings.HasPrefix(other, path+"/") }
		if f.IsDir() && path != "/run" && !slices.ContainsFunc(append(taken, temporary...), holds) {
			all = append(all, path)
		}
	}
	return all
}

func covered(project, home string) []string {
	if rest, err := filepath.Rel(home, project); err == nil && filepath.IsLocal(rest) {
		return []string{home}
	}
	if rest, err := filepath.Rel(project, home); err == nil && filepath.IsLocal(rest) {
		return []string{project}
	}
	return []string{home, project}
}
