package finding

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// An Example is a hook, as a command line, on an occasion, or a file that has a
// finding before anything runs.
type Example struct {
	// Agents are names of contracts, one but for rules about several.
	Agents []string
	Event  hook.Event
	Hook   string
	// Second is a second hook of the same event; empty where there is one alone.
	Second string
	// Bash is the command that the agent's shell is about to run; empty for a sample of
	// the event.
	Bash string
	// Timeout is the hook's; zero for the agent's own.
	Timeout time.Duration
	// Tools are those for which a script is started; none where nobody says so.
	Tools []string
	// Background tells that the agent does not wait for the hook.
	Background bool
	// File stands in the place of event and hook, Beside are files that are there, too.
	File   File
	Beside []File
	// Variables are set for the agent, each as NAME=value.
	Variables []string
	// Around tells that what matters stands around the file, and is to be shown with it.
	Around bool
}

// A File is a settings file or a script, with the path where a project has it.
type File struct {
	Path, Text string
	// Executable tells that it may be started.
	Executable bool
}

// Occasion says when the hook of the example runs, or where its file stands, and for
// whom.
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

// Text is the hook, or the text of the file, with all that is around it where that matters.
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
