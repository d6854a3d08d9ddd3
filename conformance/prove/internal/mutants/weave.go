package mutants

import (
	"bytes"
	"fmt"
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Switch is the environment variable with the number of the active mutants in a woven
// program. Without it, no mutant is active.
const Switch = "HOOKTEST_MUTANT"

// switchFolder is the folder of the package that only a woven program has.
const switchFolder = "internal/activemutant"

const switchSource = `// Package activemutant says which mutant of this program is the active one, and
// does for mutants what needs more than an expression.
package activemutant

import (
	"iter"
	"os"
	"slices"
	"strconv"
)

// Number is 0 for none. The variable is taken out of the environment, because
// hooks would see it.
var Number = func() int {
	n, _ := strconv.Atoi(os.Getenv("` + Switch + `"))
	os.Unsetenv("` + Switch + `")
	return n
}()

// Backward ranges over a list from its end, with the indices of its beginning.
func Backward[S ~[]E, E any](s S) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := range s {
			if !yield(i, s[len(s)-1-i]) {
				return
			}
		}
	}
}

// Prepend adds at the beginning what append adds at the end.
func Prepend[S ~[]E, E any](s S, more ...E) S { return append(slices.Clone(S(more)), s...) }

// Reversed is a list from its end.
func Reversed[S ~[]E, E any](s S) S {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}
`

// Helpers is the import name of the switch package in the text of a mutant.
const Helpers = "hooktestactivemutant"

// A Weave has the texts of changed source files.
type Weave struct {
	// Files are the texts by their path from the module's root.
	Files map[string][]byte
	// Numbers are the numbers of the mutants in the woven program, from 1, by id; nil for a
	// single mutant, which is always active.
	Numbers map[string]int

	copies map[string][]span
}

// span is a range of lines with one mutant's copy of a function.
type span struct {
	id         string
	start, end int
}

// placed is an edit with its position.
type placed struct {
	site
	text string
}

// copied is one mutant's copy of one function.
type copied struct {
	id     string
	number int
	edits  []placed
}

// Apply returns the files with the edits of one mutant. The error is as for Sites.
func (t *Tree) Apply(m proof.Mutant) (Weave, error) {
	sites, err := t.sites(m)
	if err != nil {
		return Weave{}, err
	}
	w := Weave{Files: map[string][]byte{}}
	for name, edits := range editsByFile(m, sites) {
		w.Files[name] = replaced(t.file(name).text, 0, edits)
	}
	return w, nil
}

// Weave returns the files of a module with all the mutants, each with a number of its own.
// The unchanged lines keep their numbers. The error is as for Sites, or it says that a
// mutant needs a program of its own.
func (t *Tree) Weave(module string, all []proof.Mutant) (Weave, error) {
	return t.WeaveGroups(module, slices.Collect(slices.Chunk(all, 1)))
}

// WeaveGroups is Weave with one number for all mutants of a group, which are active
// together. They must not edit the same function.
func (t *Tree) WeaveGroups(module string, groups [][]proof.Mutant) (Weave, error) {
	w := Weave{Files: map[string][]byte{switchFolder + "/switch.go": []byte(switchSource)}, Numbers: map[string]int{}, copies: map[string][]span{}}
	files := map[string]map[*ast.FuncDecl][]copied{}
	for i, group := range groups {
		for _, m := range group {
			w.Numbers[m.ID] = i + 1
			if err := t.copyFunctions(files, m, i+1); err != nil {
				return Weave{}, err
			}
		}
	}
	for name, functions := range files {
		w.Files[name], w.copies[name] = t.file(name).weave(module, functions)
	}
	return w, nil
}

// copyFunctions adds a mutant's copies of the functions that it edits.
func (t *Tree) copyFunctions(files map[string]map[*ast.FuncDecl][]copied, m proof.Mutant, number int) error {
	switch alone, err := t.Alone(m); {
	case err != nil:
		return err
	case alone:
		return fmt.Errorf("%s: %s needs a program of its own", m.Position, m.ID)
	}
	sites, err := t.sites(m)
	if err != nil {
		return err
	}
	for name, edits := range editsByFile(m, sites) {
		if files[name] == nil {
			files[name] = map[*ast.FuncDecl][]copied{}
		}
		for fn, edits := range editsByFunction(edits) {
			if i := slices.IndexFunc(files[name][fn], func(c copied) bool { return c.number == number }); i >= 0 {
				return fmt.Errorf("%s: %s and %s edit one function, and can't be active together", m.Position, files[name][fn][i].id, m.ID)
			}
			files[name][fn] = append(files[name][fn], copied{m.ID, number, edits})
		}
	}
	return nil
}

// MutantAt returns the mutant whose copy contains a line of a woven file, for compiler
// messages.
func (w Weave) MutantAt(file string, line int) (string, bool) {
	for _, s := range w.copies[path.Clean(file)] {
		if s.start <= line && line <= s.end {
			return s.id, true
		}
	}
	return "", false
}

// editsByFile returns the edits of each file, by position.
func editsByFile(m proof.Mutant, sites []site) map[string][]placed {
	all := map[string][]placed{}
	for i, s := range sites {
		all[s.File] = append(all[s.File], placed{s, m.Edits[i].New})
	}
	for _, edits := range all {
		slices.SortFunc(edits, func(a, b placed) int { return a.start - b.start })
	}
	return all
}

// editsByFunction groups the edits of a file by function; nil has the edits outside of
// function bodies.
func editsByFunction(edits []placed) map[*ast.FuncDecl][]placed {
	all := map[*ast.FuncDecl][]placed{}
	for _, e := range edits {
		all[e.fn] = append(all[e.fn], e)
	}
	return all
}

// replaced applies edits, sorted by position, to a text that begins at an offset of its
// file.
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

// weave inserts a switch at the beginning of each function, and its copies at the end
// of the file. The inserted switches have no line breaks, so the lines keep their
// numbers.
func (s *goFile) weave(module string, functions map[*ast.FuncDecl][]copied) ([]byte, []span) {
	file := s.fset.File(s.file.FileStart)
	var inserts []placed
	insert := func(at int, text string) {
		inserts = append(inserts, placed{site{start: at, end: at}, text})
	}
	insert(file.Offset(s.file.Name.End()), "; import "+Helpers+" \""+module+"/"+switchFolder+"\"")
	var spans []span
	tail := []byte("\n")
	// lines is the number of lines before the copies.
	lines := bytes.Count(s.text, []byte("\n")) + 1
	order := slices.SortedFunc(maps.Keys(functions), func(a, b *ast.FuncDecl) int { return int(a.Pos() - b.Pos()) })
	for _, fn := range order {
		on := callOf(fn, file)
		inserts = append(inserts, on.names...)
		var head strings.Builder
		head.WriteString(" switch " + Helpers + ".Number {")
		start, end := file.Offset(fn.Pos()), file.Offset(fn.End())
		for _, c := range functions[fn] {
			name := fmt.Sprintf("%s_mutant%d", fn.Name.Name, c.number)
			if fn.Type.Results == nil {
				fmt.Fprintf(&head, " case %d: %s; return;", c.number, on.to(name))
			} else {
				fmt.Fprintf(&head, " case %d: return %s;", c.number, on.to(name))
			}
			renamed := placed{site{start: file.Offset(fn.Name.Pos()), end: file.Offset(fn.Name.End())}, name}
			first := lines + bytes.Count(tail, []byte("\n"))
			tail = append(tail, replaced(s.text[start:end], start, append([]placed{renamed}, c.edits...))...)
			tail = append(tail, '\n')
			spans = append(spans, span{c.id, first, lines + bytes.Count(tail, []byte("\n")) - 1})
		}
		head.WriteString(" };")
		insert(file.Offset(fn.Body.Lbrace)+1, head.String())
	}
	slices.SortStableFunc(inserts, func(a, b placed) int { return a.start - b.start })
	return append(replaced(s.text, 0, inserts), tail...), spans
}
