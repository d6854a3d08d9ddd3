package console

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Near shortens a path, or a place in a file, if it is below the current directory.
func Near(path string) string {
	folder, err := os.Getwd()
	if err != nil {
		return path
	}
	return strings.TrimPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// OnPath returns the path of the program that a bare name starts; "" if there is none.
func OnPath(name string) string {
	path, err := exec.LookPath(name)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return ""
	}
	return path
}
