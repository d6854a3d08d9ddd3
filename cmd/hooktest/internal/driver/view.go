package driver

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/internal/visible"
)

// A View is what a running agent sees of the file system.
type View struct{ root string }

// Exists reports whether there is a file at an absolute path.
func (v View) Exists(path string) bool {
	_, err := os.Lstat(filepath.Join(v.root, path))
	return err == nil
}

// Contains reports whether the file at an absolute path has a text.
func (v View) Contains(path, text string) bool {
	data, err := os.ReadFile(filepath.Join(v.root, path))
	return err == nil && bytes.Contains(data, []byte(text))
}

// temporary are the folders for temporary files.
var temporary = []string{"/tmp", "/var/tmp", "/dev/shm"}

// covered returns the folders of which the agent changes only a view: all those below /, except the
// kernel's, in a view of which no device works. Someone other than root may not change these, but
// perhaps a folder on the way to the project.
func (s Spec) covered() (all []string) {
	folders, _ := os.ReadDir("/")
	for _, f := range folders {
		if f.IsDir() {
			all = append(all, "/"+f.Name())
		}
	}
	for _, path := range []string{s.Home, s.Project} {
		for ; path != "/"; path = filepath.Dir(path) {
			all = append(all, path)
		}
	}
	return slices.DeleteFunc(all, func(path string) bool { return slices.Contains([]string{"/dev", "/proc", "/sys"}, path) })
}

// Untold says why a run tells nothing of the agent; "" if it does.
func (r Run) Untold(a *Agent) string {
	asked := slices.ContainsFunc(r.Exchanges, func(e scriptedmodel.Exchange) bool { return e.Thread != "" && e.Thread != Before })
	if len(r.Faults) > 0 {
		return fmt.Sprintf("%s asked for what the scripted model has no answer to: %s", a.Product, visible.Clip(visible.Line(r.Faults[0]), 300))
	}
	if asked && r.Ending != TimedOut {
		return ""
	}
	said := cmp.Or(strings.TrimSpace(string(r.Stderr)), strings.TrimSpace(string(r.Stdout)), "it printed nothing")
	lines := strings.Split(said, "\n")
	said = strings.Join(lines[max(len(lines)-3, 0):], " ")
	how := cmp.Or(r.Broken(), "ended with 0")
	what := "before it asked the model anything"
	if asked {
		what = "after it had asked the model"
	}
	return fmt.Sprintf("%s %s %s: %s", a.Product, how, what, visible.Clip(visible.Line(said), 300))
}

// Broken says how a run ended that did not come to its own end with exit code 0; "" for one that did. What
// comes last in a session may be missing in a broken run.
func (r Run) Broken() string {
	switch {
	case r.Ending == TimedOut:
		return fmt.Sprintf("did not end within %v", r.Duration.Round(time.Second))
	case r.Ending == Ended:
		return "was " + string(Ended)
	case r.Signal != "":
		return "ended by " + r.Signal
	case r.Code != 0:
		return fmt.Sprintf("ended with %d", r.Code)
	}
	return ""
}
