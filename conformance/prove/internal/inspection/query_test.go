package inspection

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// small returns a source with one package, engine/p, and the library of the real
// source.
func small(t *testing.T, text string) *Source {
	t.Helper()
	s := *load(t)
	s.texts = map[string]string{"engine/p/p.go": "package p\n" + text}
	s.built = map[string][]string{"engine/p": {"engine/p/p.go"}}
	s.checked, s.compiled = map[string]*pkg{}, nil
	return &s
}

// ask returns the faults that a query finds in a source, one per line.
func ask(t *testing.T, s *Source, query func(*inquiry)) []string {
	t.Helper()
	err := inspect("HOOK", "", query)[0].Check(s)
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

func TestQueriesNameFileLineAndFinding(t *testing.T) {
	const text = `import (
	"errors"
	"fmt"
	"os"
	"sync"
)

const Most = 3

type T struct {
	On    bool
	Count int
	Inner Inner
}

type Inner struct{ Name string }

type Doer interface{ Do(n int) error }

type Real struct{}

func (Real) Do(n int) error { _, err := os.ReadFile("x"); return err }

type Own struct{}

func (Own) Error() string { return "" }

func (Own) Is(error) bool { return true }

//hooktest:impl HOOK-001 HOOK-002.3
func pick(t *T, d Doer) error {
	if !on(t) {
		return errors.New("off")
	}
	return d.Do(t.Count)
}

func on(t *T) bool { return t.On }

func Pick(t *T, d Doer) error {
	var err error
	run := func() { err = pick(t, d) }
	run()
	return err
}

func Twice(t *T, d Doer) (n int) {
	t.Count = 1
	for range 2 {
		_ = d.Do(t.Count)
	}
	t.Inner = Inner{Name: "x"}
	return len(t.Inner.Name)
}

func Fresh() T { return T{Count: 2} }

func Beside(d Doer, wg *sync.WaitGroup) { wg.Go(func() { _ = d.Do(3) }) }

func Guarded(d Doer) (t T) {
	defer guard(&t)
	_ = d.Do(1)
	return t
}

func guard(t *T) {
	if cause := recover(); cause != nil {
		*t = T{On: true}
		log(cause)
	}
}

func log(cause any) {
	defer func() { _ = recover() }()
	fmt.Println(cause)
}

func Late(d Doer) {
	_ = d.Do(1)
	defer func() { _ = recover() }()
}

func drops(d Doer) { d.Do(1) }

func Nested(d Doer) { hand(func() error { return d.Do(4) }) }

func hand(do func() error) { run(func() bool { return do() == nil }) }

func run(f func() bool) { f() }
`
	do := "engine/p.Doer.Do"
	from := func(q *inquiry, name string) []*ssa.Function { return q.functions("engine/p." + name) }
	anything := func([]thing) bool { return true }
	tests := []struct {
		name   string
		query  func(*inquiry)
		want   []string
		reason string
	}{
		{"a function that does not exist", func(q *inquiry) { q.suppose(from(q, "Gone"), nil) }, []string{"the engine: engine/p.Gone does not exist", "the engine: there is no function engine/p.Gone"}, ""},
		{"a package that does not exist", func(q *inquiry) { q.inside("engine/q") }, []string{"the engine: there is no package engine/q"}, ""},
		{"a directive that no function has", func(q *inquiry) { q.functions("engine/p@HOOK-009") }, []string{"the engine: there is no function engine/p@HOOK-009"}, ""},
		{"a field that is gone", func(q *inquiry) { q.suppose(from(q, "Pick"), supposition{"engine/p.T.Off": isTrue}) }, []string{"the engine: engine/p.T.Off does not exist"}, "a supposition of nothing would hold"},
		{"always", func(q *inquiry) { q.suppose(from(q, "Pick"), supposition{"engine/p.T.On": isTrue}, do).once(do) }, nil, "through a closure, a helper and a negation"},
		{"always, by what a closure has caught", func(q *inquiry) { q.suppose(from(q, "Nested"), nil, do).once(do) }, nil, "the closure itself refers to nothing of it"},
		{"not always", func(q *inquiry) { q.suppose(from(q, "Pick"), nil, do).always(do) }, []string{"engine/p/p.go:41: engine/p.Pick has a way around engine/p.Doer.Do"}, "both ways are open"},
		{"never", func(q *inquiry) { q.suppose(from(q, "Pick"), supposition{"engine/p.T.On": isFalse}, do).never(do) }, nil, ""},
		{"some way", func(q *inquiry) { q.suppose(from(q, "Pick"), nil, do).never(do) }, []string{"engine/p/p.go:41: engine/p.Pick has a way to engine/p.Doer.Do"}, ""},
		{"what comes out", func(q *inquiry) {
			q.suppose(q.functions("engine/p@HOOK-001"), supposition{"engine/p.T.On": isTrue, do: isNil}, do).gives("nil", equal(isNil))
		}, nil, "by directive"},
		{"what else comes out", func(q *inquiry) {
			q.suppose(q.functions("engine/p@HOOK-002.3"), supposition{do: isNil}).gives("nil", equal(isNil))
		}, []string{
			"engine/p/p.go:32: engine/p.pick has a way that gives what errors.New gives, not nil",
		}, ""},
		{"arguments", func(q *inquiry) {
			q.suppose(from(q, "Pick"), nil, do).steps(do, "the count", func(args []thing) bool { return args[1].from == "engine/p.T.Count" })
		}, nil, ""},
		{"what was written", func(q *inquiry) {
			q.suppose(from(q, "Twice"), nil, do).steps(do, "called with 2", func(args []thing) bool { return equal(is(2))(args[1]) })
		}, []string{"engine/p/p.go:51: engine/p.Doer.Do: on a way from engine/p.Twice it is not called with 2: [something 1]"}, "a field keeps what it was given"},
		{"loops", func(q *inquiry) { q.suppose(from(q, "Twice"), nil, do).once(do) }, []string{"engine/p/p.go:48: engine/p.Twice has a way that comes to engine/p.Doer.Do 2 times"}, "one whose turns are known is followed"},
		{"order", func(q *inquiry) {
			q.suppose(from(q, "Twice"), nil, do, "engine/p.T.Inner").ordered("engine/p.T.Inner", do)
		}, []string{
			"engine/p/p.go:48: engine/p.Twice comes to engine/p.Doer.Do before engine/p.T.Inner",
		}, ""},
		{"nothing watched", func(q *inquiry) { q.suppose(from(q, "Fresh"), nil, do).steps(do, "", anything) }, []string{"engine/p/p.go:57: engine/p.Fresh never comes to engine/p.Doer.Do"}, "a demand of nothing would hold"},
		{"zero values", func(q *inquiry) {
			q.suppose(from(q, "Fresh"), nil, "engine/p.T.Count").holds("engine/p.T.On", isFalse).holds("engine/p.T.Count", is(2))
		}, nil, "what a literal leaves out"},
		{"other values", func(q *inquiry) {
			q.suppose(from(q, "Fresh"), nil, "engine/p.T.Count").holds("engine/p.T.Count", is(0))
		}, []string{
			"engine/p/p.go:57: engine/p.Fresh has a way that gives 2 as engine/p.T.Count, not 0",
		}, ""},
		{"concurrent with the caller", func(q *inquiry) {
			q.foreground(from(q, "Beside"), do).never(do)
			q.suppose(from(q, "Beside"), nil, do).once(do)
		}, nil, "the one waits for nothing, the other follows everything"},
		{"guarded", func(q *inquiry) { q.guarded(from(q, "Guarded")[0]) }, nil, "what recovers is guarded, too"},
		{"guarded too late", func(q *inquiry) { q.guarded(from(q, "Late")[0]) }, []string{"engine/p/p.go:80: engine/p.Late calls engine/p.Doer.Do outside of what recovers"}, ""},
		{"after a panic", func(q *inquiry) {
			q.afterPanic(from(q, "Guarded")[0], "engine/p.T.On").holds("engine/p.T.On", isTrue).holds("engine/p.T.Count", is(0))
		}, nil, "what the deferred function leaves"},
		{"no recovery", func(q *inquiry) { q.afterPanic(from(q, "Pick")[0]) }, []string{"engine/p/p.go:41: engine/p.Pick does not recover from a panic"}, ""},
		{"no warning", func(q *inquiry) { q.afterPanic(from(q, "Guarded")[0], loggers...).warns() }, []string{"engine/p/p.go:61: engine/p.Guarded has a way that logs no warning"}, ""},
		{"reached by way of an interface", func(q *inquiry) { q.avoid(q.reached("engine/p.drops"), readsFiles) }, []string{"engine/p/p.go:23: engine/p.Real.Do uses os.ReadFile"}, ""},
		{"used elsewhere", func(q *inquiry) { q.usedOnlyIn("engine/p.guard", "engine/p.Pick") }, []string{"engine/p/p.go:62: engine/p.guard is used in engine/p.Guarded", "the engine: engine/p.Pick does not use engine/p.guard"}, ""},
		{"made elsewhere", func(q *inquiry) { q.onlyIn("makes a T", q.makers("engine/p.Inner"), "engine/q") }, []string{"engine/p/p.go:48: engine/p.Twice makes a T"}, ""},
		{"written nowhere", func(q *inquiry) { q.onlyIn("writes On", q.writers("engine/p.Inner.Name"), "engine/p") }, nil, ""},
		{"around a gate", func(q *inquiry) {
			for _, f := range q.callersBut(from(q, "guard"), "engine/p@HOOK-001") {
				q.fault(f.Pos(), "%s", nameOf(f))
			}
		}, []string{"engine/p/p.go:61: engine/p.Guarded"}, ""},
		{"through a gate", func(q *inquiry) {
			callers := q.callersBut(from(q, "on"), "engine/p@HOOK-009.9")
			// Not compared as values, because a failure could not print the whole
			// program that they refer to.
			assert.True(t, slices.Equal(from(q, "Pick"), callers), "%v", callers)
		}, []string{"the engine: there is no function engine/p@HOOK-009.9"}, "a gate that does not exist blocks no calls"},
		{"a client", func(q *inquiry) { q.compiles("var _ func(*p.T, p.Doer) error = p.Pick\n" + holds("p.Most == 3")) }, nil, ""},
		{"a client that counts on another value", func(q *inquiry) { q.compiles(holds("p.Most == 4")) }, []string{
			"the engine: a client does not compile: duplicate key false in map literal", "\tvar _ = map[bool]int{false: 0, p.Most == 4: 1}",
		}, ""},
		{"a client of another type", func(q *inquiry) { q.compiles("var _ func() = p.Pick\n") }, []string{
			"the engine: a client does not compile: cannot use p.Pick (value of type func(t *p.T, d p.Doer) error) as func() value in variable declaration", "\tvar _ func() = p.Pick",
		}, ""},
		{"an error that passes for others", func(q *inquiry) { q.apart("engine/p.Own") }, []string{"engine/p/p.go:29: engine/p.Own passes for other errors: it has a method Is"}, ""},
		{"exported fields", func(q *inquiry) { q.closed("engine/p.Inner") }, []string{"engine/p/p.go:17: engine/p.Inner exports its field Name"}, ""},
		{"types by name", func(q *inquiry) { q.noTypeNamed("engine/...", "(?i)^real") }, []string{"engine/p/p.go:21: there is a type engine/p.Real"}, ""},
		{"terminals", func(q *inquiry) { q.noTerminal("engine/p/p.go") }, nil, ""},
	}
	s := small(t, text)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, s, tt.query)
			if len(tt.want) == 0 {
				assert.Empty(t, got, tt.reason)
				return
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestNoTerminal(t *testing.T) {
	s := small(t, "import \"os\"\n\nvar tty, in = \"/dev/tty\", os.Stdin\n")
	assert.Equal(t, []string{"engine/p/p.go:4: /dev/tty is named", "the engine: engine/p/p.go: a declaration uses os.Stdin"},
		ask(t, s, func(q *inquiry) { q.noTerminal("engine/p/p.go") }))
}

func TestASourceThatDoesNotCompileHoldsNothing(t *testing.T) {
	s := load(t)
	s, err := s.edited("engine/jsonvalue/object.go", "func New(members ...Member) *Object {", "func New(members ...Members) *Object {")
	require.NoError(t, err)
	for _, i := range All() {
		assert.Error(t, i.Check(s), i.Clause)
	}
}

func TestLoadNeedsAModule(t *testing.T) {
	_, err := Load(t.TempDir())
	assert.ErrorContains(t, err, "go list: ")
}
