// Package glob finds the files that match a path with stars, below a folder whose name
// may have any characters.
package glob

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Paths returns the sorted paths that match path. path must end like pattern from its
// first star on. The folder before that is taken literally, even if its name has
// special characters.
func Paths(path, pattern string) []string {
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	for len(parts) > 0 && !strings.Contains(parts[0], "*") {
		parts = parts[1:]
	}
	folder := path
	for range parts {
		folder = filepath.Dir(folder)
	}
	// The only possible error is a bad pattern, and patterns are constants of the program.
	found, _ := fs.Glob(os.DirFS(folder), strings.Join(parts, "/"))
	for i, name := range found {
		found[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	return found
}
