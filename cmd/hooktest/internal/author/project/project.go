// Package project turns the flags about a project and its settings into the hooks that an agent
// reads there. It makes no plans.
package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
)

// Source selects the settings that a command reads.
type Source struct {
	Project, File string
	// Names are the values of --agents. If there are none, the existing settings decide.
	Names []string
	Whose roster.Agent
	// Untrusted assumes that the user has trusted nothing that the agent requires to be trusted.
	Untrusted bool
	Mode      roster.ModeFlag
	// Package is the folder of a plugin or an extension whose hooks are read as well. If it is
	// empty, that is the package that contains the project, if any. Searched is set if that search
	// was made: then empty means that there is none.
	Package  string
	Searched bool
}

// Register adds the flags to a command.
func (s *Source) Register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.Project, "project", ".", "the project `folder`")
	cmd.Flags().StringVar(&s.File, "settings", "", "read this settings `file` alone")
	cmd.Flags().StringSliceVar(&s.Names, "agents", nil, "ask these `agents`, files of contracts among them, or all (default: those whose settings are here)")
	console.CompleteFlag(cmd, "agents", roster.NamesAndAll)
}

// RegisterUntrusted adds the flag of commands that show the effect of trust.
func (s *Source) RegisterUntrusted(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&s.Untrusted, "untrusted", false, "as if the user had trusted neither the folder nor any hook")
}

// Folder returns the project folder's absolute path.
func (s *Source) Folder() (string, error) {
	folder, err := filepath.Abs(s.Project)
	if err != nil {
		return "", console.Fault(err)
	}
	return folder, nil
}

// Load reads the settings as the agent does in the project folder, or the one file. It writes
// nothing.
func (s *Source) Load() (*settings.Document, error) {
	doc, err := s.LoadFor(s.Whose.Contract)
	if broken, ok := errors.AsType[*settings.Error](err); ok {
		lines := make([]string, len(broken.Faults))
		for i, f := range broken.Faults {
			f.Position = view.Near(f.Position)
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
	if _, err := os.Stat(s.File); s.File != "" && errors.Is(err, fs.ErrNotExist) {
		return nil, noFile(s.File)
	}
	if s.Untrusted {
		doc.Distrust()
	}
	return doc, nil
}

func noFile(path string) error { return console.Usage("no such settings file: "+path, "") }

// LoadFor reads the same settings as the agent of a contract does.
func (s *Source) LoadFor(contract *dialect.Contract) (*settings.Document, error) {
	paths := settings.Paths{Files: []string{s.File}}
	if s.File == "" {
		var err error
		if paths, err = settings.DefaultPaths(contract, s.Project); err != nil {
			return nil, console.Usage(err.Error(), "")
		}
	}
	doc, err := settings.Load(contract, paths)
	if folder := s.PackageFolder(); err == nil && folder != "" {
		all, lost := config.PackageHooks(folder, contract)
		doc.Warnings = append(doc.Warnings, lost...)
		for _, hooks := range all {
			file := hooks.Position().File
			doc.Hooks, doc.Files, doc.Scopes = append(doc.Hooks, hooks), append(doc.Files, file), append(doc.Scopes, "plugin")
		}
	}
	return doc, err
}

// Given returns the settings that the agent reads if one file has the given object, which need not be
// on the disk. text returns the texts of the others. A file that is not in the agent's place is read
// alone.
func (s *Source) Given(path string, root *document.Node, text func(path string) ([]byte, error)) (*settings.Document, error) {
	paths, err := settings.DefaultPaths(s.Whose.Contract, s.Project)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(paths.Files, path) {
		return settings.LoadGiven(s.Whose.Contract, settings.Paths{}, []settings.Given{{Root: root}}), nil
	}
	var files []settings.Given
	seen := map[string]bool{}
	for i, file := range paths.Files {
		if file == "" || seen[file] {
			continue
		}
		seen[file] = true
		one := settings.Given{Scope: paths.Scopes[i], Root: root}
		if file != path {
			// Other files that can't be read are reported where they are open.
			data, err := text(file)
			if err != nil {
				continue
			}
			one.Root, err = settings.Parse(file, data, settings.Syntax(s.Whose.Contract))
			if err != nil || one.Root.Kind() != document.Object {
				continue
			}
		}
		files = append(files, one)
	}
	return settings.LoadGiven(s.Whose.Contract, paths, files), nil
}

// Written returns the hooks in the files that the agent reads, even if it doesn't apply them.
func (s *Source) Written() ([]registry.Surveyed, error) {
	paths, err := settings.DefaultPaths(s.Whose.Contract, s.Project)
	return config.Written(paths.Files, s.PackageFolder(), s.Whose.Contract), err
}

// PackageFolder returns the folder of the plugin or extension whose hooks are read as well: the
// one that contains the project, or the only one below it. It returns "" if --settings names a
// file.
func (s *Source) PackageFolder() string {
	if s.File != "" || s.Package != "" || s.Searched {
		return s.Package
	}
	folder, err := filepath.Abs(s.Project)
	if err != nil {
		return ""
	}
	around, below := config.PackageAround(folder), config.PackagesBelow(folder)
	if around == "" && len(below) == 1 {
		return below[0]
	}
	return around
}

// Surroundings returns the variables that hooks of the package get in addition to the inherited
// ones.
func (s *Source) Surroundings(inherited []string) []string {
	folder := s.PackageFolder()
	if folder == "" {
		return inherited
	}
	for name, value := range config.Roots(folder) {
		inherited = execution.With(inherited, name+"="+value)
	}
	return inherited
}

// Registered returns a document's hooks as the engine reads them.
func Registered(a roster.Agent, doc *settings.Document) *registry.Registry {
	hooks, source := registry.New(a.Contract, nil), Hooks(doc)
	hooks.Limit(source.Limits)
	hooks.Initialize(source.Config, source.Extensions)
	return hooks
}

// nodes returns the values of hooks in a document, including those that are held back.
func nodes(doc *settings.Document) []*document.Node {
	all := slices.Clone(doc.Hooks)
	for _, e := range doc.Extensions {
		if e.Hooks != nil {
			all = append(all, e.Hooks)
		}
	}
	for _, held := range doc.HeldBack {
		all = append(all, held.Hooks)
	}
	return all
}

// Written returns a hook as a settings object, or nil if it is not found.
func Written(doc *settings.Document, entry hook.Entry) *jsonvalue.Object {
	for all := nodes(doc); len(all) > 0; {
		node := all[0]
		all = all[1:]
		at := node.Position()
		if object, ok := node.Value().(*jsonvalue.Object); ok && (hook.Position{File: at.File, Line: at.Line, Column: at.Column}) == entry.Position {
			return object
		}
		all = append(all, node.Items()...)
		for _, field := range node.Fields() {
			all = append(all, field.Value)
		}
	}
	return nil
}

// HeldBack adds to a plan the hooks of files that wait for trust, or that another file turns off.
func HeldBack(a roster.Agent, doc *settings.Document, plan *hook.Plan, subject string) (*hook.Plan, error) {
	for _, held := range doc.HeldBack {
		hooks := registry.New(a.Contract, nil)
		hooks.Limit(doc.Limits)
		hooks.Initialize([]*document.Node{held.Hooks}, nil)
		var err error
		if plan, err = planner.HeldBack(a.Contract, plan, hooks, subject, hook.Off{Why: held.Why, Rule: held.Rule}); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// DecidingSwitch returns the switch that turns an agent's hooks off.
func DecidingSwitch(a roster.Agent, doc *settings.Document) dialect.Switch {
	if len(doc.Gate.Path) > 0 {
		return doc.Gate
	}
	return a.Settings.Switch
}

// SwitchedOff returns where the settings turn hooks off, or "" if they do not say so.
func SwitchedOff(a roster.Agent, doc *settings.Document) string {
	if doc.EnableHooks || doc.EnabledAt.IsZero() {
		return ""
	}
	rules := DecidingSwitch(a, doc)
	return fmt.Sprintf("%s is %t at %s (%s)", rules.Name(), rules.Off, view.Near(doc.EnabledAt), rules.Rule)
}

// Hooks converts a document's hooks for the engine.
func Hooks(doc *settings.Document) engine.Hooks {
	hooks := engine.Hooks{Config: doc.Hooks, Limits: doc.Limits}
	for _, e := range doc.Extensions {
		hooks.Extensions = append(hooks.Extensions, registry.Extension{Name: e.Name, Active: e.Active, Hooks: e.Hooks, Path: e.Path})
	}
	return hooks
}

// brokenHint describes the effect of a broken file.
const brokenHint = "while a settings file is broken, none of its hooks runs"

// settingsHint describes the effect of a broken file. It returns "" for an unreadable one.
func settingsHint(broken *settings.Error) string {
	for _, fault := range broken.Faults {
		if fault.Position.Line > 0 {
			return brokenHint
		}
	}
	return ""
}

// CheckFolder refuses a project that is not a folder. Otherwise the engine would report that no
// hook can be started there.
func CheckFolder(folder string) error {
	switch info, err := os.Stat(folder); {
	case err != nil:
		return console.Unreadable(folder, err)
	case !info.IsDir():
		return console.Usage(folder+": not a folder", "")
	}
	return nil
}

// ReadSettings reads a settings file to change or to convert.
func ReadSettings(contract *dialect.Contract, path string) (*settingsfile.File, error) {
	file, err := settingsfile.Read(contract, path)
	if fault, ok := errors.AsType[*document.SyntaxError](err); ok {
		return nil, console.Usage(console.Near(fault.Error()), "nothing was changed")
	}
	if err != nil {
		return nil, console.Usage(console.Near(err.Error()), "")
	}
	return file, nil
}
