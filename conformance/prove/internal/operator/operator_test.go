package operator

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// The functions that the operators are tested on, each with all its mutants.
var functions = []struct {
	name, text string
	want       []string
	reason     string
}{
	{"condition", "func condition(a, b bool, n int) int {\n\tif a && !b {\n\t\treturn n\n\t}\n\treturn 2\n}", []string{
		"negate-1: a && !b → !(a && !b)", "operand-1: a && !b → !b", "operand-2: a && !b → a", "drop-1: return n → nothing", "empty-1: n → 0", "constant-1: 2 → 3", "empty-2: 2 → 0",
	}, "a condition turned round or without an operand, an early return left out"},
	{"compare", "func compare(a, b int) bool { return a == b || a < b }", []string{
		"negate-1: a == b || a < b → !(a == b || a < b)", "operand-1: a == b || a < b → a < b", "operand-2: a == b || a < b → a == b", "boundary-1: < → <=",
	}, "a truth that is given back is a condition"},
	{"keys", "func keys(m map[string]int) int { return m[\"first\"] + m[\"second\"] }", []string{
		"empty-1: m[\"first\"] + m[\"second\"] → 0", "key-1: \"first\" → \"second\"", "key-2: \"second\" → \"first\"",
	}, "a word becomes its neighbour"},
	{"texts", "func texts(s string) (string, error) {\n\tif s == \"\" {\n\t\treturn \"\", errors.New(\"nothing \" + s)\n\t}\n\treturn \"a b\" + s, nil\n}", []string{
		"negate-1: s == \"\" → s != \"\"", "constant-1: \"\" → \"mutated\"", "drop-1: return \"\", errors.New(\"nothing \" + s) → nothing", "constant-2: \"\" → \"mutated\"",
		"empty-1: errors.New(\"nothing \" + s) → nil", "constant-3: \"a b\" → \"\"", "empty-2: \"a b\" + s → \"\"", "order-1: \"a b\" + s → s + \"a b\"",
	}, "the text of an error is not mutated"},
	{"list", "func list(in []int) (out []int) {\n\tfor i, v := range in {\n\t\tout = append(out, i, v)\n\t}\n\tslices.Sort(out)\n\treturn slices.Clone(out)\n}", []string{
		"order-1: in → Backward(in)", "drop-1: out → _", "order-2: append → Prepend",
		"first-1: nothing → ; break", "drop-2: slices.Sort(out) → nothing", "order-3: nothing → ; copy(out, Reversed(out))", "empty-1: slices.Clone(out) → nil", "share-1: slices.Clone(out) → out",
	}, "order, first instead of all, shared instead of copied"},
	{"named", "func named(e Event) (Event, bool) {\n\tswitch e {\n\tcase First, Second:\n\t\treturn Third, true\n\t}\n\treturn e, limit > 3\n}", []string{
		"drop-1: case First, Second: return Third, true → nothing", "drop-2: First, → nothing", "drop-3: , Second → nothing", "event-2: Second → Third",
		"event-3: Third → First", "empty-1: Third → \"\"", "constant-1: true → false", "empty-2: e → \"\"", "constant-2: limit → (2 * limit)", "negate-1: limit > 3 → !(limit > 3)", "boundary-1: > → >=", "constant-3: 3 → 4",
	}, "another event; duplicate case labels do not compile, so they are left out"},
	{"locked", "func locked(mu *sync.Mutex, p *pair) {\n\tmu.Lock()\n\tdefer mu.Unlock()\n\t*p = pair{a: 1, b: p.a}\n\tp.a++\n}", []string{
		"drop-1: *p = pair{a: 1, b: p.a} → nothing", "drop-2: a: 1, → nothing", "constant-1: 1 → 0", "constant-2: 1 → 2", "drop-3: b: p.a → nothing", "drop-4: p.a++ → nothing",
	}, "locks stay, fields go"},
	{"told", "func told(p *pair) {\n\tp.warn(\"%d words of %s\", p.a, \"a warning\")\n\tp.put(\"%d words\", p.a)\n}", []string{
		"drop-1: p.warn(\"%d words of %s\", p.a, \"a warning\") → nothing", "drop-2: p.put(\"%d words\", p.a) → nothing", "constant-1: \"%d words\" → \"\"",
	}, "what takes a format and gives nothing back words a warning"},
	{"walk", "func walk(in []int) (sum int) {\n\tfor _, v := range in {\n\t\tif v > 3 {\n\t\t\tsum += v\n\t\t}\n\t}\n\treturn\n}", []string{
		"order-1: in → Backward(in)", "negate-1: v > 3 → !(v > 3)", "boundary-1: > → >=", "constant-1: 3 → 4", "drop-1: sum += v → nothing", "first-1: nothing → ; break",
	}, "a loop that ends with a condition"},
}

const around = `// Package p is what operators are tried on.
package p

import (
	"errors"
	"slices"
	"sync"
)

type Event string

const (
	First  Event = "first"
	Second Event = "second"
	Third  Event = "third"
)

const limit = 7

type pair struct{ a, b int }

// Skipped says why something is left out.
type Skipped struct{ Text string }

func (p *pair) warn(format string, args ...any) {}

func (p *pair) put(key string, n int) {}

// Used calls what only it calls, and what others call, too (INT-02, INT-01, HOOK-016b, INT-02).
//
//hooktest:impl HOOK-001.1 HOOK-002
func Used(n int) int { return onlyHere(n) + everywhere(n) }

// onlyHere rests on INT-07.
func onlyHere(n int) int {
	_ = Skipped{Text: wording(n)}
	return deeper(n)
}

func wording(n int) string { return "left out " + string(rune(n)) }

func deeper(n int) int { return n - 1 }

func everywhere(n int) int { return n - 1 }

func Other(n int) int { return everywhere(n) }

func nobody(n int) int { return n - 1 }
`

// loaded is the source with all functions of the table.
func loaded(t *testing.T) Source {
	t.Helper()
	root := t.TempDir()
	text := around
	for _, f := range functions {
		text += "\n//hooktest:impl HOOK-003\n" + f.text + "\n"
	}
	for name, text := range map[string]string{"go.mod": "module woven\n\ngo 1.26\n", "engine/p/p.go": text, "cmd/p/main.go": "package main\n\nfunc main() {}\n", "conformance/adapter/a.go": "package adapter\n"} {
		at := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
	}
	s, err := Load(root, "woven")
	require.NoError(t, err)
	return s
}

// The mutants are made once for all tests, because type checking takes long.
func TestSource(t *testing.T) {
	s := loaded(t)
	t.Run("operators", func(t *testing.T) { testOperators(t, s) })
	t.Run("reach", func(t *testing.T) { testReach(t, s) })
	t.Run("lines", func(t *testing.T) { testLines(t, s) })
	t.Run("stable ids", func(t *testing.T) { testStableIDs(t, s) })
	t.Run("ledger", func(t *testing.T) { testLedger(t, s) })
}

func testOperators(t *testing.T, s Source) {
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			var got []string
			for _, m := range s.Mutants {
				if m.Declaration == "p."+f.name {
					got = append(got, m.ID[len("p."+f.name+"/"):]+": "+m.Violates)
					assert.Equal(t, []string{"HOOK-003"}, m.Names)
				}
			}
			assert.ElementsMatch(t, f.want, got, f.reason)
		})
	}
	assert.NotZero(t, s.Unviable, "what does not compile is counted")
}

// Functions that only named declarations call are mutated with them.
func testReach(t *testing.T, s Source) {
	names := map[string][]string{}
	for _, d := range s.Declarations {
		names[d.Name] = d.Names
	}
	both := []string{"HOOK-001.1", "HOOK-002"}
	assert.Equal(t, append(both, "HOOK-016b", "INT-01", "INT-02"), names["p.Used"], "its comment cites three")
	assert.Equal(t, append(both, "INT-07"), names["p.onlyHere"], "it is used by Used alone, and cites one itself")
	assert.Equal(t, both, names["p.deeper"], "it is used by what is used by Used alone")
	assert.NotContains(t, names, "p.everywhere", "Other uses it, too, which names nothing")
	assert.NotContains(t, names, "p.Other")
	assert.NotContains(t, names, "p.nobody", "nothing uses it")
	assert.NotContains(t, names, "p.wording", "it words why something is left out, and nothing else")
}

// A loop that ends after its first iteration has an effect if an iteration reaches its
// last statement. Coverage does not count the line of the closing brace.
func testLines(t *testing.T, s Source) {
	line := func(id string) (first, last int) {
		i := slices.IndexFunc(s.Mutants, func(m Mutant) bool { return m.ID == id })
		require.NotEqual(t, -1, i, id)
		return s.Mutants[i].First, s.Mutants[i].Last
	}
	condition, _ := line("p.walk/negate-1")
	first, last := line("p.walk/first-1")
	assert.Equal(t, []int{condition, condition}, []int{first, last})
}

// A change in one function does not change the ids of other functions' mutants.
func testStableIDs(t *testing.T, s Source) {
	ids := func(s Source) (all []string) {
		for _, m := range s.Mutants {
			if m.Declaration != "p."+functions[0].name {
				all = append(all, m.ID+" "+m.Violates)
			}
		}
		return all
	}
	before := ids(s)
	original := functions[0].text
	defer func() { functions[0].text = original }()
	functions[0].text = "func condition(a, b bool, n int) int { return n + n*n - 4 }"
	assert.Equal(t, before, ids(loaded(t)))
}

func testLedger(t *testing.T, s Source) {
	statuses := map[string]string{}
	for _, m := range s.Mutants {
		statuses[m.ID] = "killed"
	}
	statuses["p.compare/boundary-1"] = "survived"
	statuses["p.locked/drop-4"] = "timed-out"
	checks := map[string]proof.Noticed{"HOOK-001.1": {Check: "HOOK-001.1", Case: "01", Mutant: "p.compare/negate-1", File: "engine/p/p.go", Code: "23"}}
	whole := s.Judged(proof.Ledger{Checks: checks}, statuses)
	text, err := whole.Text()
	require.NoError(t, err)
	again, err := proof.ParseLedger(text)
	require.NoError(t, err)
	assert.Equal(t, whole, again)
	compare := again.Declarations["p.compare"]
	assert.Equal(t, []proof.Left{{ID: "p.compare/boundary-1", Change: "< → <=", Status: "survived"}}, compare.Left)
	assert.Equal(t, compare.Mutants-1, compare.Killed)
	assert.True(t, compare.Left[0].Survived())
	assert.False(t, again.Declarations["p.locked"].Left[0].Survived(), "a mutant that hangs was not judged")

	assert.Equal(t, checks, again.Checks)

	sampled := s.Judged(again, map[string]string{"p.compare/boundary-1": "killed", "p.compare/negate-1": "survived"})
	assert.Equal(t, []proof.Left{{ID: "p.compare/negate-1", Change: "a == b || a < b → !(a == b || a < b)", Status: "survived"}}, sampled.Declarations["p.compare"].Left, "the new judgement counts")
	assert.Equal(t, again.Declarations["p.locked"], sampled.Declarations["p.locked"], "what was not stays")

	i := slices.IndexFunc(s.Declarations, func(d Declaration) bool { return d.Name == "p.compare" })
	s.Declarations[i].Code = "0123456789abcdef"
	part := s.Judged(again, map[string]string{"p.compare/boundary-1": "killed"})
	assert.Equal(t, compare, part.Declarations["p.compare"], "a function that changed is replaced only as a whole")
	part = s.Judged(again, statuses)
	assert.Equal(t, "0123456789abcdef", part.Declarations["p.compare"].Code)
	s.Declarations = slices.Delete(s.Declarations, i, i+1)
	assert.NotContains(t, s.Judged(again, nil).Declarations, "p.compare", "what is gone is gone")
}
