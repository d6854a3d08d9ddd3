package mutants

import (
	"bytes"
	"fmt"
	"go/ast"
	"path"
	"slices"
	"sort"
	"strings"
)

// Switch is the environment variable that makes one mutant of a woven program
// the active one, by its number. Without it, none is.
const Switch = "HOOKTEST_MUTANT"

// switchFolder is the package that a woven program has and the source has not.
const switchFolder = "internal/activemutant"

const switchSource = `// Package activemutant says which mutant of this program is the active one.
package activemutant

import (
	"os"
	"strconv"
)

// Number is 0 for none. The variable is taken out of the environment, because
// hooks would see it.
var Number = func() int {
	n, _ := strconv.Atoi(os.Getenv("` + Switch + `"))
	os.Unsetenv("` + Switch + `")
	return n
}()
`

// A Weave is the text of source files that differ from those on disk.
type Weave struct {
	// Files are the texts by path from the module's root.
	Files map[string][]byte
	// Numbers are the numbers of the mutants in the woven program.
	Numbers map[string]int

	copies map[string][]span
}

// span is the lines of a file that hold the copies of one mutant.
type span struct {
	id         string
	start, end int
}

// Alone tells whether a mutant needs a program of its own. The error is that of
// Sites.
func (t *Tree) Alone(m Mutant) (bool, error) {
	sites, err := t.Sites(m)
	return err == nil && wovenAlone(sites), err
}

// Apply gives the files as one mutant changes them.
func (t *Tree) Apply(m Mutant) (Weave, error) {
	sites, err := t.Sites(m)
	if err != nil {
		return Weave{}, err
	}
	w := Weave{Files: map[string][]byte{}}
	for name, edits := range editsByFile(m, sites) {
		w.Files[name] = replaced(t.source(name).text, 0, edits)
	}
	return w, nil
}

// Weave gives the files that hold all the mutants, none of which may need a
// program of its own. The lines of the unchanged text keep their numbers.
func (t *Tree) Weave(module string, all []Mutant) (Weave, error) {
	w := Weave{Files: map[string][]byte{switchFolder + "/switch.go": []byte(switchSource)}, Numbers: map[string]int{}, copies: map[string][]span{}}
	functions := map[string]map[*ast.FuncDecl][]copied{}
	for i, m := range all {
		sites, err := t.Sites(m)
		if err != nil {
			return Weave{}, err
		}
		w.Numbers[m.ID] = i + 1
		for name, edits := range editsByFile(m, sites) {
			for _, e := range edits {
				if functions[name] == nil {
					functions[name] = map[*ast.FuncDecl][]copied{}
				}
				list := functions[name][e.fn]
				if n := len(list); n > 0 && list[n-1].id == m.ID {
					list[n-1].edits = append(list[n-1].edits, e)
				} else {
					list = append(list, copied{m.ID, i + 1, []placed{e}})
				}
				functions[name][e.fn] = list
			}
		}
	}
	for name, byFunction := range functions {
		text, spans := t.source(name).weave(module, byFunction)
		w.Files[name], w.copies[name] = text, spans
	}
	return w, nil
}

// MutantAt gives the mutant whose copy stands at a line of a woven file, for the
// messages of a compiler.
func (w Weave) MutantAt(file string, line int) (string, bool) {
	for _, s := range w.copies[path.Clean(file)] {
		if s.start <= line && line <= s.end {
			return s.id, true
		}
	}
	return "", false
}

// placed is an edit with its place.
type placed struct {
	Site
	text string
}

// copied is one mutant's copy of one function.
type copied struct {
	id     string
	number int
	edits  []placed
}

func editsByFile(m Mutant, sites []Site) map[string][]placed {
	all := map[string][]placed{}
	for i, s := range sites {
		all[s.File] = append(all[s.File], placed{s, m.Edits[i].New})
	}
	for _, edits := range all {
		slices.SortFunc(edits, func(a, b placed) int { return a.start - b.start })
	}
	return all
}

// replaced applies edits, sorted by place, to a text that begins at an offset of
// its file.
func replaced(text []byte, offset int, edits []placed) []byte {
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at : e.start-offset])
		out.WriteString(e.text)
		at = e.end - offset
	}
	out.Write(text[at:])
	return out.Bytes()
}

// weave puts a switch at the head of each function and its copies at the end of
// the file.
func (s *source) weave(module string, functions map[*ast.FuncDecl][]copied) ([]byte, []span) {
	file := s.fset.File(s.file.FileStart)
	var inserts []placed
	insert := func(at int, text string) {
		inserts = append(inserts, placed{Site{start: at, end: at}, text})
	}
	insert(file.Offset(s.file.Name.End()), "; import hooktestactivemutant \""+module+"/"+switchFolder+"\"")
	var tail bytes.Buffer
	tail.WriteByte('\n')
	var spans []span
	lines := bytes.Count(s.text, []byte("\n")) + 1
	order := make([]*ast.FuncDecl, 0, len(functions))
	for fn := range functions {
		order = append(order, fn)
	}
	sort.Slice(order, func(i, j int) bool { return order[i].Pos() < order[j].Pos() })
	for _, fn := range order {
		on := callOf(fn, file)
		inserts = append(inserts, on.names...)
		var head strings.Builder
		head.WriteString(" switch hooktestactivemutant.Number {")
		start, end := file.Offset(fn.Pos()), file.Offset(fn.End())
		for _, c := range functions[fn] {
			name := fmt.Sprintf("%s_mutant%d", fn.Name.Name, c.number)
			call := on.receiver + name + on.typeArguments + "(" + on.arguments + ")"
			if fn.Type.Results == nil {
				fmt.Fprintf(&head, " case %d: %s; return;", c.number, call)
			} else {
				fmt.Fprintf(&head, " case %d: return %s;", c.number, call)
			}
			renamed := placed{Site{start: file.Offset(fn.Name.Pos()), end: file.Offset(fn.Name.End())}, name}
			body := replaced(s.text[start:end], start, append([]placed{renamed}, c.edits...))
			first := lines + bytes.Count(tail.Bytes(), []byte("\n"))
			tail.Write(body)
			tail.WriteByte('\n')
			spans = append(spans, span{c.id, first, lines + bytes.Count(tail.Bytes(), []byte("\n")) - 1})
		}
		head.WriteString(" };")
		insert(file.Offset(fn.Body.Lbrace)+1, head.String())
	}
	slices.SortStableFunc(inserts, func(a, b placed) int { return a.start - b.start })
	return append(replaced(s.text, 0, inserts), tail.Bytes()...), spans
}
