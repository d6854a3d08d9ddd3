package capture

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// files returns the selected settings files with their agents. An agent that copies a file would copy
// the recorder too, which nothing would remove from the copy.
func (o *recordOptions) files() ([]*settingsfile.File, error) {
	files, err := o.selected()
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if c := o.copier(file.Path); c != nil {
			return nil, console.Usage(fmt.Sprintf("%s copies %s to its new folder when it starts: a recorder would stay in the copy", c.Product, console.Near(file.Path)), "start the agent once, and record from the new folder")
		}
	}
	return files, nil
}

// copier returns the agent that will copy a file from its former folder, or nil.
func (o *recordOptions) copier(path string) *dialect.Contract {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	for _, c := range dialect.Contracts() {
		if o.agent != "" && c.Name != o.agent || !slices.Contains(o.pathsOf(c, true), path) {
			continue
		}
		for _, file := range c.Settings.Files {
			usual := c.Settings.Usual(file, runtime.GOOS)
			if len(usual) > 1 && path == filepath.Join(home, filepath.FromSlash(strings.TrimPrefix(usual[1], "~/"))) {
				return c
			}
		}
	}
	return nil
}

func (o *recordOptions) selected() ([]*settingsfile.File, error) {
	if o.file != "" {
		contract, err := o.owner()
		if err != nil {
			return nil, err
		}
		path, err := filepath.Abs(o.file)
		if err != nil {
			return nil, console.Fault(err)
		}
		file, err := project.ReadSettings(contract, path)
		if err == nil && file.Missing && o.once == "" {
			return nil, console.Usage(fmt.Sprintf("no such settings file: %s", o.file), console.SimilarFile(o.file))
		}
		return []*settingsfile.File{file}, err
	}
	if o.agent == "" && o.once == "" {
		return nil, o.unnamed()
	}
	contract, err := o.owner()
	if err != nil {
		return nil, err
	}
	files, err := o.filesOf(contract)
	if err != nil {
		return nil, err
	}
	there := slices.DeleteFunc(slices.Clone(files), func(f *settingsfile.File) bool { return f.Missing })
	switch {
	case len(files) == 0:
		return nil, console.Usage(fmt.Sprintf("it is not known where settings of %s are", contract.Product), "name the file")
	case len(there) == 0 && o.once == "":
		return nil, console.Usage(fmt.Sprintf("no settings of %s here: %s", contract.Product, english.Or(paths(files))), "--project names another folder, --user has it be your own settings")
	case len(there) == 0:
		return files[:1], nil
	}
	return there, nil
}

// filesOf returns an agent's files of the project, or of the user.
func (o *recordOptions) filesOf(contract *dialect.Contract) ([]*settingsfile.File, error) {
	var files []*settingsfile.File
	for _, path := range o.pathsOf(contract, o.user) {
		file, err := project.ReadSettings(contract, path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// owner determines the agent of the settings: the named one, the one that has a file of this
// name, or the one that has the event.
func (o *recordOptions) owner() (*dialect.Contract, error) {
	if o.agent != "" {
		named, _ := dialect.Named(o.agent)
		return named, nil
	}
	var found []*dialect.Contract
	for _, c := range dialect.Contracts() {
		switch {
		case c.OnlyNamed:
		case o.file != "" && reads(c, o.file):
			found = append(found, c)
		case o.file == "" && o.once != "" && (roster.Agent{Contract: c}).Knows(o.once):
			found = append(found, c)
		}
	}
	if o.file == "" {
		// Of the agents that have the event, take those with settings here.
		used := slices.DeleteFunc(slices.Clone(found), func(c *dialect.Contract) bool {
			files, err := o.filesOf(c)
			return err != nil || !slices.ContainsFunc(files, func(f *settingsfile.File) bool { return !f.Missing })
		})
		if len(used) > 0 {
			found = used
		}
	}
	switch {
	case len(found) == 0 && o.file == "":
		return nil, console.CheckChoice("event", o.once, roster.EventNames())
	case len(found) == 0:
		return nil, console.Usage(fmt.Sprintf("no agent is known to read a file called %s", o.file), "name the agent with --agents: "+english.Or(roster.Names()))
	case len(found) > 1:
		others := lists.Of(found[1:], func(c *dialect.Contract) string { return c.Name })
		o.Note(fmt.Sprintf("taken for %s; --agents names %s instead", found[0].Name, english.Or(others)))
	}
	return found[0], nil
}

// reads reports whether an agent looks for settings in files with this path, in any folder.
func reads(c *dialect.Contract, file string) bool {
	path, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	path = filepath.ToSlash(path)
	for _, own := range c.Settings.Files {
		pattern := strings.TrimPrefix(own.Path, "~/")
		parts := strings.Split(path, "/")
		tail := strings.Join(parts[max(0, len(parts)-1-strings.Count(pattern, "/")):], "/")
		if ok, err := filepath.Match(pattern, tail); err == nil && ok {
			return true
		}
	}
	return false
}

// unnamed is the error that lists the existing settings.
func (o *recordOptions) unnamed() error {
	var found []string
	for _, c := range dialect.Contracts() {
		files, err := o.filesOf(c)
		if c.OnlyNamed || err != nil {
			continue
		}
		for _, file := range files {
			if len(file.Hooks()) > 0 && !slices.Contains(found, console.Near(file.Path)) {
				found = append(found, console.Near(file.Path))
			}
		}
	}
	if len(found) == 0 {
		return console.Usage("no settings file given, and none with hooks is here", "such as: hooktest record --start .claude/settings.json")
	}
	return console.Usage("no settings file given", fmt.Sprintf("hooks are in %s: hooktest record --start %s", english.And(found), found[0]))
}

func (o *recordOptions) checkEvent(files []*settingsfile.File, event string) error {
	for _, file := range files {
		if err := (roster.Agent{Contract: file.Contract}).CheckEvent(event); err != nil {
			return err
		}
	}
	return nil
}

// paths returns the shortened paths of files.
func paths(files []*settingsfile.File) []string {
	return lists.Of(files, func(f *settingsfile.File) string { return console.Near(f.Path) })
}
