package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
)

// packageOf is the place of a file with hooks of a plugin or an extension: the manifest,
// or the file that the manifest names or, if it names none, the usual one.
func packageOf(path string) Place {
	var place Place
	for _, c := range dialect.Contracts() {
		for _, kind := range c.Settings.Packages {
			folder, ok := packageFolder(path, kind)
			if !ok || place.Package != "" && folder != place.Package {
				continue
			}
			place.Package, place.Readers = folder, append(place.Readers, c)
		}
	}
	return place
}

// packageFolder is the folder of a package that gives the file hooks.
func packageFolder(path string, kind dialect.Package) (folder string, ok bool) {
	if folder, ok := below(path, kind.Manifest); ok && kind.Key != "" {
		hooks := named(path, kind)
		return folder, hooks != nil && hooks.Kind() == document.Object && len(hooks.Fields()) > 0
	}
	if filepath.Ext(path) != ".json" {
		return "", false
	}
	// Three folders up is as far as anybody puts the file.
	folder = filepath.Dir(path)
	for range 3 {
		manifest := filepath.Join(folder, filepath.FromSlash(kind.Manifest))
		if _, err := os.Stat(manifest); err == nil {
			return folder, slices.Contains(hookFiles(manifest, kind), from(folder, path))
		}
		folder = filepath.Dir(folder)
	}
	return "", false
}

// PackageFiles are the files that give a package hooks, all that its manifest names and, where it
// names none, the usual one; the manifest itself where it holds them.
func PackageFiles(folder string, kind dialect.Package) []string {
	manifest := filepath.Join(folder, filepath.FromSlash(kind.Manifest))
	hooks := named(manifest, kind)
	if hooks != nil && hooks.Kind() == document.Object {
		return []string{manifest}
	}
	var files []string
	for _, name := range hookFiles(manifest, kind) {
		files = append(files, filepath.Join(folder, filepath.FromSlash(name)))
	}
	return files
}

// PackageAround is the folder of the plugin or extension that a folder, which is absolute, is part
// of: the nearest one with a manifest or with hooks in the usual place; empty where there is none
// up to the repository's folder.
func PackageAround(folder string) string {
	for {
		for _, c := range dialect.Contracts() {
			for _, kind := range c.Settings.Packages {
				for _, sign := range []string{kind.Manifest, kind.Hooks} {
					if info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(sign))); sign != "" && err == nil && info.Mode().IsRegular() {
						return folder
					}
				}
			}
		}
		above := filepath.Dir(folder)
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil || above == folder {
			return ""
		}
		folder = above
	}
}

// PackageHooks are the hooks that a package, which may lack a manifest, gives an agent. An object
// of events is taken as it is where nothing is wrapped around it.
func PackageHooks(folder string, c *dialect.Contract) []*document.Node {
	var all []*document.Node
	for _, kind := range c.Settings.Packages {
		for _, path := range PackageFiles(folder, kind) {
			text, err := hooksettings.Text(path)
			if err != nil {
				continue
			}
			root := parse(File{Path: path, Text: text}).root
			if root == nil || root.Kind() != document.Object {
				continue
			}
			hooks, wrapped := root.Field(c.Settings.Hooks)
			if !wrapped {
				hooks, text = root, slices.Concat([]byte(`{"`+c.Settings.Hooks+`":`), text, []byte("}"))
			}
			place := packageOf(path)
			readers := Likeliest(path, text, place.Agents())
			if place.Package == "" {
				readers = Speakers(path, text)
			}
			if slices.ContainsFunc(readers, func(other *dialect.Contract) bool { return other.Name == c.Name }) {
				all = append(all, hooks)
			}
		}
	}
	return all
}

// hookFiles are the files with hooks of a package, from its folder.
func hookFiles(manifest string, kind dialect.Package) []string {
	hooks := named(manifest, kind)
	if hooks == nil {
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

// named is what a manifest says about hooks; nil where it says nothing or can't be read.
func named(manifest string, kind dialect.Package) *document.Node {
	text, err := hooksettings.Text(manifest)
	if err != nil || kind.Key == "" {
		return nil
	}
	root := parse(File{Path: manifest, Text: text}).root
	if root == nil || root.Kind() != document.Object {
		return nil
	}
	hooks, _ := root.Field(kind.Key)
	return hooks
}

// below is the folder that a path from it leads to a file.
func below(path, from string) (folder string, ok bool) {
	folder, ok = strings.CutSuffix(path, string(filepath.Separator)+filepath.FromSlash(from))
	return folder, ok
}

// from is a file's path from a folder.
func from(folder, path string) string {
	rest, err := filepath.Rel(folder, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rest)
}

// Likeliest are those of the agents that may read a file which it is most likely written
// for, the likeliest first: people give one file of hooks to packages of several kinds.
func Likeliest(path string, text []byte, agents []*dialect.Contract) []*dialect.Contract {
	var some []*dialect.Contract
	for _, c := range Speakers(path, text) {
		if slices.ContainsFunc(agents, func(other *dialect.Contract) bool { return other.Product == c.Product }) {
			some = append(some, c)
		}
	}
	return some
}

// Roots are the variables that stand for the folder of a package, with every agent that
// has packages.
func Roots(folder string) map[string]string {
	roots := map[string]string{}
	for _, c := range dialect.Contracts() {
		for _, kind := range c.Settings.Packages {
			for _, name := range kind.Variables {
				roots[name] = folder
			}
		}
	}
	return roots
}
