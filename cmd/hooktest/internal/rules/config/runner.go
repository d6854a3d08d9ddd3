package config

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// A run is a script runner's command line.
type run struct {
	runner, script, folder string
	// quiet is set if the runner prints nothing itself.
	quiet bool
}

// A manifest is the package.json of a Node package.
type manifest struct {
	Scripts        map[string]string
	PackageManager string
}

var pinned = lazyregexp.New(`^(npm|pnpm|yarn)@(\d+)`)

// announces reports whether the runner is known to print the command that it starts to stdout: npm,
// pnpm up to version 10, and Yarn 1.
func (m manifest) announces(runner, folder string) bool {
	major := 0
	if pin := pinned.FindStringSubmatch(m.PackageManager); pin != nil && pin[1] == runner {
		major, _ = strconv.Atoi(pin[2])
	}
	switch runner {
	case "npm":
		settings, _ := os.ReadFile(filepath.Join(folder, ".npmrc"))
		return !strings.Contains(string(settings), "silent")
	case "pnpm":
		return major > 0 && major <= 10
	}
	if major == 0 {
		lock, _ := os.ReadFile(filepath.Join(folder, "yarn.lock"))
		return strings.Contains(string(lock), "# yarn lockfile v1")
	}
	return major == 1
}
