package trace

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/goscan"
)

// A Source is what was observed, by declaration, so that an observation of a case holds
// as long as the functions that it ran do not change.
type Source struct {
	// Rest is the digest of everything that could change any case: the judge, data, and of
	// the engine all but functions and the bodies of methods.
	Rest string `json:"rest"`
	// Files are the engine's declarations by file, in the order of their lines.
	Files map[string][]Part `json:"files"`
}

// A Part is a declaration at the top level of a file. Its name is unique in the file, its
// digest that of its exact text, with the comments inside.
type Part struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	First  int    `json:"first"`
	Last   int    `json:"last"`
}

// SourceOf reads the source of the engine.
func SourceOf(files fs.FS) (Source, error) {
	s, rest := Source{Files: map[string][]Part{}}, restOf{files, map[string][]byte{}}
	for _, folder := range counted {
		err := fs.WalkDir(files, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			parts, left, err := partsOf(name, text)
			s.Files[name], rest.left[name] = parts, []byte(goscan.Digest(left))
			return err
		})
		if err != nil {
			return s, err
		}
	}
	var err error
	s.Rest, err = proof.EngineDigest(rest)
	return s, err
}

// counted are the folders with the code of which the lines that run are known.
var counted = []string{proof.Engine, "conformance/prove/internal/subject"}

// restOf are the files of a source, with another text for some: the digest of what of them
// belongs to the rest.
type restOf struct {
	fs.FS
	left map[string][]byte
}

// ReadFile implements fs.ReadFileFS.
func (r restOf) ReadFile(name string) ([]byte, error) {
	if left, ok := r.left[name]; ok {
		return left, nil
	}
	return fs.ReadFile(r.FS, name)
}

// partsOf returns the declarations of a file, and its text without functions and without
// the bodies of methods. Another function can change a case only if the case runs it;
// another method can make a type fit an interface, and a function that is called init or
// has the name of a predeclared one changes code that does not change itself. Of an empty
// body it is not known whether it ran, so functions with one stay in the text.
func partsOf(name string, text []byte) (parts []Part, left []byte, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	kept, seen := 0, map[string]int{}
	for _, d := range file.Decls {
		from, to := set.Position(d.Pos()), set.Position(d.End())
		title := "declaration"
		if fn, ok := d.(*ast.FuncDecl); ok {
			title = goscan.FunctionName(fn)
			cut := from.Offset
			switch {
			case fn.Body == nil || len(fn.Body.List) == 0:
				cut = to.Offset
			case fn.Recv != nil || title == "init" || doc.IsPredeclared(title):
				cut = set.Position(fn.Body.Pos()).Offset
			}
			left, kept = append(left, text[kept:cut]...), to.Offset
		}
		seen[title]++
		if n := seen[title]; n > 1 {
			title = fmt.Sprintf("%s %d", title, n)
		}
		parts = append(parts, Part{title, proof.Short(fmt.Sprintf("%x", sha256.Sum256(text[from.Offset:to.Offset]))), from.Line, to.Line})
	}
	return parts, append(left, text[kept:]...), nil
}

// Carried returns what of an observation holds for a changed source: the cases that ran
// nothing that has changed, with the lines of the present source. A case that has to run
// again has no key. The inspections read the whole source and do not hold.
func (o Observation) Carried(now Source) Observation {
	if o.Witness == nil || o.Source.Rest == "" || o.Source.Rest != now.Rest {
		return Observation{}
	}
	carried := proof.Witness{Cases: map[string]map[string]proof.Lines{}, Keys: map[string]string{}}
	for name, files := range o.Witness.Cases {
		if moved, ok := o.Source.moved(files, now); ok {
			carried.Cases[name], carried.Keys[name] = moved, o.Witness.Keys[name]
		}
	}
	return Observation{Digests: o.Digests, Source: now, Run: o.Run, Witness: &carried}
}

// moved returns where lines of a source are in another one; false if a declaration that
// has one of them is another one there.
func (s Source) moved(files map[string]proof.Lines, now Source) (map[string]proof.Lines, bool) {
	moved := map[string]proof.Lines{}
	for name, lines := range files {
		parts, covered := now.Files[name], 0
		var to proof.Lines
		for _, was := range s.Files[name] {
			if !lines.Touch(was.First, was.Last) {
				continue
			}
			i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == was.Name && p.Digest == was.Digest })
			if i < 0 {
				return nil, false
			}
			for _, r := range lines {
				first, last := max(r[0], was.First), min(r[1], was.Last)
				if first > last {
					continue
				}
				covered += last - first + 1
				by := parts[i].First - was.First
				to = append(to, [2]int{first + by, last + by})
			}
		}
		for _, r := range lines {
			covered -= r[1] - r[0] + 1
		}
		// A line between declarations is not one that runs: the record is not understood.
		if covered != 0 {
			return nil, false
		}
		moved[name] = to.Joined()
	}
	return moved, true
}
