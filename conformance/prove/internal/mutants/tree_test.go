package mutants

import (
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// sitesSource has a position of every kind. The words at the ends of lines are unique.
const sitesSource = `// Package p: doc.
package p

import "os"

var table = func() int { return 11 }()

func init() { start(12) }

func start(n int) { // opens 13
	defer func() {
		stop(14) // twice
	}() // twice
}

func (s *Set[T]) Add(v T) { s.all = append(s.all, v) } // 15

func (Event) String() string { return "sixteen" }

func external()

func main() {
	os.Exit(17)
}

type Set[T any] struct{ all []T }
`

func mutant(edits ...proof.Edit) proof.Mutant {
	return proof.Mutant{ID: "HOOK-001.1/x", Clause: "HOOK-001.1", Edits: edits, Position: "m.yaml:7"}
}

func TestSites(t *testing.T) {
	root := fstest.MapFS{"p.go": {Data: []byte(sitesSource)}, "crlf.go": {Data: []byte("package p\r\n\r\nfunc f() {\r\n\tg()\r\n}\r\n")},
		"moved.go": {Data: []byte("package p\n\n//line other.go:100\nfunc f() {\n\tg()\n}\n")}}
	tests := []struct {
		name, old string
		want      proof.Site
		alone     bool
		reason    string
	}{
		{"in a function", "stop(14)", proof.Site{File: "p.go", Line: 12, EndLine: 12, Function: "start", Entry: 12}, false, "a literal belongs to the declaration around it"},
		{"over lines", "defer func() {\n\t\tstop(14)", proof.Site{File: "p.go", Line: 11, EndLine: 12, Function: "start", Entry: 11}, false, "the first and the last line"},
		{"with its line end", "\t\tstop(14) // twice\n", proof.Site{File: "p.go", Line: 12, EndLine: 12, Function: "start", Entry: 12}, false, "the line end belongs to the line"},
		{"at the opening brace", "{ // opens", proof.Site{File: "p.go", Line: 10, EndLine: 10}, true, "a brace is not in the body"},
		{"after the opening brace", " // opens", proof.Site{File: "p.go", Line: 10, EndLine: 10, Function: "start", Entry: 11}, false, "what follows the brace is"},
		{"up to the closing brace", "\"sixteen\" ", proof.Site{File: "p.go", Line: 18, EndLine: 18, Function: "Event.String", Entry: 18}, false, "a receiver without a name"},
		{"with the closing brace", "\"sixteen\" }", proof.Site{File: "p.go", Line: 18, EndLine: 18}, true, "the end of the body is not in it"},
		{"over a border of functions", "} // 15\n\nfunc (Event)", proof.Site{File: "p.go", Line: 16, EndLine: 18}, true, "two functions"},
		{"in a signature", "start(n", proof.Site{File: "p.go", Line: 10, EndLine: 10}, true, "a copy can't have another signature"},
		{"in a generic method", "s.all, v", proof.Site{File: "p.go", Line: 16, EndLine: 16, Function: "(*Set).Add", Entry: 16}, false, "type parameters do not name a method"},
		{"in the value of a variable", "11", proof.Site{File: "p.go", Line: 6, EndLine: 6}, true, "the function there has no name"},
		{"in init", "12", proof.Site{File: "p.go", Line: 8, EndLine: 8, Function: "init", Entry: 8}, true, "nothing can call init"},
		{"in main", "17", proof.Site{File: "p.go", Line: 23, EndLine: 23, Function: "main", Entry: 23}, true, "nothing can call main"},
		{"in a type", "all []T", proof.Site{File: "p.go", Line: 26, EndLine: 26}, true, "no function at all"},
		{"in a function without a body", "external()", proof.Site{File: "p.go", Line: 20, EndLine: 20}, true, "no body"},
		{"in the package clause", "package p", proof.Site{File: "p.go", Line: 2, EndLine: 2}, true, "no function at all"},
		{"with carriage returns", "g()\r\n", proof.Site{File: "crlf.go", Line: 4, EndLine: 4, Function: "f", Entry: 4}, false, "lines end with the line feed"},
		{"after a line directive", "g()", proof.Site{File: "moved.go", Line: 5, EndLine: 5, Function: "f", Entry: 5}, false, "an edit's position ignores line directives"},
	}
	tree := NewTree(root)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := mutant(proof.Edit{File: tt.want.File, Old: tt.old, New: tt.old + " "})
			sites, err := tree.Sites(m)
			require.NoError(t, err)
			require.Len(t, sites, 1)
			got := sites[0]
			assert.Equal(t, tt.want, got, tt.reason)
			alone, err := tree.Alone(m)
			require.NoError(t, err)
			assert.Equal(t, tt.alone, alone, tt.reason)
		})
	}
}

// entrySource has numbers at the ends of the lines that the cases name.
const entrySource = `package p

func f(v any) (n int) { // 3
	if n := g(1); n > 2 { // 4
		n++ // 5
		return n
	} else if n < 0 { // 7
		n-- // 8
	}
	// between
	h() // 11
	switch v.(type) { // 12
	case int: // 13
		h() ; return 13 // 14
	case nil, // 15
		error:
	default: // 17
	}
	go func() { // 19
		select { // 20
		case <-done: // 21
			h(21) // 22
		}
	}()
	return n + // 25
		n + 26
}
`

// A case that notices a mutant must have run the line before it.
func TestSitesEntry(t *testing.T) {
	tests := []struct {
		old    string
		want   int
		reason string
	}{
		{"n > 2", 4, "a condition is part of its statement"},
		{"n++", 5, "a statement of a block"},
		{"n++ // 5\n\t\treturn n", 5, "of several the first"},
		{"return n\n\t} else if n < 0 {", 4, "what goes beyond a block is in the statement around it"},
		{"n < 0", 4, "the condition after else has no line that runs only for it"},
		{"n--", 8, "but its block has"},
		{"// between", 4, "text between two statements may belong to the first, like else"},
		{"h() // 11", 11, "what begins with a statement is that statement"},
		{"int: // 13", 12, "a choice is made by its switch"},
		{"h() ; return 13", 14, "a clause has statements"},
		{"nil, // 15\n\t\terror", 12, "a choice over several lines"},
		{"default", 12, "so is that where no other fits"},
		{"h(21)", 22, "a function in a function runs by itself"},
		{"<-done", 20, "a select chooses like a switch"},
		{"+ 26", 25, "the first line of a statement"},
		{" // 3", 4, "in front of all statements"},
	}
	tree := NewTree(fstest.MapFS{"p.go": {Data: []byte(entrySource)}})
	for _, tt := range tests {
		t.Run(tt.old, func(t *testing.T) {
			sites, err := tree.Sites(mutant(proof.Edit{File: "p.go", Old: tt.old}))
			require.NoError(t, err)
			require.Len(t, sites, 1)
			assert.Equal(t, tt.want, sites[0].Entry, tt.reason)
		})
	}
}

func TestSitesAreInTheOrderOfTheEdits(t *testing.T) {
	tree := NewTree(fstest.MapFS{"p.go": {Data: []byte(sitesSource)}})
	sites, err := tree.Sites(mutant(proof.Edit{File: "p.go", Old: "\"sixteen\"", New: "a"}, proof.Edit{File: "p.go", Old: "stop(14)", New: "b"}))
	require.NoError(t, err)
	assert.Equal(t, []int{18, 12}, []int{sites[0].Line, sites[1].Line})
}

func TestSitesFaults(t *testing.T) {
	root := fstest.MapFS{
		"p.go": {Data: []byte(sitesSource)}, "broken.go": {Data: []byte("package p\nfunc {")}, "a.go": {Data: []byte("package a\n\nvar x = `aaa`\n")},
	}
	tests := []struct {
		name string
		in   []proof.Edit
		want []string
	}{
		{"not there", []proof.Edit{{File: "p.go", Old: "nowhere", New: ""}}, []string{"m.yaml:7: HOOK-001.1/x replaces text that occurs 0 times in p.go, not once"}},
		{"twice", []proof.Edit{{File: "p.go", Old: "// twice", New: ""}}, []string{"m.yaml:7: HOOK-001.1/x replaces text that occurs 2 times in p.go, not once"}},
		{"twice, overlapping", []proof.Edit{{File: "a.go", Old: "aa", New: ""}}, []string{"m.yaml:7: HOOK-001.1/x replaces text that occurs 2 times in a.go, not once"}},
		{"no file", []proof.Edit{{File: "none.go", Old: "x", New: ""}}, []string{"m.yaml:7: HOOK-001.1/x can't be applied: open none.go: file does not exist"}},
		{"no Go", []proof.Edit{{File: "broken.go", Old: "func", New: ""}}, []string{"m.yaml:7: HOOK-001.1/x can't be applied: broken.go:2:6: "}},
		{"the same text", []proof.Edit{{File: "p.go", Old: "stop(14)", New: "a"}, {File: "p.go", Old: "stop(14)", New: "b"}}, []string{"m.yaml:7: HOOK-001.1/x replaces the same text twice, at line 12 of p.go"}},
		{"text in text", []proof.Edit{{File: "p.go", Old: "14", New: "a"}, {File: "p.go", Old: "stop(14)", New: "b"}}, []string{"m.yaml:7: HOOK-001.1/x replaces the same text twice, at line 12 of p.go"}},
		{"all faults", []proof.Edit{{File: "p.go", Old: "nowhere", New: ""}, {File: "none.go", Old: "x", New: ""}}, []string{"occurs 0 times in p.go", "\nm.yaml:7: HOOK-001.1/x can't be applied: open none.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := NewTree(root)
			_, err := tree.Sites(mutant(tt.in...))
			for _, want := range tt.want {
				require.ErrorContains(t, err, want)
			}
			_, aloneErr := tree.Alone(mutant(tt.in...))
			assert.Equal(t, err, aloneErr)
			_, applyErr := tree.Apply(mutant(tt.in...))
			assert.Equal(t, err, applyErr)
			_, weaveErr := tree.Weave("m", []proof.Mutant{mutant(tt.in...)})
			assert.Equal(t, err, weaveErr)
		})
	}
}

// Adjacent edits are valid.
func TestSitesOfNeighbours(t *testing.T) {
	tree := NewTree(fstest.MapFS{"p.go": {Data: []byte(sitesSource)}})
	woven, err := tree.Apply(mutant(proof.Edit{File: "p.go", Old: "(14)", New: "(41)"}, proof.Edit{File: "p.go", Old: "stop", New: "halt"}))
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(sitesSource, "stop(14)", "halt(41)", 1), string(woven.Files["p.go"]))
}

// Mutants that need a program of their own although all their edits are in function
// bodies.
func TestAlone(t *testing.T) {
	const source = "package p\n\nfunc f() int {\n\treturn g(1)\n}\n\nfunc rescue() {\n\tlog(recover())\n}\n\nfunc guard() {\n\tdefer func() { log(recover()) }()\n\tg(2)\n}\n\nfunc _() { g(3) }\n"
	tests := []struct {
		name, old, text string
		want            bool
		reason          string
	}{
		{"a change", "g(1)", "g(2)", false, "a copy does it"},
		{"a statement more", "return g(1)", "x := g(1)\n\treturn x", false, "a copy does it"},
		{"broken text", "g(1)", "g(1", true, "the compiler would blame what follows the copy"},
		{"a comment without an end", "g(1)", "1 /* g", true, "the copies after it would be lost"},
		{"a brace more", "g(1)", "g(1)\n}\n\nfunc helper() int {\n\treturn 2", true, "two mutants may bring the same helper"},
		{"recover in what is deferred", "log(recover())\n", "log(1, recover())\n", true, "recover does nothing one call deeper"},
		{"a recover that is brought along", "g(1)", "len(fmt.Sprint(recover()))", true, "recover does nothing one call deeper"},
		{"recover in a literal", "g(2)", "g(3)", false, "the literal is deferred by the copy itself"},
		{"a function without a name", "g(3)", "g(4)", true, "nothing can call it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := NewTree(fstest.MapFS{"p.go": {Data: []byte(source)}})
			m := mutant(proof.Edit{File: "p.go", Old: tt.old, New: tt.text})
			got, err := tree.Alone(m)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, tt.reason)
			_, err = tree.Weave("m", []proof.Mutant{m})
			if tt.want {
				require.EqualError(t, err, "m.yaml:7: HOOK-001.1/x needs a program of its own")
			} else {
				require.NoError(t, err)
			}
		})
	}
}

func TestTreeIsSafeForConcurrentUse(t *testing.T) {
	tree := NewTree(fstest.MapFS{"p.go": {Data: []byte(sitesSource)}})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := tree.Sites(mutant(proof.Edit{File: "p.go", Old: "stop(14)", New: ""}))
			assert.NoError(t, err)
		})
	}
	all.Wait()
}

// A tree reads each file once.
func TestTreeReadsOnce(t *testing.T) {
	root := fstest.MapFS{"p.go": {Data: []byte(sitesSource)}}
	tree := NewTree(root)
	_, err := tree.Sites(mutant(proof.Edit{File: "p.go", Old: "stop(14)", New: ""}))
	require.NoError(t, err)
	root["p.go"] = &fstest.MapFile{Data: []byte("package q\n")}
	sites, err := tree.Sites(mutant(proof.Edit{File: "p.go", Old: "stop(14)", New: ""}))
	require.NoError(t, err)
	assert.Equal(t, 12, sites[0].Line)
}

func TestSurroundings(t *testing.T) {
	tree := NewTree(fstest.MapFS{"p.go": {Data: []byte(sitesSource)}})
	texts, err := tree.Surroundings(mutant(proof.Edit{File: "p.go", Old: "s.all, v", New: ""}, proof.Edit{File: "p.go", Old: "all []T", New: ""}, proof.Edit{File: "p.go", Old: "\"sixteen\"", New: ""}))
	require.NoError(t, err)
	assert.Equal(t, [][]byte{
		[]byte("func (s *Set[T]) Add(v T) { s.all = append(s.all, v) }"),
		[]byte(sitesSource),
		[]byte("func (Event) String() string { return \"sixteen\" }"),
	}, texts)
	_, err = tree.Surroundings(mutant(proof.Edit{File: "p.go", Old: "nowhere", New: ""}))
	require.EqualError(t, err, "m.yaml:7: HOOK-001.1/x replaces text that occurs 0 times in p.go, not once")
}

func TestRoot(t *testing.T) {
	root, err := proof.Root("../../../../engine/hook")
	require.NoError(t, err)
	here, err := proof.Root(".")
	require.NoError(t, err)
	assert.Equal(t, here, root)
	elsewhere := t.TempDir()
	_, err = proof.Root(elsewhere)
	assert.EqualError(t, err, elsewhere+" is not inside the source of the reference engine")
}
