package mutants

import (
	"fmt"
	"testing/fstest"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A program with functions of every form. Each prints its arguments.
var programFiles = map[string]string{
	"go.mod": "module woven\n\ngo 1.26\n",
	"main.go": `package main

import (
	"fmt"
	"os"

	"woven/lib"
)

func main() {
	fmt.Println(os.LookupEnv("HOOKTEST_MUTANT"))
	for _, line := range lib.All() {
		fmt.Println(line)
	}
}
`,
	"lib/lib.go": `// Package lib has functions of every form.
package lib // with a word behind it

import "fmt"

var log []string

func say(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }

func plain() { say("plain") }

func unnamed(int, string) { say("unnamed") }

func blank(_ int, word string, _ ...int) { say("blank %s", word) }

func variadic(first int, rest ...string) int { return first + len(rest) }

func generic[K comparable, _ any, V ~int](key K, value V) string {
	return fmt.Sprint(key, value)
}

func named(n int) (sum int, err error) { // the results have names
	defer func() { sum *= 2 }()
	sum = n + 1
	return
}

func several() (int, string) { return 1, "one" }

type counter struct{ n int }

func (c counter) value() int { return c.n }

func (c *counter) add(n int) *counter {
	c.n += n
	return c
}

func (counter) receiverless(n int) int { return n + 0 }

func (*counter) pointer() string { return "pointer" }

func (_ counter) blankReceiver() string { return "blank" }

type set[T comparable] struct{ all []T }

func (s *set[T]) has(v T) bool {
	for _, one := range s.all {
		if one == v {
			return true
		}
	}
	return false
}

func (s set[_]) size() int { return len(s.all) }

func factorial(n int) int {
	if n <= 1 {
		return 1
	}
	return n * factorial(n-1)
}

func shielded() (result string) {
	defer func() {
		if cause := recover(); cause != nil {
			result = fmt.Sprint("recovered: ", cause)
		}
	}()
	return mayPanic("fine")
}

func mayPanic(word string) string { return word }

func lines() (first, second int) {
	first = 1
	second = 2
	return first, second
}
`,
	"lib/all.go": `package lib

func outer() string { return inner() + "outer" }

func inner() string { return "inner " }

// All calls everything.
func All() []string {
	plain()
	unnamed(1, "a")
	blank(1, "word", 2, 3)
	say("variadic %d", variadic(1, "a", "b"))
	say("generic %s", generic[string, bool]("k", 7))
	sum, err := named(1)
	say("named %d %v", sum, err)
	n, word := several()
	say("several %d %s", n, word)
	c := &counter{1}
	say("value %d", c.value())
	say("add %d", c.add(2).n)
	say("receiverless %d", c.receiverless(5))
	say("pointer %s", c.pointer())
	say("blankReceiver %s", c.blankReceiver())
	s := &set[string]{[]string{"a"}}
	say("has %v", s.has("a"))
	say("size %d", s.size())
	say("factorial %d", factorial(4))
	say("shielded %s", shielded())
	first, second := lines()
	say("lines %d %d", first, second)
	say("outer %s", outer())
	return log
}
`,
}

// programMutants are edits of that program, each with the lines that it changes in the
// output.
var programMutants = []struct {
	name  string
	edits []proof.Edit
	want  map[string]string
}{
	{"no parameters", []proof.Edit{{File: "lib/lib.go", Old: `say("plain")`, New: `say("plain!")`}}, map[string]string{"plain": "plain!"}},
	{"unnamed parameters", []proof.Edit{{File: "lib/lib.go", Old: `say("unnamed")`, New: `say("unnamed!")`}}, map[string]string{"unnamed": "unnamed!"}},
	{"blank parameters", []proof.Edit{{File: "lib/lib.go", Old: `say("blank %s", word)`, New: `say("blank %s!", word)`}}, map[string]string{"blank word": "blank word!"}},
	{"variadic parameters", []proof.Edit{{File: "lib/lib.go", Old: `return first + len(rest)`, New: `return first * 100 + len(rest)`}}, map[string]string{"variadic 3": "variadic 102"}},
	{"type parameters", []proof.Edit{{File: "lib/lib.go", Old: `fmt.Sprint(key, value)`, New: `fmt.Sprint(value, key)`}}, map[string]string{"generic k7": "generic 7k"}},
	{"named results", []proof.Edit{{File: "lib/lib.go", Old: `sum = n + 1`, New: `sum = n + 2`}}, map[string]string{"named 4 <nil>": "named 6 <nil>"}},
	{"a deferred literal", []proof.Edit{{File: "lib/lib.go", Old: `sum *= 2`, New: `sum *= 5`}}, map[string]string{"named 4 <nil>": "named 10 <nil>"}},
	{"several results", []proof.Edit{{File: "lib/lib.go", Old: `return 1, "one"`, New: "return 2,\n\t\t\"two\""}}, map[string]string{"several 1 one": "several 2 two"}},
	{"a method by value", []proof.Edit{{File: "lib/lib.go", Old: `return c.n`, New: `return -c.n`}}, map[string]string{"value 1": "value -1"}},
	{"a method by pointer", []proof.Edit{{File: "lib/lib.go", Old: `c.n += n`, New: `c.n -= n`}}, map[string]string{"add 3": "add -1"}},
	{"an unnamed receiver", []proof.Edit{{File: "lib/lib.go", Old: `n + 0`, New: `n + 1`}}, map[string]string{"receiverless 5": "receiverless 6"}},
	{"an unnamed pointer receiver", []proof.Edit{{File: "lib/lib.go", Old: `"pointer"`, New: `"other"`}}, map[string]string{"pointer pointer": "pointer other"}},
	{"a blank receiver", []proof.Edit{{File: "lib/lib.go", Old: `"blank"`, New: `"other"`}}, map[string]string{"blankReceiver blank": "blankReceiver other"}},
	{"a generic method", []proof.Edit{{File: "lib/lib.go", Old: `one == v`, New: `one != v`}}, map[string]string{"has true": "has false"}},
	{"a generic method, its parameter blank", []proof.Edit{{File: "lib/lib.go", Old: `len(s.all)`, New: `10`}}, map[string]string{"size 1": "size 10"}},
	{"recursion", []proof.Edit{{File: "lib/lib.go", Old: `factorial(n-1)`, New: `factorial(n-2)`}}, map[string]string{"factorial 24": "factorial 8"}},
	{"a panic", []proof.Edit{{File: "lib/lib.go", Old: `return word`, New: `panic(word)`}}, map[string]string{"shielded fine": "shielded recovered: fine"}},
	{"a recovery", []proof.Edit{{File: "lib/lib.go", Old: `"recovered: "`, New: `"saved: "`}, {File: "lib/lib.go", Old: `mayPanic("fine")`, New: `mayPanic(string(make([]byte, -len(result)-len("x"))))`}}, map[string]string{"shielded fine": "shielded saved: runtime error: makeslice: len out of range"}},
	{"two mutants of one function", []proof.Edit{{File: "lib/lib.go", Old: `first = 1`, New: `first = 10`}}, map[string]string{"lines 1 2": "lines 10 2"}},
	{"two edits of one function", []proof.Edit{{File: "lib/lib.go", Old: `second = 2`, New: `second = 20`}, {File: "lib/lib.go", Old: `return first, second`, New: `return second, first`}}, map[string]string{"lines 1 2": "lines 20 1"}},
	{"two functions", []proof.Edit{{File: "lib/all.go", Old: `"inner "`, New: `"INNER "`}, {File: "lib/all.go", Old: `+ "outer"`, New: `+ "OUTER"`}}, map[string]string{"outer inner outer": "outer INNER OUTER"}},
	{"two files", []proof.Edit{{File: "lib/all.go", Old: `+ "outer"`, New: `+ "x"`}, {File: "lib/lib.go", Old: `say("plain")`, New: `say("x")`}}, map[string]string{"plain": "x", "outer inner outer": "outer inner x"}},
	{"nothing is left", []proof.Edit{{File: "lib/lib.go", Old: `say("unnamed")`, New: ``}}, map[string]string{"unnamed": ""}},
}

func program() (fstest.MapFS, []proof.Mutant) {
	root := fstest.MapFS{}
	for name, text := range programFiles {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var all []proof.Mutant
	for i, m := range programMutants {
		all = append(all, proof.Mutant{ID: fmt.Sprintf("HOOK-001.1/m%d", i+1), Position: "m.yaml:1", Edits: m.edits})
	}
	return root, all
}
