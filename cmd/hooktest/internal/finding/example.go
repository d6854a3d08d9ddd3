package finding

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// An Example is a hook with an event input, or a file with a finding before anything runs.
type Example struct {
	// Agents are names of contracts: one, or several for rules about several agents.
	Agents []string
	Event  hook.Event
	Hook   string
	// Second is a second hook of the same event; empty if there is only one.
	Second string
	// Bash is the command that the agent's shell is about to run; empty for a sample of the event.
	Bash string
	// Timeout is the hook's; zero for the agent's default.
	Timeout time.Duration
	// Tools are those for which a script is started; none if unknown.
	Tools []string
	// Background is set if the agent does not wait for the hook.
	Background bool
	// File replaces Event and Hook. Beside are additional files.
	File   File
	Beside []File
	// Variables are set for the agent, each as NAME=value.
	Variables []string
	// Around is set if the other files matter and are shown with the file.
	Around bool
}

// A File is a settings file or a script, with its path in a project.
type File struct {
	Path, Text string
	// Executable is set if the file may be executed.
	Executable bool
}

// Occasion describes when the example's hook runs, or where its file is, and for which agents.
func (e Example) Occasion() string {
	if e.File.Path != "" {
		if e.Around {
			return "With these files, for " + english.And(e.Agents)
		}
		said := fmt.Sprintf("In %s, for %s", e.File.Path, english.And(e.Agents))
		for _, f := range e.Beside {
			kind := "a"
			if f.Executable {
				kind = "an executable"
			}
			said += fmt.Sprintf(", beside %s %s", kind, f.Path)
		}
		if e.Hook != "" {
			said += ", which settings start by " + e.Hook
		}
		if len(e.Tools) > 0 {
			said += ", which settings start for " + english.And(e.Tools)
		}
		if e.Background {
			said += ", which settings start in the background"
		}
		return said
	}
	said := fmt.Sprintf("As a hook of %s on %s", english.And(e.Agents), e.Event)
	if e.Bash != "" {
		said += fmt.Sprintf(", asked about the command %q", e.Bash)
	}
	if e.Timeout > 0 {
		said += fmt.Sprintf(" with a timeout of %v", e.Timeout)
	}
	return said
}

// Text returns the hook, or the text of the file, together with the other files and variables if
// Around is set.
func (e Example) Text() string {
	if e.Around {
		var all strings.Builder
		for _, f := range append(slices.Clone(e.Beside), e.File) {
			fmt.Fprintf(&all, "# %s\n%s\n", f.Path, strings.TrimRight(f.Text, "\n"))
		}
		return all.String() + strings.Join(e.Variables, "\n")
	}
	if e.File.Path != "" {
		return e.File.Text
	}
	if e.Second != "" {
		return e.Hook + "\n# and beside it\n" + e.Second
	}
	return e.Hook
}
