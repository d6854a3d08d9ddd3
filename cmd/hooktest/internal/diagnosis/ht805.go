package diagnosis

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
)

// ht805 finds a hook that is switched off, alone or with others.
func ht805(e *examination, p checkedHook, at stage) []finding.Finding {
	switch {
	case at == atPlace:
		return p.sheet.off
	case at == atTrust && p.trust.State == trustOff:
		name := p.trust.Format.Off
		return says(finding.Place{File: p.trust.At.File, Position: p.trust.At}, fmt.Sprintf("%s of this hook is false: %s leaves it out", name, e.Contract.Product), "write "+name+" = true, or take it out")
	case at != atSwitch:
		return nil
	case p.off != nil:
		name := e.Contract.Settings.Shape.Enabled
		return says(finding.Place{File: p.At.File, Position: p.off.Position()}, fmt.Sprintf("%s is false: %s leaves this hook out", name, e.Contract.Product), "write "+name+": true, or take it out")
	}
	for _, held := range e.document.HeldBack {
		if held.Hooks.Position().File == p.At.File {
			return says(p.place(), held.Why+" ("+held.Rule+")", "put the hook where it counts, or have the owner of that file change it")
		}
	}
	if p.Entry.Off.Why == "" {
		return nil
	}
	fix := "change that list, or the hook"
	if mode, _ := e.Contract.InMode(); slices.Contains(mode.Unfired, p.Event) {
		fix = "put it on an event that is fired in this mode"
	}
	return says(p.place(), fmt.Sprintf("%s leaves this hook out: %s (%s)", e.Contract.Product, p.Entry.Off.Why, p.Entry.Off.Rule), fix)
}

// extensionOff finds an extension that is switched off for the project.
func (e *examination) extensionOff(name string) []finding.Finding {
	in := e.Contract.Settings.Extensions
	return says(finding.Place{File: filepath.Join(e.below(in.Folder), in.Switches)}, fmt.Sprintf("the extension %s is off here: %s runs none of its hooks (%s)", name, e.Contract.Product, in.Rule), "switch it on, or take the rule of this folder out")
}

// parcelOff finds a parcel that is not on, so that none of its hooks runs.
func (e *examination) parcelOff(p parcel) []finding.Finding {
	if p.own {
		return nil
	}
	in := p.kind.Installed
	if in.Switches != "" && e.switchedOff(p) {
		return says(finding.Place{File: e.below(in.Switches)}, fmt.Sprintf("%s is off here: %s runs none of its hooks", p.name, e.Contract.Product), "switch it on, or take the rule of this folder out")
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
			return says(finding.Place{File: s.Path, Position: said.Position()}, fmt.Sprintf("%s is false: %s does not load it", title, e.Contract.Product), "write true, or uninstall it")
		}
	}
	return says(finding.Place{File: p.folder}, fmt.Sprintf("no settings say that %s is on: %s does not load it", p.name, e.Contract.Product), "switch it on, with "+strings.Join(in.On, "."))
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
