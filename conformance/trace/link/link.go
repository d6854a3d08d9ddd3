// Package link turns the //hooktest:impl directives of a source tree into links:
// which declaration says that it implements which requirement.
//
// It binds directives by the syntax tree and judges only their form; whether an
// id exists is for those to say who know the catalogue.
package link

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/goscan"
)

// Directive begins the comment line that names what a declaration implements.
const Directive = "//hooktest:impl"

// Limit is how many ids one declaration may name.
const Limit = 3

// A Declaration is one that names requirements.
type Declaration struct {
	// File is the path from the root, with slashes.
	File string
	// Name is such as (*Handler).Fire, Event or Options.Reads.
	Name string
	// Line and EndLine are those of the declaration without its doc.
	Line, EndLine int
	// At is the line of the directive.
	At  int
	IDs []string
	// Runs tells whether it has statements that can run.
	Runs bool
	// Digest is that of the declaration's text without comments.
	Digest string
}

// A FaultKind says what is wrong with a directive.
type FaultKind string

const (
	// Misplaced: it stands on no declaration.
	Misplaced FaultKind = "misplaced"
	// Wide: it names more than Limit ids, or its declaration has several.
	Wide FaultKind = "wide"
	// Duplicate: it names an id twice.
	Duplicate FaultKind = "duplicate"
	// Empty: it names nothing.
	Empty FaultKind = "empty"
)

// A Fault is a directive that can't be taken.
type Fault struct {
	Kind    FaultKind
	File    string
	Line    int
	Subject string
	Message string
}

// Read reads every Go file below a folder of a root, tests aside, in the order
// of their paths. The error is that of a file which can't be read or is no Go.
func Read(root fs.FS, folder string) ([]Declaration, []Fault, error) {
	var declarations []Declaration
	var faults []Fault
	var broken []error
	err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		d, f, err := ReadFile(name, text)
		declarations, faults = append(declarations, d...), append(faults, f...)
		if err != nil {
			broken = append(broken, err)
		}
		return nil
	})
	return declarations, faults, errors.Join(append(broken, err)...)
}

// ReadFile reads the directives of one file.
func ReadFile(name string, text []byte) ([]Declaration, []Fault, error) {
	if !bytes.Contains(text, []byte(Directive)) {
		return nil, nil, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	r := reader{name: name, text: text, fset: fset, bound: map[*ast.Comment]bool{}}
	for _, d := range file.Decls {
		r.declaration(d)
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if _, ok := ids(c); ok && !r.bound[c] {
				r.fault(Misplaced, c, name, "a directive that stands on no declaration links nothing")
			}
		}
	}
	return r.declarations, r.faults, nil
}

type reader struct {
	name         string
	text         []byte
	fset         *token.FileSet
	bound        map[*ast.Comment]bool
	declarations []Declaration
	faults       []Fault
}

func (r *reader) line(p token.Pos) int { return r.fset.Position(p).Line }

func (r *reader) fault(kind FaultKind, c *ast.Comment, subject, message string) {
	r.faults = append(r.faults, Fault{kind, r.name, r.line(c.Pos()), subject, message})
}

func (r *reader) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		r.bind(d.Doc, goscan.FunctionName(d), d)
	case *ast.GenDecl:
		if len(d.Specs) > 0 {
			r.bind(d.Doc, specName(d.Specs[0]), d)
		}
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				r.bind(s.Doc, s.Name.Name, s)
				r.members(s)
			case *ast.ValueSpec:
				r.bind(s.Doc, specName(s), s)
			}
		}
	}
}

// members binds what stands on the fields of structs and the methods of
// interfaces.
func (r *reader) members(s *ast.TypeSpec) {
	ast.Inspect(s.Type, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok {
			name := s.Name.Name
			if len(field.Names) > 0 {
				name += "." + field.Names[0].Name
			}
			r.bind(field.Doc, name, field)
		}
		return true
	})
}

// specName names what a declaration declares first.
func specName(s ast.Spec) string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Name.Name
	case *ast.ValueSpec:
		return s.Names[0].Name
	}
	return ""
}

// bind reads the directives of a doc comment.
func (r *reader) bind(doc *ast.CommentGroup, name string, node ast.Node) {
	if doc == nil {
		return
	}
	var found *Declaration
	for _, c := range doc.List {
		named, ok := ids(c)
		if !ok || r.bound[c] {
			continue
		}
		r.bound[c] = true
		if found == nil {
			found = &Declaration{
				File: r.name, Name: name, Line: r.line(node.Pos()), EndLine: r.line(node.End()), At: r.line(c.Pos()),
				Runs: runs(node), Digest: r.digest(node),
			}
		}
		if len(named) == 0 {
			r.fault(Empty, c, name, name+" has a directive that names no id")
		}
		for _, id := range named {
			if slices.Contains(found.IDs, id) {
				r.fault(Duplicate, c, id, name+" names "+id+" twice")
				continue
			}
			found.IDs = append(found.IDs, id)
		}
		if len(found.IDs) > Limit {
			r.fault(Wide, c, name, fmt.Sprintf("%s names %d ids; a declaration that implements more than %d says nothing about any", name, len(found.IDs), Limit))
		}
	}
	if found != nil {
		r.declarations = append(r.declarations, *found)
	}
}

// ids gives what a comment names, and whether it is a directive at all.
func ids(c *ast.Comment) ([]string, bool) {
	rest, ok := strings.CutPrefix(c.Text, Directive)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil, false
	}
	return strings.Fields(rest), true
}

// runs tells whether coverage can see a node: it has a function body.
func runs(node ast.Node) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			found = found || n.Body != nil && len(n.Body.List) > 0
		case *ast.FuncLit:
			found = found || len(n.Body.List) > 0
		}
		return !found
	})
	return found
}

// digest is that of the node's tokens.
func (r *reader) digest(node ast.Node) string {
	return goscan.Digest(r.text[r.fset.Position(node.Pos()).Offset:r.fset.Position(node.End()).Offset])
}
