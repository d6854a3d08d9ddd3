package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/glob"
)

// Paths say where the settings of a session are. An empty path means no file.
type Paths struct {
	// Files are the settings files, in the order of the contract's.
	Files []string
	// Scopes are the scopes of the files, in order. A file without one counts as the
	// project's.
	Scopes []string
	// Extensions is the directory of the installed extensions.
	Extensions string
	// ProjectDir is the absolute path of the project for which extensions are enabled
	// or disabled.
	ProjectDir string
}

// DefaultPaths returns the contract's paths for a project: below the project, below the
// home directory, and the system's, which environment variables may replace. A path is in
// the former folder of its home while the agent would copy it from there. No file is read,
// but whether it exists may matter. It returns an error if there is no home directory or no working directory
// (HOOK-084).
func DefaultPaths(contract *dialect.Contract, projectDir string) (Paths, error) {
	project, err := filepath.Abs(projectDir)
	if err != nil {
		return Paths{}, fmt.Errorf("project directory: %w", err)
	}
	home, err := os.UserHomeDir()
	if err != nil && needsHome(contract.Settings) {
		return Paths{}, fmt.Errorf("home directory: %w", err)
	}
	folders := folders{project: project, home: home, goos: runtime.GOOS, getenv: os.Getenv, rules: contract.Settings}
	paths := Paths{Extensions: folders.below(contract.Settings.Extensions.Folder), ProjectDir: project}
	for _, file := range contract.Settings.Files {
		for _, path := range folders.paths(file) {
			paths.Files, paths.Scopes = append(paths.Files, path), append(paths.Scopes, file.Scope)
		}
	}
	return paths, nil
}

// needsHome reports whether any path is below the home directory.
func needsHome(rules dialect.Settings) bool {
	const home = "~/"
	return strings.HasPrefix(rules.Extensions.Folder, home) || slices.ContainsFunc(rules.Files, func(f dialect.File) bool { return strings.HasPrefix(f.Path, home) })
}

// scope returns the scope of a file.
func (p Paths) scope(rules dialect.Settings, i int) string {
	if i < len(p.Scopes) {
		return p.Scopes[i]
	}
	return rules.ProjectScope()
}

// folders are the base folders of paths.
type folders struct {
	project, home string
	goos          string
	getenv        func(string) string
	rules         dialect.Settings
}

// paths returns the sorted files that a path with a * matches, or the path itself if it
// has none.
func (f folders) paths(file dialect.File) []string {
	path := f.path(file)
	if path != f.below(file.Path) || !strings.Contains(file.Path, "*") {
		return []string{path}
	}
	return glob.Paths(path, file.Path)
}

func (f folders) path(file dialect.File) string {
	for _, name := range file.Variables {
		if path := f.getenv(name); path != "" {
			return path
		}
	}
	if path, ok := file.On[f.goos]; ok {
		return path
	}
	return f.below(file.Path)
}

// below resolves a path in the form that contracts use.
func (f folders) below(path string) string {
	if path == "" {
		return ""
	}
	at := f.rules.Locate(path, f.goos, f.getenv)
	if at.Former != "" && f.copies(at) {
		return f.absolute(at.Former)
	}
	return f.located(at)
}

// copies reports whether the agent would copy the path from the former folder of its home:
// the file or folder in the former folder that the path is or is in.
func (f folders) copies(at dialect.Location) bool {
	entry := func(path string) string {
		root := path[:len(path)-len(at.Rest)]
		first, _, _ := strings.Cut(strings.TrimPrefix(filepath.ToSlash(at.Rest), "/"), "/")
		return filepath.Join(root, first)
	}
	mark := f.located(f.rules.Locate(at.Mark, f.goos, f.getenv))
	return exists(entry(f.absolute(at.Former))) && !exists(entry(f.located(at))) && !exists(mark)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (f folders) located(at dialect.Location) string {
	if at.Variable != "" {
		return at.Path
	}
	return f.absolute(at.Path)
}

// absolute returns a path that no variable moves.
func (f folders) absolute(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(f.home, filepath.FromSlash(rest))
	}
	if strings.HasPrefix(path, "/") {
		return path
	}
	return filepath.Join(f.project, filepath.FromSlash(path))
}
