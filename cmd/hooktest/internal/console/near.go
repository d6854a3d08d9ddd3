package console

import (
	"os"
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
