package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// directory is where a project and a home keep LLxprt Code's files.
const directory = ".llxprt"

// Paths say where the settings of a session are. An empty path stands for no
// file.
type Paths struct {
	// Project, User and System are the settings files of the three scopes.
	Project, User, System string
	// Extensions is the directory of the installed extensions.
	Extensions string
	// ProjectDir is the project that extensions are switched on or off for; it
	// is absolute.
	ProjectDir string
}

// DefaultPaths gives the paths for a project as LLxprt Code has them: below the
// project, below the home directory, and the system's place, which the
// environment variable LLXPRT_SYSTEM_SETTINGS_PATH, or its older name
// LLXPRT_CODE_SYSTEM_SETTINGS_PATH, replaces. It touches no file. The error
// says that there is no home directory or no working directory (HOOK-084).
func DefaultPaths(projectDir string) (Paths, error) {
	project, err := filepath.Abs(projectDir)
	if err != nil {
		return Paths{}, fmt.Errorf("project directory: %w", err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return Paths{}, fmt.Errorf("home directory: %w", err)
	}
	return Paths{
		Project:    filepath.Join(project, directory, "settings.json"),
		User:       filepath.Join(home, directory, "settings.json"),
		System:     systemPath(runtime.GOOS, os.Getenv),
		Extensions: filepath.Join(home, directory, "extensions"),
		ProjectDir: project,
	}, nil
}

func systemPath(goos string, getenv func(string) string) string {
	for _, name := range []string{"LLXPRT_SYSTEM_SETTINGS_PATH", "LLXPRT_CODE_SYSTEM_SETTINGS_PATH"} {
		if path := getenv(name); path != "" {
			return path
		}
	}
	switch goos {
	case "darwin":
		return "/Library/Application Support/LlxprtCode/settings.json"
	case "windows":
		return `C:\ProgramData\llxprt-code\settings.json`
	}
	return "/etc/llxprt-code/settings.json"
}
