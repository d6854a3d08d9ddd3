package link

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/goscan"
)

// ReadFile reads the directives of one file. It returns the declarations that name ids,
// and the faults, both in the order of the file. It is an error if a file with
// directives is not Go.
func ReadFile(name string, text []byte) ([]Declaration, []Fault, error) {
	if !bytes.Contains(text, []byte(strings.TrimPrefix(namespace, "//"))) {
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
			r.unbound(c)
		}
	}
	slices.SortStableFunc(r.faults, func(a, b Fault) int { return a.Line - b.Line })
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

// position returns the position in the file. It ignores //line comments.
func (r *reader) position(p token.Pos) token.Position { return r.fset.PositionFor(p, false) }

func (r *reader) line(p token.Pos) int { return r.position(p).Line }

func (r *reader) fault(kind FaultKind, c *ast.Comment, subject, message string) {
	r.faults = append(r.faults, Fault{kind, r.name, r.line(c.Pos()), subject, message})
}

func (r *reader) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		r.bind(d.Doc, goscan.FunctionName(d), d)
	case *ast.GenDecl:
		if len(d.Specs) == 0 || d.Tok == token.IMPORT {
			return
		}
		// A block of constants or variables counts as one declaration, a block of types
		// does not.
		if d.Tok == token.TYPE && len(d.Specs) > 1 {
			r.group(d.Doc, specName(d.Specs[0]))
		} else {
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

// members binds the directives of struct fields and interface methods.
func (r *reader) members(s *ast.TypeSpec) {
	ast.Inspect(s.Type, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok {
			name := goscan.TypeName(field.Type)
			if len(field.Names) > 0 {
				name = field.Names[0].Name
			}
			r.bind(field.Doc, s.Name.Name+"."+name, field)
		}
		return true
	})
}

// specName returns the first name of a declaration.
func specName(s ast.Spec) string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Name.Name
	case *ast.ValueSpec:
		return s.Names[0].Name
	}
	return ""
}

// group reports the directives in a doc comment that is about several types.
func (r *reader) group(doc *ast.CommentGroup, name string) {
	if doc == nil {
		return
	}
	for _, c := range doc.List {
		if _, ok := goscan.Named(c); ok {
			r.bound[c] = true
			r.fault(Wide, c, name, "a directive on a group of types says nothing about any; it belongs on one of them")
		}
	}
}

// bind reads the directives of a doc comment.
func (r *reader) bind(doc *ast.CommentGroup, name string, node ast.Node) {
	if doc == nil {
		return
	}
	var found []string
	var first, widest *ast.Comment
	for _, c := range doc.List {
		named, ok := goscan.Named(c)
		if !ok || r.bound[c] {
			continue
		}
		r.bound[c] = true
		if len(named) == 0 {
			r.fault(Empty, c, name, name+" has a directive that names no id")
		}
		for _, id := range named {
			if slices.Contains(found, id) {
				r.fault(Duplicate, c, id, name+" names "+id+" twice")
				continue
			}
			found = append(found, id)
			if first == nil {
				first = c
			}
			if len(found) == Limit+1 {
				widest = c
			}
		}
	}
	if widest != nil {
		r.fault(Wide, widest, name, fmt.Sprintf("%s names %d ids; a declaration that implements more than %d says nothing about any", name, len(found), Limit))
	}
	if first == nil {
		return
	}
	from, to := r.position(node.Pos()), r.position(node.End())
	r.declarations = append(r.declarations, Declaration{
		File: r.name, Name: name, Line: from.Line, EndLine: to.Line, At: r.line(first.Pos()), IDs: found,
		Runs: runs(node), Digest: goscan.Digest(r.text[from.Offset:to.Offset]),
	})
}

// unbound reports directives that are on no declaration, and comments that were meant
// as directives.
func (r *reader) unbound(c *ast.Comment) {
	if r.bound[c] {
		return
	}
	word, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimRight(c.Text, "\r"), "\t", " "), " ")
	spaced := strings.TrimPrefix(namespace, "//")
	switch {
	case word == goscan.Directive:
		r.fault(Misplaced, c, r.name, "a directive that is not on a declaration links nothing")
	case strings.HasPrefix(word, namespace):
		r.fault(Misplaced, c, r.name, "there is no directive "+word+"; links are written "+goscan.Directive)
	case strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(c.Text, "//"), " \t"), spaced+"impl "):
		r.fault(Misplaced, c, r.name, "a directive has no space after the slashes, so that this one is a comment and links nothing")
	}
}

// runs reports whether coverage can see a node: it has a function body.
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
