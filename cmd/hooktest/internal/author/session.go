package author

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
)

// settingsFlags say whose settings a command looks at.
type settingsFlags struct {
	project, file string
}

func (s *settingsFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.project, "project", ".", "the project `folder`")
	cmd.Flags().StringVar(&s.file, "settings", "", "read this settings `file` alone")
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
	paths := settings.Paths{Files: []string{s.file}}
	if s.file == "" {
		var err error
		if paths, err = settings.DefaultPaths(contract().Contract, s.project); err != nil {
			return nil, console.Usage(err.Error(), "")
		}
	}
	doc, err := settings.Load(contract().Contract, paths)
	if broken, ok := errors.AsType[*settings.Error](err); ok {
		lines := make([]string, len(broken.Faults))
		for i, f := range broken.Faults {
			f.Position = nearPosition(f.Position)
			lines[i] = f.String()
		}
		return nil, console.Usage(strings.Join(lines, "\n"), "while a settings file is broken, none of its hooks runs")
	}
	if err != nil {
		return nil, console.Fault(err)
	}
	if s.file != "" && len(doc.Files) == 0 {
		return nil, console.Usage(fmt.Sprintf("no such settings file: %s", s.file), "")
	}
	return doc, nil
}

// registered are a document's hooks as the engine reads them.
func registered(doc *settings.Document) *registry.Registry {
	hooks, source := registry.New(contract().Contract, nil), hooksOf(doc)
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
