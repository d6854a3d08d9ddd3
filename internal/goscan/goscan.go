// Package goscan turns the Go packages of a module into a graph: what each
// imports on any of three systems, and which package symbols and builtins each
// of its declarations uses. It serves rules about who may use what.
//
// It reads only syntax, without types and data flow.
package goscan

import (
	"fmt"
	"slices"
	"strings"
)

// A Package is one package, without its tests. Paths of the module's own
// packages are relative to it; the module's root is ".".
type Package struct {
	Path, Name string
	// Module is empty for the standard library.
	Module  string
	Imports []string
	// Uses is empty for packages of other modules.
	Uses []Use
}

// A Use of a symbol such as os.Exit, or of a builtin such as panic, and the
// declaration it is in: a function's or method's name, or "a declaration".
type Use struct{ Symbol, In string }

// A Graph holds the packages of a module and all that they depend on.
type Graph struct {
	// Module is the module's path.
	Module   string
	Packages []*Package
}

// Load reads the packages of the module whose root is dir, as they are built
// for Linux, macOS and Windows. It needs the go command.
func Load(dir, module string) (Graph, error) {
	g := Graph{Module: module}
	for _, system := range []string{"linux", "darwin", "windows"} {
		all, err := List(dir, []string{"GOOS=" + system, "GOARCH=amd64", "CGO_ENABLED=0"}, nil, "./...")
		if err != nil {
			return Graph{}, err
		}
		for _, listed := range all {
			if err := g.add(listed); err != nil {
				return Graph{}, fmt.Errorf("%s: %w", listed.ImportPath, err)
			}
		}
	}
	return g, nil
}

func (g *Graph) add(listed Listed) error {
	path := g.relative(listed.ImportPath)
	p := g.Find(path)
	if p == nil {
		p = &Package{Path: path, Name: listed.Name}
		if listed.Module != nil {
			p.Module = listed.Module.Path
		}
		if p.Module == g.Module {
			var err error
			if p.Uses, err = usesIn(listed.Dir); err != nil {
				return err
			}
		}
		g.Packages = append(g.Packages, p)
	}
	for _, i := range listed.Imports {
		if i = g.relative(i); !slices.Contains(p.Imports, i) {
			p.Imports = append(p.Imports, i)
		}
	}
	return nil
}

func (g *Graph) relative(path string) string {
	if path == g.Module {
		return "."
	}
	return strings.TrimPrefix(path, g.Module+"/")
}

// Find returns the package of a path, or nil.
func (g *Graph) Find(path string) *Package {
	for _, p := range g.Packages {
		if p.Path == path {
			return p
		}
	}
	return nil
}

// Own returns the module's packages in the order in which they were listed.
func (g *Graph) Own() []*Package {
	return slices.DeleteFunc(slices.Clone(g.Packages), func(p *Package) bool { return p.Module != g.Module })
}

// ModuleOf names the third-party module of a package; it is empty for packages
// of the standard library and of the module itself.
func (g *Graph) ModuleOf(path string) string {
	if p := g.Find(path); p != nil && p.Module != g.Module {
		return p.Module
	}
	return ""
}

// Dependencies returns all packages that a package depends on.
func (g *Graph) Dependencies(path string) map[string]bool {
	found := map[string]bool{}
	var visit func(string)
	visit = func(path string) {
		p := g.Find(path)
		if p == nil {
			return
		}
		for _, i := range p.Imports {
			if !found[i] {
				found[i] = true
				visit(i)
			}
		}
	}
	visit(path)
	return found
}
