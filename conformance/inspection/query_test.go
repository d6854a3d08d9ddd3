package inspection

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// small makes a source of its own of one package, engine/p, and keeps the
// library of the real one.
func small(t *testing.T, text string) *Source {
	t.Helper()
	s := load(t)
	s.texts = map[string]string{"engine/p/p.go": "package p\n" + text}
	s.built = map[string][]string{"engine/p": {"engine/p/p.go"}}
	return s
}

// ask gives what a query has against a source, one line each.
func ask(s *Source, query func(*inquiry)) []string {
	q := &inquiry{Source: s}
	query(q)
	if q.err() == nil {
		return nil
	}
	return strings.Split(q.err().Error(), "\n")
}

func TestQueriesNameFileLineAndFinding(t *testing.T) {
	const text = `import (
	"context"
	"errors"
	"os"
	"sync"
)

// T holds things.
//
//hooktest:impl HOOK-001 HOOK-002
type T struct {
	A int
	b string
	in
}

type in struct{ C bool }

type Kind int

const (
	One Kind = 1
	Two Kind = 2
)

type Doer interface{ Do() error }

type Real struct{}

func (Real) Do() error { _, err := os.ReadFile("x"); return err }

//hooktest:impl HOOK-003
func (t *T) M(ctx context.Context, n int) (string, error) {
	if t.A > n {
		return "", errors.New("no")
	}
	t.b = "x"
	return t.b, nil
}

func Make() *T { return &T{A: 1} }

func drops(d Doer) { d.Do() }

func waits(c chan int) { <-c }

func starts(f func()) { var wg sync.WaitGroup; go f(); wg.Wait() }

func viaValue() { run(helper) }

func run(f func(string) bool) { f("x") }

func helper(s string) bool { _, err := os.Stat(s); return err == nil }

func safe() int { return 1 }

func prints() { println("x") }
`
	at := func(q *inquiry) *function { return q.function("engine/p.T.M") }
	tests := []struct {
		name  string
		query func(*inquiry)
		want  []string
	}{
		{"a function that is there", func(q *inquiry) { at(q).linked("HOOK-003").signature("(context.Context, int) (string, error)") }, nil},
		{"a function that is gone", func(q *inquiry) { q.function("engine/p.T.N").linked("HOOK-003").is("x") }, []string{"engine/p.T.N does not exist"}},
		{"a package that is gone", func(q *inquiry) { q.function("engine/q.F") }, []string{"package engine/q does not exist"}},
		{"a tree that is gone", func(q *inquiry) { q.places("cmd/...") }, []string{"package cmd/... does not exist"}},
		{"a type for a function", func(q *inquiry) { q.function("engine/p.T") }, []string{"engine/p/p.go:12: engine/p.T is no function with a body"}},
		{"no directive", func(q *inquiry) { at(q).linked("HOOK-004") }, []string{"engine/p/p.go:34: engine/p.T.M: has no //hooktest:impl directive for HOOK-004"}},
		{"another signature", func(q *inquiry) { at(q).signature("(int) string") }, []string{"engine/p/p.go:34: engine/p.T.M: has the signature (context.Context, int) (string, error), not (int) string"}},
		{"other parameters", func(q *inquiry) { at(q).parameters("ctx", "m") }, []string{`engine/p/p.go:34: engine/p.T.M: has the parameters ["ctx" "n"], not ["ctx" "m"]`}},
		{"another result", func(q *inquiry) { q.function("engine/p.Make").gives("engine/p.in") }, []string{"engine/p/p.go:42: engine/p.Make: gives (*p.T), not one engine/p.in"}},
		{"returns", func(q *inquiry) { at(q).returns(1) }, []string{"engine/p/p.go:34: engine/p.T.M: returns in 2 places, not 1"}},
		{"the shape of a body", func(q *inquiry) {
			at(q).is(`if p.T.A > <int> { return "", errors.New("no") }; p.T.b = "x"; return p.T.b, nil`).begins("if p.T.A > <int> ").holds(`p.T.b = "x"`, "return p.T.b, nil")
		}, nil},
		{"the wrong order", func(q *inquiry) { q.function("engine/p.safe").holds("1", "return") }, []string{
			"engine/p/p.go:56: engine/p.safe: has too early", "\treturn", "in", "\treturn 1",
		}},
		{"another body", func(q *inquiry) { q.function("engine/p.safe").is("return 2") }, []string{
			"engine/p/p.go:56: engine/p.safe: does not read", "\treturn 2", "but", "\treturn 1",
		}},
		{"fields", func(q *inquiry) {
			q.structure("engine/p.T").linked("HOOK-002").has("A", "int").has("C", "bool").exactly("A int", "b string", "in p.in")
		}, nil},
		{"faults of fields, all at once", func(q *inquiry) {
			q.structure("engine/p.T").linked("HOOK-009").has("A", "bool").has("D", "int").exactly("A int").closed()
		}, []string{
			"engine/p/p.go:12: engine/p.T: has no //hooktest:impl directive for HOOK-009",
			"engine/p/p.go:12: engine/p.T: A is a int, not a bool",
			"engine/p/p.go:12: engine/p.T: has no field D",
			`engine/p/p.go:12: engine/p.T: has the fields ["A int" "b string" "in p.in"], not ["A int"]`,
			"engine/p/p.go:13: engine/p.T: the field A is exported",
		}},
		{"no struct", func(q *inquiry) { q.structure("engine/p.Kind") }, []string{"engine/p/p.go:20: engine/p.Kind is no struct"}},
		{"constants", func(q *inquiry) { q.constants("engine/p.Kind", map[string]string{"One": "1", "Two": "2"}) }, nil},
		{"other constants", func(q *inquiry) { q.constants("engine/p.Kind", map[string]string{"One": "2", "Three": "3"}) }, []string{
			"engine/p/p.go:23: One is 1, not 2", "engine/p/p.go:24: Two is one more engine/p.Kind", "engine/p/p.go:20: engine/p.Kind has no constant Three",
		}},
		{"not exported", func(q *inquiry) { q.exported("engine/p.in") }, []string{"engine/p/p.go:18: engine/p.in is not exported"}},
		{"no error", func(q *inquiry) { q.isError("engine/p.T") }, []string{"engine/p/p.go:12: *engine/p.T is no error"}},
		{"no interface", func(q *inquiry) { q.isInterface("engine/p.T") }, []string{"engine/p/p.go:12: engine/p.T is no interface"}},
		{"who uses", func(q *inquiry) { q.usedOnlyIn("engine/p.helper", "engine/p.viaValue") }, nil},
		{"who else uses", func(q *inquiry) { q.usedOnlyIn("engine/p.helper", "engine/p.safe") }, []string{
			"engine/p/p.go:50: engine/p.helper is used in engine/p.viaValue", "engine/p.safe does not use engine/p.helper",
		}},
		{"who makes", func(q *inquiry) { q.madeOnlyIn("engine/p.T", "engine/p.safe") }, []string{
			"engine/p/p.go:42: engine/p.Make makes a engine/p.T", "engine/p/p.go:12: engine/p.safe does not make a engine/p.T",
		}},
		{"who writes", func(q *inquiry) { q.writtenOnlyIn("engine/p.T.b", "engine/p.Make") }, []string{
			"engine/p/p.go:38: a write of engine/p.T.b is used in engine/p.T.M", "engine/p.Make does not use a write of engine/p.T.b",
		}},
		{"a dropped result", func(q *inquiry) {
			for _, p := range q.uses("engine/...", "engine/p.Doer.Do") {
				q.used(p)
			}
		}, []string{"engine/p/p.go:44: engine/p.drops drops what engine/p.Doer.Do gives"}},
		{"files, by way of an interface", func(q *inquiry) { q.reach("engine/p.drops").avoids(readsFiles) }, []string{
			"engine/p/p.go:31: engine/p.Real.Do is reached and uses os.ReadFile",
		}},
		{"files, by way of a function value", func(q *inquiry) { q.reach("engine/p.run").avoids(readsFiles) }, []string{
			"engine/p/p.go:54: engine/p.helper is reached and uses os.Stat",
		}},
		{"channels", func(q *inquiry) { q.reach("engine/p.waits").waitsNever() }, []string{"engine/p/p.go:46: engine/p.waits is reached and waits"}},
		{"goroutines", func(q *inquiry) { q.reach("engine/p.starts").startsNothing() }, []string{"engine/p/p.go:48: engine/p.starts is reached and starts a goroutine"}},
		{"waiting", func(q *inquiry) { q.reach("engine/p.starts").waitsNever() }, []string{"engine/p/p.go:48: engine/p.starts is reached and uses sync.WaitGroup.Wait"}},
		{"nothing of the kind", func(q *inquiry) {
			r := q.reach("engine/p.safe")
			r.waitsNever()
			r.startsNothing()
			r.avoids(readsFiles)
		}, nil},
		{"printing", func(q *inquiry) { q.untouched("engine/p", prints) }, []string{"engine/p/p.go:58: engine/p.prints uses println"}},
		{"types by name", func(q *inquiry) { q.noTypeNamed("engine/...", "(?i)^real") }, []string{"engine/p/p.go:29: there is a type engine/p.Real"}},
		{"texts", func(q *inquiry) { q.literalOnlyIn("engine/p", "no", "engine/p.safe") }, []string{
			`engine/p/p.go:36: "no" stands in engine/p.T.M`, `engine/p/p.go:56: engine/p.safe does not name "no"`,
		}},
		{"terminals", func(q *inquiry) { q.noTerminal("engine/p/p.go") }, nil},
	}
	s := small(t, text)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, ask(s, tt.query)) })
	}
}

func TestNoTerminal(t *testing.T) {
	s := small(t, "import \"os\"\n\nvar tty, in = \"/dev/tty\", os.Stdin\n")
	assert.Equal(t, []string{"engine/p/p.go:4: /dev/tty is named", "engine/p/p.go: a declaration uses os.Stdin"},
		ask(s, func(q *inquiry) { q.noTerminal("engine/p/p.go") }))
}

func TestASourceThatDoesNotCompileHoldsNothing(t *testing.T) {
	s := load(t)
	s, err := s.edited("engine/jsonvalue/object.go", "func New(members ...Member) *Object {", "func New(members ...Members) *Object {")
	require.NoError(t, err)
	for _, r := range Run(s) {
		// Nothing but the files' texts is read for it.
		if r.Clause != "HOOK-125.4" {
			assert.Error(t, r.Err, r.Clause)
		}
	}
}

func TestLoadNeedsAModule(t *testing.T) {
	_, err := Load(t.TempDir())
	assert.ErrorContains(t, err, "go list: ")
}
