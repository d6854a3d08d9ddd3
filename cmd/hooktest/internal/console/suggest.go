package console

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/spelling"
)

// Nearest returns the candidate closest to word, else the only one that begins with it, or "".
func Nearest(word string, candidates []string) string {
	if near, ok := spelling.Nearest(word, candidates); ok || word == "" {
		return near
	}
	longer := lists.Where(candidates, func(candidate string) bool { return strings.HasPrefix(candidate, word) })
	if len(longer) == 1 {
		return longer[0]
	}
	return ""
}

// SimilarFile suggests a file with a similar name in the folder of a missing one, or returns "".
func SimilarFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return fmt.Sprintf("there is no folder %s", filepath.Dir(path))
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if near := Nearest(filepath.Base(path), names); near != "" {
		return fmt.Sprintf("did you mean %s?", filepath.Join(filepath.Dir(path), near))
	}
	return ""
}

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
