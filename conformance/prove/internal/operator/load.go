package operator

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/goscan"
)

// Load reads the engine in a module and makes its mutants. It needs the go command. The
// error says that the source does not compile, or is a fault of this machine.
func Load(root, module string) (Source, error) {
	p := &program{root: root, module: module, set: token.NewFileSet()}
	if err := p.load(); err != nil {
		return Source{}, err
	}
	p.reach()
	p.mentioned()
	var s Source
	for _, d := range p.declared {
		if d.names == nil {
			continue
		}
		s.Declarations = append(s.Declarations, d.declaration())
		s.Mutants = append(s.Mutants, d.mutants()...)
	}
	viable, err := p.viable(s.Mutants)
	s.Unviable = len(s.Mutants) - len(viable)
	s.Mutants = viable
	return s, err
}

// A program is the type-checked source of everything that may call the engine.
type program struct {
	root, module string
	set          *token.FileSet
	packages     map[string]*packages.Package
	// declared are the engine's functions, by file and position.
	declared []*declared
}

// declared is one function of the engine.
type declared struct {
	program *program
	pkg     *packages.Package
	file    *ast.File
	fn      *ast.FuncDecl
	object  *types.Func
	// name is the full name, such as runner.(*Runner).run. path is the file's path from
	// the root.
	name, path string
	text       []byte
	// names are the ids that its directives name, or the directives of its only users;
	// nil for a function that is not mutated.
	names []string
}

func (p *program) load() error {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
		Dir: p.root, Fset: p.set,
	}, "./engine/...", "./conformance/adapter/...", "./cmd/...")
	if err != nil {
		return fmt.Errorf("reading the engine: %w", err)
	}
	var faults []error
	p.packages = map[string]*packages.Package{}
	for _, pkg := range loaded {
		p.packages[pkg.PkgPath] = pkg
		for _, e := range pkg.Errors {
			faults = append(faults, e)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("the engine does not compile: %w", err)
	}
	for _, pkg := range loaded {
		folder, ours := strings.CutPrefix(pkg.PkgPath, p.module+"/")
		if !ours || folder != proof.Engine && !strings.HasPrefix(folder, proof.Engine+"/") {
			continue
		}
		for _, file := range pkg.Syntax {
			if err := p.declare(pkg, file, folder); err != nil {
				return err
			}
		}
	}
	slices.SortStableFunc(p.declared, func(a, b *declared) int {
		if a.path != b.path {
			return strings.Compare(a.path, b.path)
		}
		return int(a.fn.Pos() - b.fn.Pos())
	})
	return nil
}

func (p *program) declare(pkg *packages.Package, file *ast.File, folder string) error {
	path := p.set.File(file.FileStart).Name()
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		object, ok := pkg.TypesInfo.Defs[fn.Name].(*types.Func)
		if !ok {
			continue
		}
		p.declared = append(p.declared, &declared{
			program: p, pkg: pkg, file: file, fn: fn, object: object, text: text,
			name: pkg.Name + "." + goscan.FunctionName(fn), path: folder + "/" + filepath.Base(path), names: goscan.NamedBy(fn.Doc),
		})
	}
	return nil
}

// reach adds the functions that only mutated functions use, with the names of their
// users, until there are no more.
func (p *program) reach() {
	users := p.users()
	for again := true; again; {
		again = false
		for _, d := range p.declared {
			if d.names != nil || len(users[d.object]) == 0 {
				continue
			}
			var names []string
			for user := range users[d.object] {
				if user == nil || user != d && user.names == nil {
					names = nil
					break
				}
				names = append(names, user.names...)
			}
			if names != nil {
				slices.Sort(names)
				d.names, again = slices.Compact(names), true
			}
		}
	}
}

// citation matches an id that a comment cites.
var citation = regexp.MustCompile(`\b(HOOK|INT)-\d+[a-z]?\b`)

// mentioned adds the ids that the comments of mutated functions cite. Directives have
// three ids at most and no interpretation, but the cases of an interpretation are the
// likeliest to notice.
func (p *program) mentioned() {
	for _, d := range p.declared {
		if d.names == nil {
			continue
		}
		cited := citation.FindAllString(d.fn.Doc.Text(), -1)
		slices.Sort(cited)
		d.names = slices.Concat(d.names, slices.Compact(cited))
	}
}

// drivers start other agents. No clause speaks of them, so their mentions of a function say
// nothing about whose function it is.
const drivers = "/cmd/hooktest/internal/driver"

// users returns, for each function of the engine, the functions that mention it; nil is
// a mention outside of the engine's functions. A mention in a warning or in the drivers of
// other agents does not count.
func (p *program) users() map[*types.Func]map[*declared]bool {
	in := map[*ast.FuncDecl]*declared{}
	for _, d := range p.declared {
		in[d.fn] = d
	}
	all := map[*types.Func]map[*declared]bool{}
	for _, pkg := range p.packages {
		if pkg.PkgPath == p.module+drivers {
			continue
		}
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				fn, _ := d.(*ast.FuncDecl)
				user := in[fn]
				w := &walker{declared: &declared{program: p}, info: pkg.TypesInfo}
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.CompositeLit:
						if w.warning(n) {
							return false
						}
					case *ast.CallExpr:
						if w.isMessage(n) {
							return false
						}
					}
					id, ok := n.(*ast.Ident)
					if !ok {
						return true
					}
					if used, ok := pkg.TypesInfo.Uses[id].(*types.Func); ok {
						used = used.Origin()
						if all[used] == nil {
							all[used] = map[*declared]bool{}
						}
						all[used][user] = true
					}
					return true
				})
			}
		}
	}
	return all
}

func (d *declared) declaration() Declaration {
	file := d.program.set.File(d.file.FileStart)
	start, end := file.Offset(d.fn.Pos()), file.Offset(d.fn.End())
	return Declaration{
		Name: d.name, File: d.path, Names: d.names, Code: proof.Short(goscan.Digest(d.text[start:end])),
	}
}
