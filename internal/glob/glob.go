// Package glob finds the files that a path with stars stands for, below a folder that may
// be called anything.
package glob

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Paths are those that path stands for, sorted. It ends as pattern does from its first
// star on; what stands before is a folder, whose name is no pattern, whatever letters it
// is made of.
func Paths(path, pattern string) []string {
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	for len(parts) > 0 && !strings.Contains(parts[0], "*") {
		parts = parts[1:]
	}
	folder := path
	for range parts {
		folder = filepath.Dir(folder)
	}
	// The only fault is that of a pattern, which the program has written.
	found, _ := fs.Glob(os.DirFS(folder), strings.Join(parts, "/"))
	for i, name := range found {
		found[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	return found
}
