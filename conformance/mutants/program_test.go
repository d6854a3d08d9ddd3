package mutants

import (
	"fmt"
	"testing/fstest"
)

// A program with functions of every form. Each tells what it was called with.
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

// programMutants are the edits of that program, each with the lines that it
// changes in what the program prints.
var programMutants = []struct {
	name  string
	edits []Edit
	want  map[string]string
}{
	{"no parameters", []Edit{{"lib/lib.go", `say("plain")`, `say("plain!")`}}, map[string]string{"plain": "plain!"}},
	{"unnamed parameters", []Edit{{"lib/lib.go", `say("unnamed")`, `say("unnamed!")`}}, map[string]string{"unnamed": "unnamed!"}},
	{"blank parameters", []Edit{{"lib/lib.go", `say("blank %s", word)`, `say("blank %s!", word)`}}, map[string]string{"blank word": "blank word!"}},
	{"variadic parameters", []Edit{{"lib/lib.go", `return first + len(rest)`, `return first * 100 + len(rest)`}}, map[string]string{"variadic 3": "variadic 102"}},
	{"type parameters", []Edit{{"lib/lib.go", `fmt.Sprint(key, value)`, `fmt.Sprint(value, key)`}}, map[string]string{"generic k7": "generic 7k"}},
	{"named results", []Edit{{"lib/lib.go", `sum = n + 1`, `sum = n + 2`}}, map[string]string{"named 4 <nil>": "named 6 <nil>"}},
	{"a deferred literal", []Edit{{"lib/lib.go", `sum *= 2`, `sum *= 5`}}, map[string]string{"named 4 <nil>": "named 10 <nil>"}},
	{"several results", []Edit{{"lib/lib.go", `return 1, "one"`, "return 2,\n\t\t\"two\""}}, map[string]string{"several 1 one": "several 2 two"}},
	{"a method by value", []Edit{{"lib/lib.go", `return c.n`, `return -c.n`}}, map[string]string{"value 1": "value -1"}},
	{"a method by pointer", []Edit{{"lib/lib.go", `c.n += n`, `c.n -= n`}}, map[string]string{"add 3": "add -1"}},
	{"an unnamed receiver", []Edit{{"lib/lib.go", `n + 0`, `n + 1`}}, map[string]string{"receiverless 5": "receiverless 6"}},
	{"an unnamed pointer receiver", []Edit{{"lib/lib.go", `"pointer"`, `"other"`}}, map[string]string{"pointer pointer": "pointer other"}},
	{"a blank receiver", []Edit{{"lib/lib.go", `"blank"`, `"other"`}}, map[string]string{"blankReceiver blank": "blankReceiver other"}},
	{"a generic method", []Edit{{"lib/lib.go", `one == v`, `one != v`}}, map[string]string{"has true": "has false"}},
	{"a generic method, its parameter blank", []Edit{{"lib/lib.go", `len(s.all)`, `10`}}, map[string]string{"size 1": "size 10"}},
	{"recursion", []Edit{{"lib/lib.go", `factorial(n-1)`, `factorial(n-2)`}}, map[string]string{"factorial 24": "factorial 8"}},
	{"a panic", []Edit{{"lib/lib.go", `return word`, `panic(word)`}}, map[string]string{"shielded fine": "shielded recovered: fine"}},
	{"a recovery", []Edit{{"lib/lib.go", `"recovered: "`, `"saved: "`}, {"lib/lib.go", `mayPanic("fine")`, `mayPanic(string(make([]byte, -len(result)-len("x"))))`}}, map[string]string{"shielded fine": "shielded saved: runtime error: makeslice: len out of range"}},
	{"two mutants of one function", []Edit{{"lib/lib.go", `first = 1`, `first = 10`}}, map[string]string{"lines 1 2": "lines 10 2"}},
	{"two edits of one function", []Edit{{"lib/lib.go", `second = 2`, `second = 20`}, {"lib/lib.go", `return first, second`, `return second, first`}}, map[string]string{"lines 1 2": "lines 20 1"}},
	{"two functions", []Edit{{"lib/all.go", `"inner "`, `"INNER "`}, {"lib/all.go", `+ "outer"`, `+ "OUTER"`}}, map[string]string{"outer inner outer": "outer INNER OUTER"}},
	{"two files", []Edit{{"lib/all.go", `+ "outer"`, `+ "x"`}, {"lib/lib.go", `say("plain")`, `say("x")`}}, map[string]string{"plain": "x", "outer inner outer": "outer inner x"}},
	{"nothing is left", []Edit{{"lib/lib.go", `say("unnamed")`, ``}}, map[string]string{"unnamed": ""}},
}

func program() (fstest.MapFS, []Mutant) {
	root := fstest.MapFS{}
	for name, text := range programFiles {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var all []Mutant
	for i, m := range programMutants {
		all = append(all, Mutant{ID: fmt.Sprintf("HOOK-001.1/m%d", i+1), Position: "m.yaml:1", Edits: m.edits})
	}
	return root, all
}
