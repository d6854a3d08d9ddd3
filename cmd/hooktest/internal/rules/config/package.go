package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
)

// packageOf returns the place of a file with hooks of a plugin or an extension: the manifest, the
// file that the manifest names, or by default the usual one.
func packageOf(path string) Place {
	var place Place
	for _, c := range dialect.Contracts() {
		for _, kind := range c.Settings.Packages {
			folder, ok := packageFolder(path, kind, c.Settings)
			if !ok || place.Package != "" && folder != place.Package {
				continue
			}
			place.Package, place.Readers = folder, append(place.Readers, c)
		}
	}
	if place.Package != "" {
		return place
	}
	// Without a manifest, the usual place of hooks decides.
	for _, c := range dialect.Contracts() {
		for _, kind := range c.Settings.Packages {
			if folder, ok := below(path, kind.Hooks); ok && isPackage(folder, false) && !isPackage(folder, true) {
				place.Package, place.Readers = folder, append(place.Readers, c)
			}
		}
	}
	return place
}

// isPackage reports whether a folder is that of a plugin or an extension: by its manifest or,
// unless manifest is set, by hooks in the usual place. A folder of an agent's own settings is not a
// package.
func isPackage(folder string, manifest bool) bool {
	if slices.Contains(agentFolders(), filepath.Base(folder)) {
		return false
	}
	regular := func(sign string) bool {
		info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(sign)))
		return err == nil && info.Mode().IsRegular()
	}
	manifests, hooks := signs()
	return slices.ContainsFunc(manifests, regular) || !manifest && slices.ContainsFunc(hooks, regular)
}

// signs returns the manifests of plugins and extensions, and the usual places of their hooks. Those
// of several agents are the same.
var signs = sync.OnceValues(func() (manifests, hooks []string) {
	for _, c := range dialect.Summaries() {
		for _, kind := range c.Packages {
			manifests, hooks = append(manifests, kind.Manifest), append(hooks, kind.Hooks)
		}
	}
	named := func(sign string) bool { return sign != "" }
	return lists.Where(lists.Once(manifests), named), lists.Where(lists.Once(hooks), named)
})

// PackagesBelow returns the folders of plugins and extensions in a folder or in its subfolders, as
// in repositories with several packages.
func PackagesBelow(folder string) []string {
	var all []string
	for _, sub := range folders(folder) {
		if isPackage(sub, false) {
			all = append(all, sub)
			continue
		}
		all = append(all, slices.DeleteFunc(folders(sub), func(sub string) bool { return !isPackage(sub, false) })...)
	}
	return all
}

// folders returns the subfolders of a folder, without third-party code and agents' own folders.
func folders(folder string) []string {
	// A folder that can't be read has no packages to install.
	entries, _ := os.ReadDir(folder)
	var all []string
	for _, e := range entries {
		if e.IsDir() && !IsForeign(e.Name()) && !slices.Contains(agentFolders(), e.Name()) {
			all = append(all, filepath.Join(folder, e.Name()))
		}
	}
	return all
}

// packageFolder returns the folder of the package to whose hooks the file belongs.
func packageFolder(path string, kind dialect.Package, rules dialect.Settings) (folder string, ok bool) {
	if folder, ok := below(path, kind.Manifest); ok && kind.Key != "" {
		hooks := named(path, kind)
		return folder, hooks != nil && hooks.Kind() == document.Object && len(hooks.Fields()) > 0
	}
	if filepath.Ext(path) != ".json" {
		return "", false
	}
	// In practice the file is at most three folders down.
	folder = filepath.Dir(path)
	for range 3 {
		manifest := filepath.Join(folder, filepath.FromSlash(kind.Manifest))
		if _, err := os.Stat(manifest); err == nil {
			return folder, slices.Contains(hookFiles(manifest, kind, rules), from(folder, path))
		}
		folder = filepath.Dir(folder)
	}
	return "", false
}

// PackageFiles returns the files with a package's hooks: all that its manifest names, or by default
// the usual one; the manifest itself if it has the hooks inline, and also the usual one if the
// agent ignores them.
func PackageFiles(folder string, kind dialect.Package, rules dialect.Settings) []string {
	manifest := filepath.Join(folder, filepath.FromSlash(kind.Manifest))
	var files []string
	if hooks := named(manifest, kind); hooks != nil && hooks.Kind() == document.Object {
		files = append(files, manifest)
	}
	for _, name := range hookFiles(manifest, kind, rules) {
		files = append(files, filepath.Join(folder, filepath.FromSlash(name)))
	}
	return files
}

// PackageAround returns the plugin or extension that contains an absolute folder: the nearest
// folder with a manifest or with hooks in the usual place, up to the repository's root; "" if there
// is none.
func PackageAround(folder string) string {
	for {
		if isPackage(folder, false) {
			return folder
		}
		above := filepath.Dir(folder)
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil || above == folder {
			return ""
		}
		folder = above
	}
}

// PackageRoot returns the root of a package's file as the agent reads it: with the events inside
// the hooks field, which the file may omit unless the agent is known to require it. For hooks in a
// manifest it is the manifest or, for agents that read a whole file there, the value of its field.
func PackageRoot(root *document.Node, c *dialect.Contract) *document.Node {
	for _, kind := range c.Settings.Packages {
		// The file's name may be relative to its package.
		if _, manifest := below(string(filepath.Separator)+root.Position().File, kind.Manifest); manifest && kind.InlineFact != "" {
			if inline, ok := root.Field(kind.Key); ok && inline.Kind() == document.Object {
				return inline
			}
		}
	}
	if slices.ContainsFunc(c.Settings.Packages, func(kind dialect.Package) bool { return kind.WrappedFact != "" }) {
		return root
	}
	return around(root, c)
}

// around wraps events at the top level in the hooks field.
func around(root *document.Node, c *dialect.Contract) *document.Node {
	if root == nil {
		return nil
	}
	if _, wrapped := root.Field(c.Settings.Hooks); !wrapped && slices.ContainsFunc(root.Fields(), func(f document.Field) bool { return anyonesEvent(f.Name) }) {
		return root.Under(c.Settings.Hooks)
	}
	return root
}

// PackageHooks returns the hooks that a package gives an agent, and warnings about files for the
// agent whose hooks do not apply. The package may lack a manifest.
func PackageHooks(folder string, c *dialect.Contract) (all []*document.Node, lost []hook.Warning) {
	for _, root := range packageRoots(folder, c) {
		root = PackageRoot(root, c)
		hooks, ok := root.Field(c.Settings.Hooks)
		ruin, ruined := hooksettings.RuinOf(c.Settings, root)
		switch {
		case ruined:
			lost = append(lost, ruin.Warning())
		case ok:
			all = append(all, hooks)
		default:
			ruin = hooksettings.Ruin{Breach: dialect.Breach{Fact: c.Settings.Packages[0].WrappedFact}, Position: root.Position(),
				Text: fmt.Sprintf("the events are not in %q", c.Settings.Hooks)}
			lost = append(lost, ruin.Warning())
		}
	}
	return all, lost
}

// packageRoots returns the values of a package's files that are written for an agent.
func packageRoots(folder string, c *dialect.Contract) []*document.Node {
	var roots []*document.Node
	for _, kind := range c.Settings.Packages {
		for _, path := range PackageFiles(folder, kind, c.Settings) {
			text, err := hooksettings.Text(path)
			if err == nil && slices.Contains(Likeliest(path, text, packageOf(path).Agents()), c) {
				roots = append(roots, parse(File{Path: path, Text: text}).root)
			}
		}
	}
	return roots
}

// rootAt returns the value of a settings file; nil if it can't be read or parsed.
func rootAt(path string) *document.Node {
	text, err := hooksettings.Text(path)
	if err != nil {
		return nil
	}
	return parse(File{Path: path, Text: text}).root
}

// Written returns the hooks in the files that an agent reads, including those of a package, even if
// the agent does not apply them.
func Written(paths []string, folder string, c *dialect.Contract) []registry.Surveyed {
	roots := packageRoots(folder, c)
	for _, path := range paths {
		roots = append(roots, rootAt(path))
	}
	var all []registry.Surveyed
	for _, root := range roots {
		if root == nil {
			continue
		}
		if hooks, ok := around(root, c).Field(c.Settings.Hooks); ok {
			all = append(all, registry.Look(c, hooks).Hooks...)
		}
	}
	return all
}

// hookFiles returns a package's files with hooks, relative to its folder.
func hookFiles(manifest string, kind dialect.Package, rules dialect.Settings) []string {
	hooks := named(manifest, kind)
	if hooks == nil || ignored(hooks, kind, rules) {
		return []string{kind.Hooks}
	}
	var files []string
	for _, node := range append([]*document.Node{hooks}, hooks.Items()...) {
		if node.Kind() == document.String {
			files = append(files, filepath.ToSlash(filepath.Clean(node.Text())))
		}
	}
	return files
}

// ignored reports whether the agent goes on as if the manifest's hooks were not there.
func ignored(hooks *document.Node, kind dialect.Package, rules dialect.Settings) bool {
	_, ruined := hooksettings.RuinOf(rules, hooks)
	return ruined && kind.InlineFact != "" && hooks.Kind() == document.Object
}

// named returns the manifest's value about hooks; nil if it has none or can't be read.
func named(manifest string, kind dialect.Package) *document.Node {
	root := rootAt(manifest)
	if root == nil || root.Kind() != document.Object || kind.Key == "" {
		return nil
	}
	hooks, _ := root.Field(kind.Key)
	return hooks
}

// below returns the folder in which the relative path from is the file.
func below(path, from string) (folder string, ok bool) {
	return strings.CutSuffix(path, string(filepath.Separator)+filepath.FromSlash(from))
}

// from returns a file's path relative to a folder.
func from(folder, path string) string {
	rest, err := filepath.Rel(folder, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rest)
}

// Likeliest returns the agents for which a file is most likely written, the likeliest first.
// Authors put one file of hooks into packages of several kinds.
func Likeliest(path string, text []byte, agents []*dialect.Contract) []*dialect.Contract {
	return lists.Where(Speakers(path, text), func(c *dialect.Contract) bool {
		return slices.ContainsFunc(agents, func(other *dialect.Contract) bool { return other.Product == c.Product })
	})
}

// Roots returns the variables that hold a package's folder, for every agent that has packages.
func Roots(folder string) map[string]string {
	roots := map[string]string{}
	for _, c := range dialect.Summaries() {
		for _, kind := range c.Packages {
			for _, name := range kind.Variables {
				roots[name] = folder
			}
		}
	}
	return roots
}
