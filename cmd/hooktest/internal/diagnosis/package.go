package diagnosis

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/glob"
)

// A parcel is a plugin or an extension that is installed for the project.
type parcel struct {
	kind         dialect.Package
	name, folder string
	// own is set for the project's own, which is on for those who install it.
	own bool
}

// mostParcels limits how many of a kind are checked.
const mostParcels = 200

// parcels returns the agent's plugins and extensions, in its order.
func (e *examination) parcels() []parcel {
	var all []parcel
	folders := config.PackagesBelow(e.machine.Project)
	if around := config.PackageAround(e.machine.Project); around != "" {
		folders = []string{around}
	}
	for _, folder := range folders {
		if hooks, lost := config.PackageHooks(folder, e.Contract); len(hooks)+len(lost) == 0 {
			continue
		}
		for _, kind := range e.Contract.Settings.Packages {
			all = append(all, parcel{kind: kind, name: filepath.Base(folder), folder: folder, own: true})
		}
	}
	for _, kind := range e.Contract.Settings.Packages {
		var some []parcel
		switch {
		case kind.Installed.Index != "":
			some = e.indexed(kind)
		case kind.Installed.Folders != "":
			some = e.lying(kind)
		}
		e.Cut = e.Cut || len(some) > mostParcels
		all = append(all, some[:min(len(some), mostParcels)]...)
	}
	return all
}

// indexed returns those that a file lists.
func (e *examination) indexed(kind dialect.Package) []parcel {
	in := kind.Installed
	root := e.object(in.Index)
	if root == nil {
		return nil
	}
	listed, _ := root.Field(in.Key)
	if listed == nil {
		return nil
	}
	var all []parcel
	for _, field := range listed.Fields() {
		for _, one := range field.Value.Items() {
			folder, project := cmp.Or(e.unpacked(in.Markets, field.Name), textOf(one, in.Path)), textOf(one, in.Project)
			if folder == "" || project != "" && !e.inside(project) || slices.ContainsFunc(all, func(p parcel) bool { return p.folder == folder }) {
				continue
			}
			all = append(all, parcel{kind: kind, name: field.Name, folder: folder})
		}
	}
	return all
}

// unpacked returns the folder that a package is read from in place of its copy; empty if the
// copy is read.
func (e *examination) unpacked(m dialect.Markets, id string) string {
	name, market, ok := strings.Cut(id, "@")
	root := e.object(m.Index)
	if !ok || m.Index == "" || root == nil {
		return ""
	}
	known, ok := root.Field(market)
	if !ok {
		return ""
	}
	if kind, ok := known.At(m.Kind...); !ok || kind.Text() != m.Value {
		return ""
	}
	folder := textOf(known, m.Path)
	catalogue := e.object(filepath.Join(folder, filepath.FromSlash(m.Catalogue)))
	if catalogue == nil {
		return ""
	}
	plugins, ok := catalogue.Field("plugins")
	if !ok {
		return ""
	}
	for _, plugin := range plugins.Items() {
		if source := textOf(plugin, "source"); textOf(plugin, "name") == name && source != "" {
			return filepath.Join(folder, filepath.FromSlash(source))
		}
	}
	return ""
}

// lying returns those with folders where the agent looks for them.
func (e *examination) lying(kind dialect.Package) []parcel {
	pattern := e.below(kind.Installed.Folders)
	found := glob.Paths(pattern, kind.Installed.Folders)
	var all []parcel
	for _, folder := range found {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(kind.Manifest))); err != nil {
			continue
		}
		names := strings.Split(folder, string(filepath.Separator))
		var parts []any
		for i, word := range strings.Split(pattern, string(filepath.Separator)) {
			if word == "*" {
				parts = append(parts, names[i])
			}
		}
		// The name has no version.
		all = append(all, parcel{kind: kind, name: fmt.Sprintf(kind.Installed.Name, parts[:strings.Count(kind.Installed.Name, "%")]...), folder: folder})
	}
	return all
}

// below resolves a path of a contract.
func (e *examination) below(path string) string {
	alone := *e.Contract
	// Hide the *: DefaultPaths would look for matching files, and omit a path without any.
	alone.Settings.Files = []dialect.File{{Path: strings.ReplaceAll(path, "*", "\x00")}}
	paths, err := settings.DefaultPaths(&alone, e.machine.Project)
	if err != nil || len(paths.Files) == 0 {
		return ""
	}
	return strings.ReplaceAll(paths.Files[0], "\x00", "*")
}

// object parses a JSON file of the agent; nil if there is none or it is invalid.
func (e *examination) object(path string) *document.Node {
	root := e.machine.parsed(e.below(path))
	if root == nil || root.Kind() != document.Object {
		return nil
	}
	return root
}

func (e *examination) take(p parcel) {
	scope := "plugin " + p.name
	off := e.parcelOff(p)
	files := config.PackageFiles(p.folder, p.kind, e.Contract.Settings)
	for _, path := range files {
		f := File{Scope: scope, Path: path, State: Found}
		text, err := e.machine.read(path)
		switch {
		case missing(err):
			// Many packages have no hooks and do not mention any.
			if relative, _ := filepath.Rel(p.folder, path); filepath.ToSlash(relative) != p.kind.Hooks && off == nil {
				f.State = Absent
				e.findAbout(&sheet{File: f})
			}
			continue
		case err != nil:
			f.State, f.Why = Unreadable, err.Error()
			e.findAbout(&sheet{File: f})
			e.Files = append(e.Files, f)
			continue
		}
		name, _ := filepath.Rel(p.folder, path)
		e.sheetOf(&sheet{
			File: f, places: commandfile.Places{Home: e.machine.Home, Project: e.machine.Project, Roots: config.Roots(p.folder)},
			parcel: p.folder, off: off, known: p.name + ":" + filepath.ToSlash(name),
		}, text)
	}
}

// extensions adds those whose hooks the engine has read from their manifests.
func (e *examination) extensions() {
	for _, x := range e.document.Extensions {
		text, err := e.machine.read(x.Path)
		if x.Hooks == nil || x.Path == "" || err != nil {
			continue
		}
		folder := filepath.Dir(x.Path)
		s := &sheet{
			File:   File{Scope: "extension " + x.Name, Path: x.Path, State: Found},
			places: commandfile.Places{Home: e.machine.Home, Project: e.machine.Project, Roots: config.Roots(folder)}, parcel: folder,
		}
		if !x.Active {
			s.off = e.extensionOff(x.Name)
		}
		e.sheetOf(s, text)
	}
}
