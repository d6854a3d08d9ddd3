package mutants

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"sync"

	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/goscan"
)

// A site is the position of an edit, with its offsets and its function.
type site struct {
	proof.Site
	start, end int
	fn         *ast.FuncDecl
}

// A Tree has the source files that edits name. It reads and parses each file once, so
// later changes of a file have no effect. It is safe for concurrent use.
type Tree struct {
	root fs.FS

	mu    sync.Mutex
	files map[string]*goFile
}

type goFile struct {
	text []byte
	fset *token.FileSet
	file *ast.File
	err  error
}

// NewTree returns a tree of the module's root.
func NewTree(root fs.FS) *Tree { return &Tree{root: root, files: map[string]*goFile{}} }

func (t *Tree) file(name string) *goFile {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.files[name]; ok {
		return s
	}
	s := &goFile{fset: token.NewFileSet()}
	if s.text, s.err = fs.ReadFile(t.root, name); s.err == nil {
		s.file, s.err = parser.ParseFile(s.fset, name, s.text, parser.ParseComments|parser.SkipObjectResolution)
	}
	t.files[name] = s
	return s
}

// Surroundings returns the texts of the functions that contain a mutant's edits, in the
// order of the edits; for an edit outside of functions, the text of the whole file. The
// error is as for Sites.
func (t *Tree) Surroundings(m proof.Mutant) ([][]byte, error) {
	sites, err := t.sites(m)
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for _, site := range sites {
		s := t.file(site.File)
		text := s.text
		if site.fn != nil {
			file := s.fset.File(s.file.FileStart)
			text = text[file.Offset(site.fn.Pos()):file.Offset(site.fn.End())]
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// Sites returns the positions of a mutant's edits, in their order. The error joins the
// reasons why the edits can't be applied: a file that is not Go, a text that does not
// occur exactly once, overlapping edits. It is a fault of the mutant's file.
func (t *Tree) Sites(m proof.Mutant) ([]proof.Site, error) {
	all, err := t.sites(m)
	var places []proof.Site
	for _, s := range all {
		places = append(places, s.Site)
	}
	return places, err
}

func (t *Tree) sites(m proof.Mutant) ([]site, error) {
	var sites []site
	var faults []error
	for i, e := range m.Edits {
		s := t.file(e.File)
		if s.err != nil {
			faults = append(faults, fmt.Errorf("%s: %s can't be applied: %w", m.Position, m.ID, s.err))
			continue
		}
		start, err := s.find(m, i)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		sites = append(sites, s.site(e.File, start, start+len(e.Old)))
	}
	sorted := slices.Clone(sites)
	slices.SortFunc(sorted, func(a, b site) int { return cmp.Or(cmp.Compare(a.File, b.File), a.start-b.start, a.end-b.end) })
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; a.File == b.File && b.start < a.end {
			faults = append(faults, fmt.Errorf("%s: %s replaces the same text twice, at line %d of %s", m.Position, m.ID, b.Line, b.File))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return sites, nil
}

// find returns the offset of an edit's text.
func (s *goFile) find(m proof.Mutant, i int) (int, error) {
	e := m.Edits[i]
	if m.Offsets != nil {
		at := m.Offsets[i]
		if at < 0 || at > len(s.text) || !bytes.HasPrefix(s.text[at:], []byte(e.Old)) {
			return 0, fmt.Errorf("%s: %s replaces text that does not stand there in %s", m.Position, m.ID, e.File)
		}
		return at, nil
	}
	if n := occurrences(s.text, []byte(e.Old)); n != 1 {
		return 0, fmt.Errorf("%s: %s replaces text that occurs %d times in %s, not once", m.Position, m.ID, n, e.File)
	}
	return bytes.Index(s.text, []byte(e.Old)), nil
}

// occurrences returns how often a text occurs, including overlapping occurrences.
func occurrences(text, old []byte) int {
	n := 0
	for at := bytes.Index(text, old); at >= 0 && len(old) > 0; n++ {
		next := bytes.Index(text[at+1:], old)
		if next < 0 {
			return n + 1
		}
		at += 1 + next
	}
	return n
}

func (s *goFile) site(name string, start, end int) site {
	file := s.fset.File(s.file.FileStart)
	at := site{Site: proof.Site{File: name, Line: s.line(start), EndLine: s.line(end - 1)}, start: start, end: end}
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		if file.Offset(fn.Body.Lbrace) < start && end <= file.Offset(fn.Body.Rbrace) {
			at.fn, at.Function = fn, goscan.FunctionName(fn)
			at.Entry = s.entry(fn.Body, start, end)
		}
	}
	return at
}

// entry returns the line of the innermost statement of a body that contains the text
// between two offsets. A text between statements belongs to the previous one, because
// it may be about it.
func (s *goFile) entry(body *ast.BlockStmt, start, end int) int {
	file := s.fset.File(s.file.FileStart)
	line := s.line(file.Offset(body.Lbrace))
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || end < file.Offset(n.Pos()) || file.Offset(n.End()) < start {
			return false
		}
		list, from, to := statements(n)
		if len(list) == 0 || start <= file.Offset(from) || file.Offset(to) < end {
			return true
		}
		holder := list[0]
		for _, one := range list[1:] {
			if file.Offset(one.Pos()) <= start {
				holder = one
			}
		}
		line = s.line(file.Offset(holder.Pos()))
		return true
	})
	return line
}

// statements returns the statements that a node runs one after another, and the
// positions between which they can be. The clauses of a switch are not such statements.
func statements(n ast.Node) (list []ast.Stmt, from, to token.Pos) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		list, from, to = n.List, n.Lbrace, n.Rbrace
	case *ast.CaseClause:
		list, from, to = n.Body, n.Colon, n.End()
	case *ast.CommClause:
		list, from, to = n.Body, n.Colon, n.End()
	}
	if len(list) > 0 {
		switch list[0].(type) {
		case *ast.CaseClause, *ast.CommClause:
			return nil, 0, 0
		}
	}
	return list, from, to
}

// line returns the line of an offset. It ignores //line comments.
func (s *goFile) line(offset int) int { return bytes.Count(s.text[:offset], []byte("\n")) + 1 }
