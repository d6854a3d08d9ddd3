package mutants

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
)

// A Site is where an edit falls.
type Site struct {
	File string `json:"file"`
	// Line and EndLine are the first and the last line of the replaced text,
	// counted from 1.
	Line    int `json:"line"`
	EndLine int `json:"endLine"`
	// Function is the enclosing declaration, such as (*Handler).Fire; empty for
	// an edit outside of function bodies.
	Function string `json:"function,omitempty"`

	start, end int
	fn         *ast.FuncDecl
}

// A Tree holds the source files that edits name, each read and parsed once. It
// is not safe for concurrent use.
type Tree struct {
	root  fs.FS
	files map[string]*source
}

type source struct {
	text []byte
	fset *token.FileSet
	file *ast.File
	err  error
}

// NewTree reads from the module's root.
func NewTree(root fs.FS) *Tree { return &Tree{root: root, files: map[string]*source{}} }

func (t *Tree) source(name string) *source {
	if s, ok := t.files[name]; ok {
		return s
	}
	s := &source{fset: token.NewFileSet()}
	if s.text, s.err = fs.ReadFile(t.root, name); s.err == nil {
		s.file, s.err = parser.ParseFile(s.fset, name, s.text, parser.ParseComments|parser.SkipObjectResolution)
	}
	t.files[name] = s
	return s
}

// Text is the text of a source file.
func (t *Tree) Text(name string) ([]byte, error) {
	s := t.source(name)
	return s.text, s.err
}

// Sites finds the places of a mutant's edits, in their order. The error says
// that the text of an edit does not occur exactly once, which is a fault of the
// mutant's file.
func (t *Tree) Sites(m Mutant) ([]Site, error) {
	var sites []Site
	for _, e := range m.Edits {
		s := t.source(e.File)
		if s.err != nil {
			return nil, fmt.Errorf("%s: %s can't be applied: %w", m.Position, m.ID, s.err)
		}
		if n := bytes.Count(s.text, []byte(e.Old)); n != 1 {
			return nil, fmt.Errorf("%s: %s replaces text that occurs %d times in %s, not once", m.Position, m.ID, n, e.File)
		}
		start := bytes.Index(s.text, []byte(e.Old))
		sites = append(sites, s.site(e.File, start, start+len(e.Old)))
	}
	return sites, nil
}

func (s *source) site(name string, start, end int) Site {
	file := s.fset.File(s.file.FileStart)
	site := Site{File: name, start: start, end: end, Line: file.Line(file.Pos(start)), EndLine: file.Line(file.Pos(end - 1))}
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		if file.Offset(fn.Body.Lbrace) < start && end <= file.Offset(fn.Body.Rbrace) {
			site.fn, site.Function = fn, FunctionName(fn)
		}
	}
	return site
}

// Surroundings are the texts of the functions that a mutant's edits fall into, or
// of the whole file for an edit outside of functions, in the order of the edits.
// The error is that of Sites.
func (t *Tree) Surroundings(m Mutant) ([][]byte, error) {
	sites, err := t.Sites(m)
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for _, site := range sites {
		s := t.source(site.File)
		text := s.text
		if site.fn != nil {
			file := s.fset.File(s.file.FileStart)
			text = text[file.Offset(site.fn.Pos()):file.Offset(site.fn.End())]
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// FunctionName names a function or a method with its receiver, as in
// (*Handler).Fire or Event.String.
func FunctionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	receiver, pointer := fn.Recv.List[0].Type, false
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver, pointer = star.X, true
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	name := "?"
	if id, ok := receiver.(*ast.Ident); ok {
		name = id.Name
	}
	if pointer {
		return "(*" + name + ")." + fn.Name.Name
	}
	return name + "." + fn.Name.Name
}

// wovenAlone tells whether the edits need a build of their own: one falls
// outside of function bodies, or into a function that nothing can call by name.
func wovenAlone(sites []Site) bool {
	for _, s := range sites {
		if s.fn == nil || s.fn.Name.Name == "_" || s.fn.Recv == nil && (s.fn.Name.Name == "init" || s.fn.Name.Name == "main") {
			return true
		}
	}
	return false
}
