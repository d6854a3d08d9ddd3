package inspection

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/goscan"
)

const module = "github.com/hooktest/hooktest"

// A Source is the source of the module, without its tests. Packages are parsed and
// type-checked at their first use. It is not safe for concurrent use.
type Source struct {
	set *token.FileSet
	// texts has every file by its path in the module, for all operating systems.
	texts map[string]string
	// built has the files of each package that the build for this system uses.
	built   map[string][]string
	foreign types.Importer
	checked map[string]*pkg
	// compiled is nil until program is called.
	compiled *program
}

// A pkg is one type-checked package of the module.
type pkg struct {
	types *types.Package
	info  *types.Info
	files []*ast.File
}

// Load reads the module with the root dir. It needs the go command, which compiles the
// module's dependencies if necessary.
func Load(dir string) (*Source, error) {
	listed, err := goscan.List(dir, nil, []string{"-export", "-trimpath"}, "./engine/...", "./cmd/...")
	if err != nil {
		return nil, err
	}
	s := &Source{
		set: token.NewFileSet(), texts: map[string]string{}, built: map[string][]string{}, checked: map[string]*pkg{},
	}
	exports := map[string]string{}
	for _, p := range listed {
		if p.Module == nil || p.Module.Path != module {
			exports[p.ImportPath] = p.Export
			continue
		}
		if err := s.add(relative(p.ImportPath), p); err != nil {
			return nil, err
		}
	}
	s.foreign = importer.ForCompiler(s.set, "gc", func(path string) (io.ReadCloser, error) {
		file, ok := exports[path]
		if !ok || file == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(file)
	})
	return s, nil
}

func (s *Source) add(folder string, p goscan.Listed) error {
	files, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		s.texts[path.Join(folder, name)] = strings.ReplaceAll(string(text), "\r\n", "\n")
		if slices.Contains(p.GoFiles, name) {
			s.built[folder] = append(s.built[folder], path.Join(folder, name))
		}
	}
	return nil
}

// relative returns an import path without the module's path. Paths of other modules
// stay unchanged.
func relative(path string) string { return strings.TrimPrefix(path, module+"/") }

// Import returns a type-checked package, for packages that import it.
func (s *Source) Import(path string) (*types.Package, error) {
	if !strings.HasPrefix(path, module+"/") {
		return s.foreign.Import(path)
	}
	p, err := s.pkg(relative(path))
	if err != nil {
		return nil, err
	}
	return p.types, nil
}

// pkg returns a type-checked package of the module.
func (s *Source) pkg(path string) (*pkg, error) {
	if p, ok := s.checked[path]; ok {
		return p, nil
	}
	if len(s.built[path]) == 0 {
		return nil, fmt.Errorf("package %s does not exist", path)
	}
	p := &pkg{info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}}
	for _, file := range s.built[path] {
		parsed, err := parser.ParseFile(s.set, file, s.texts[file], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, parsed)
	}
	var err error
	p.types, err = (&types.Config{Importer: s}).Check(module+"/"+path, s.set, p.files, p.info)
	if err != nil {
		return nil, err
	}
	s.checked[path] = p
	return p, nil
}

// folders returns the packages that a pattern matches.
func (s *Source) folders(pattern string) []string {
	var found []string
	for _, folder := range slices.Sorted(maps.Keys(s.built)) {
		if covers(pattern, folder) {
			found = append(found, folder)
		}
	}
	return found
}

// files returns the files in a folder, for all operating systems.
func (s *Source) files(folder string) []string {
	var found []string
	for _, file := range slices.Sorted(maps.Keys(s.texts)) {
		if strings.HasPrefix(file, folder+"/") {
			found = append(found, file)
		}
	}
	return found
}
