package operator

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// viable removes the mutants that can't share a program or do not compile. All mutants
// are type-checked together: an error in a copy belongs to the copy's mutant.
func (p *program) viable(all []Mutant) ([]Mutant, error) {
	tree := mutants.NewTree(os.DirFS(p.root))
	var faults []error
	all = slices.DeleteFunc(all, func(m Mutant) bool {
		alone, err := tree.Alone(m.Mutant)
		faults = append(faults, err)
		return alone
	})
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	plain := make([]proof.Mutant, len(all))
	for i, m := range all {
		plain[i] = m.Mutant
	}
	woven, err := tree.Weave(p.module, plain)
	if err != nil {
		return nil, err
	}
	c := &checker{program: p, woven: woven, unviable: map[string]bool{}, own: map[string]*types.Package{}}
	if err := c.switches(); err != nil {
		return nil, err
	}
	for _, pkg := range p.packages {
		if err := c.check(pkg); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(all, func(m Mutant) bool { return c.unviable[m.ID] }), nil
}

// A checker type-checks woven packages.
type checker struct {
	*program
	woven mutants.Weave
	// own are packages that are not on disk.
	own      map[string]*types.Package
	unviable map[string]bool
	pkg      *packages.Package
}

// Import returns unchanged packages, because no mutant changes what a package exports.
func (c *checker) Import(name string) (*types.Package, error) {
	if own, ok := c.own[name]; ok {
		return own, nil
	}
	if imported, ok := c.pkg.Imports[name]; ok {
		return imported.Types, nil
	}
	return nil, fmt.Errorf("%s does not import %s", c.pkg.PkgPath, name)
}

// switches type-checks the package that only a woven program has, with its imports.
func (c *checker) switches() error {
	for name, text := range c.woven.Files {
		if _, err := os.Stat(filepath.Join(c.root, filepath.FromSlash(name))); err == nil {
			continue
		}
		file, err := parser.ParseFile(c.set, name, text, 0)
		if err != nil {
			return err
		}
		var imports []string
		for _, i := range file.Imports {
			imports = append(imports, strings.Trim(i.Path.Value, `"`))
		}
		loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps, Dir: c.root}, imports...)
		if err != nil {
			return err
		}
		c.pkg = &packages.Package{PkgPath: name, Imports: map[string]*packages.Package{}}
		for _, l := range loaded {
			c.pkg.Imports[l.PkgPath] = l
		}
		full := c.module + "/" + path.Dir(name)
		checked, err := (&types.Config{Importer: c}).Check(full, c.set, []*ast.File{file}, nil)
		if err != nil {
			return err
		}
		c.own[full] = checked
	}
	return nil
}

// check type-checks one package if it has mutants.
func (c *checker) check(pkg *packages.Package) error {
	folder := strings.TrimPrefix(pkg.PkgPath, c.module+"/")
	var files []*ast.File
	changed := false
	set := token.NewFileSet()
	for _, name := range pkg.CompiledGoFiles {
		at := folder + "/" + filepath.Base(name)
		text, woven := c.woven.Files[at]
		if !woven {
			var err error
			if text, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		changed = changed || woven
		file, err := parser.ParseFile(set, at, text, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("weaving %s: %w", at, err)
		}
		files = append(files, file)
	}
	if !changed {
		return nil
	}
	c.pkg = pkg
	var stray []error
	config := types.Config{Importer: c, Sizes: pkg.TypesSizes, Error: func(err error) {
		fault, ok := errors.AsType[types.Error](err)
		if !ok {
			stray = append(stray, err)
			return
		}
		at := fault.Fset.PositionFor(fault.Pos, false)
		if id, known := c.woven.MutantAt(at.Filename, at.Line); known {
			c.unviable[id] = true
		} else {
			stray = append(stray, err)
		}
	}}
	// The function above received every error.
	_, _ = config.Check(pkg.PkgPath, set, files, nil)
	if err := errors.Join(stray...); err != nil {
		return fmt.Errorf("typing the mutants of %s: %w", pkg.PkgPath, err)
	}
	return nil
}
