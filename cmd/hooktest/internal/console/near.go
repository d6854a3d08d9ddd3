package console

import (
	"os"
	"path/filepath"
	"strings"
)

// Near names a file, or a place in one, below the current directory from there.
func Near(path string) string {
	folder, err := os.Getwd()
	if err != nil {
		return path
	}
	return strings.TrimPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}
