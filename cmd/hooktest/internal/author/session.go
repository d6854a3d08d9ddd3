package author

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// settingsFlags say whose settings a command looks at.
type settingsFlags struct {
	project, file string
	// name is what --agent says, whose whose settings they are.
	name  string
	whose agent
}

func (s *settingsFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.project, "project", ".", "the project `folder`")
	cmd.Flags().StringVar(&s.file, "settings", "", "read this settings `file` alone")
	cmd.Flags().StringVar(&s.name, "agent", "", "the `agent` whose settings they are, or the file of a contract (default: the one whose event it is)")
	console.CompleteFlag(cmd, "agent", agentNames())
}

// choose finds the agent: the one that is named, or one that has such an event. Of
// several that is told.
func (s *settingsFlags) choose(a *console.App, event string) error {
	if s.name != "" {
		var err error
		if s.whose, err = agentNamed("agent", s.name); err != nil {
			return err
		}
		return s.whose.checkEvent(event)
	}
	s.whose = contract()
	if s.whose.knows(event) {
		return nil
	}
	speakers := meant(func(a agent) bool { return a.knows(event) })
	if len(speakers) == 0 {
		return console.CheckChoice("event", event, eventNames())
	}
	s.whose = speakers[0]
	text := fmt.Sprintf("%s is an event of %s", event, s.whose.Name)
	if len(speakers) > 1 {
		names := make([]string, len(speakers)-1)
		for i, one := range speakers[1:] {
			names[i] = one.Name
		}
		text += fmt.Sprintf(", and of %s, which --agent asks", english.And(names))
	}
	a.Note(text)
	return nil
}

// folder is the project folder's absolute path.
func (s *settingsFlags) folder() (string, error) {
	folder, err := filepath.Abs(s.project)
	if err != nil {
		return "", console.Fault(err)
	}
	return folder, nil
}

// load reads the settings as the agent would in the project folder, or the one
// file. Nothing is written.
func (s *settingsFlags) load() (*settings.Document, error) {
	doc, err := s.loadFor(s.whose.Contract)
	if broken, ok := errors.AsType[*settings.Error](err); ok {
		lines := make([]string, len(broken.Faults))
		for i, f := range broken.Faults {
			f.Position = nearPosition(f.Position)
			lines[i] = f.String()
		}
		return nil, console.Usage(strings.Join(lines, "\n"), settingsHint(broken))
	}
	if f, ok := errors.AsType[*console.Failure](err); ok {
		return nil, f
	}
	if err != nil {
		return nil, console.Fault(err)
	}
	if _, err := os.Stat(s.file); s.file != "" && errors.Is(err, fs.ErrNotExist) {
		return nil, console.Usage(fmt.Sprintf("no such settings file: %s", s.file), "")
	}
	return doc, nil
}

// loadFor reads the same settings as the agent of a contract does.
func (s *settingsFlags) loadFor(contract *dialect.Contract) (*settings.Document, error) {
	paths := settings.Paths{Files: []string{s.file}}
	if s.file == "" {
		var err error
		if paths, err = settings.DefaultPaths(contract, s.project); err != nil {
			return nil, console.Usage(err.Error(), "")
		}
	}
	return settings.Load(contract, paths)
}

// registered are a document's hooks as the engine reads them.
func registered(a agent, doc *settings.Document) *registry.Registry {
	hooks, source := registry.New(a.Contract, nil), hooksOf(doc)
	hooks.Initialize(source.Config, source.Extensions)
	return hooks
}

// hooksOf hands a document's hooks to the engine.
func hooksOf(doc *settings.Document) engine.Hooks {
	hooks := engine.Hooks{Config: doc.Hooks}
	for _, e := range doc.Extensions {
		hooks.Extensions = append(hooks.Extensions, registry.Extension{Name: e.Name, Active: e.Active, Hooks: e.Hooks, Path: e.Path})
	}
	return hooks
}

// settingsHint says what a broken file means; of one that can't be read, nothing.
func settingsHint(broken *settings.Error) string {
	for _, fault := range broken.Faults {
		if fault.Position.Line > 0 {
			return "while a settings file is broken, none of its hooks runs"
		}
	}
	return ""
}

// checkFolder refuses a project that is not a folder, before the engine reports that
// no hook can be started there.
func checkFolder(folder string) error {
	switch info, err := os.Stat(folder); {
	case err != nil:
		return console.Unreadable(folder, err)
	case !info.IsDir():
		return console.Usage(folder+": not a folder", "")
	}
	return nil
}
