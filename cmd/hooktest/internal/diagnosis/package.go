package diagnosis

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
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
	at := e.below(path)
	text, err := e.machine.read(at)
	if err != nil {
		return nil
	}
	root, err := settings.Parse(at, text, document.Options{AllowComments: true, AllowTrailingCommas: true})
	if err != nil || root.Kind() != document.Object {
		return nil
	}
	return root
}

// take examines the hooks of a parcel.
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
				e.tell(ruleUnreadable, finding.Place{File: path}, fmt.Sprintf("the manifest of %s names this file, which is not there: no hook of it runs", scope), "write the path of a file that is there into the manifest")
			}
			continue
		case err != nil:
			f.State, f.Why = Unreadable, err.Error()
			e.tell(ruleUnreadable, finding.Place{File: path}, f.Why+": no hook of this file applies", "see that there is a file that can be read, or take it away")
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

// parcelOff returns the reason that no hook of a parcel runs; nil if none is known.
func (e *examination) parcelOff(p parcel) *finding.Finding {
	if p.own {
		return nil
	}
	in := p.kind.Installed
	off := func(place finding.Place, text, fix string) *finding.Finding {
		f := made(ruleOff, place, text, fix)
		return &f
	}
	if in.Switches != "" {
		if e.switchedOff(p) {
			return off(finding.Place{File: e.below(in.Switches)}, fmt.Sprintf("%s is off here: %s runs none of its hooks", p.name, e.Contract.Product), "switch it on, or take the rule of this folder out")
		}
	}
	if len(in.On) == 0 {
		return nil
	}
	title := strings.Join(in.On, ".") + " of " + p.name
	for _, s := range e.sheets {
		if s.root == nil || s.State != Found || s.parcel != "" {
			continue
		}
		all, _ := s.root.At(in.On...)
		if all == nil {
			continue
		}
		said, ok := all.Field(p.name)
		if ok && in.Field != "" {
			said, ok = said.Field(in.Field)
		}
		switch {
		case !ok || said.Kind() != document.Bool:
		case said.Bool():
			return nil
		default:
			return off(finding.Place{File: s.Path, Position: said.Position()}, fmt.Sprintf("%s is false: %s does not load it", title, e.Contract.Product), "write true, or uninstall it")
		}
	}
	return off(finding.Place{File: p.folder}, fmt.Sprintf("no settings say that %s is on: %s does not load it", p.name, e.Contract.Product), "switch it on, with "+strings.Join(in.On, "."))
}

// switchedOff reports whether the agent's file of switches turns a parcel off for the project, as
// the engine reads such files.
func (e *examination) switchedOff(p parcel) bool {
	folder, name := path.Split(p.kind.Installed.Switches)
	alone := *e.Contract
	alone.Settings.Extensions = dialect.Extensions{Folder: path.Clean(folder), Manifests: []string{p.kind.Manifest}, Switches: name}
	paths, err := settings.DefaultPaths(&alone, e.machine.Project)
	if err != nil {
		return false
	}
	all := settings.LoadGiven(&alone, paths, nil).Extensions
	return slices.ContainsFunc(all, func(x settings.Extension) bool { return filepath.Dir(x.Path) == p.folder && !x.Active })
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
			in := e.Contract.Settings.Extensions
			f := made(ruleOff, finding.Place{File: filepath.Join(e.below(in.Folder), in.Switches)}, fmt.Sprintf("the extension %s is off here: %s runs none of its hooks (%s)", x.Name, e.Contract.Product, in.Rule), "switch it on, or take the rule of this folder out")
			s.off = &f
		}
		e.sheetOf(s, text)
	}
}
