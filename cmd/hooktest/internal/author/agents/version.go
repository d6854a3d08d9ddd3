package agents

import (
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
)

// Unconfirmed describes an installed version on which no fact of the contract was observed, because
// it is newer or older than all that were. program is the agent's; without one it is looked for on
// the PATH. It returns "" if there is nothing to say. It starts nothing.
func (a Agent) Unconfirmed(program string) string {
	for _, name := range a.Programs {
		if program == "" {
			// Without a path, the next name is tried.
			program, _ = exec.LookPath(name)
		}
	}
	if program == "" {
		return ""
	}
	version, oldest, newest := driver.VersionOf(program), "", ""
	for _, f := range a.Facts {
		for _, seen := range f.Seen {
			if oldest == "" || driver.CompareVersions(seen, oldest) < 0 {
				oldest = seen
			}
			if newest == "" || driver.CompareVersions(seen, newest) > 0 {
				newest = seen
			}
		}
	}
	confirmed := ""
	switch {
	case version == "" || newest == "":
		return ""
	case driver.CompareVersions(version, newest) > 0:
		confirmed = "up to " + newest
	case driver.CompareVersions(version, oldest) < 0:
		confirmed = "from " + oldest + " on"
	default:
		return ""
	}
	text := fmt.Sprintf("%s %s is installed; facts are confirmed %s", filepath.Base(program), version, confirmed)
	if name := driver.Following(a.Name); name != "" {
		text += ": hooktest live --agent " + name + " shows what it does with your hooks"
	}
	return text
}
