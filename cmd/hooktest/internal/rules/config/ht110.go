package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
)

// ht110 finds a command whose file does not exist.
func ht110(v *view, c command) {
	// Other rules report a missing file in another user's home or in the package.
	if c.fault != commandfile.Missing || unbuilt(c.named.Path) || v.othersHome(c) != "" {
		return
	}
	if _, packaged := v.packaged(c); packaged {
		return
	}
	fix := "write the path of a file that is there"
	if near := similar(c.named.Path); near != "" {
		fix = fmt.Sprintf("did you mean %s?", near)
	}
	v.report(c.node.Position(), fmt.Sprintf("the file %s %s: the hook can't start", v.near(c.named), c.says), fix)
}

// unbuilt reports whether a missing file is in a missing folder such as dist, which a build or an
// installation creates.
func unbuilt(path string) bool {
	for folder := filepath.Dir(path); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			return false
		}
		if slices.Contains([]string{"dist", "build", "out", "target", "bin", "lib", "node_modules", ".venv", "venv"}, filepath.Base(folder)) {
			return true
		}
	}
	return false
}

// similar returns the file in a missing file's folder that was most likely meant.
func similar(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	near, _ := nearest(filepath.Base(path), names)
	return near
}
