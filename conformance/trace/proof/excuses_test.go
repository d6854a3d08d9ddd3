package proof

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSurvivors(t *testing.T) {
	read := func(text string) (Excuses, error) {
		return ReadExcuses(fstest.MapFS{SurvivorsFile: {Data: []byte(text)}})
	}
	all, err := read("survivors:\n  - class: outside\n    reason: |\n      nobody says\n    mutants:\n      - 'p.f/negate-1: a == b → a != b'\n      - 'p.f/key-1: \"a: b\" → \"b\"'\n")
	require.NoError(t, err)
	assert.Equal(t, map[string]Survivor{
		"p.f/negate-1": {ID: "p.f/negate-1", Change: "a == b → a != b", Class: Outside, Reason: "nobody says", Position: SurvivorsFile + ":2"},
		"p.f/key-1":    {ID: "p.f/key-1", Change: `"a: b" → "b"`, Class: Outside, Reason: "nobody says", Position: SurvivorsFile + ":2"},
	}, all.Survivors)

	none, err := ReadExcuses(fstest.MapFS{})
	require.NoError(t, err)
	assert.Empty(t, none.Survivors, "no list is an empty one")

	for _, tt := range []struct{ name, in, want string }{
		{"class", "survivors:\n  - class: harmless\n    reason: r\n    mutants: ['a/b-1: x → y']\n", `"harmless" is not a class`},
		{"reason", "survivors:\n  - class: equivalent\n    reason: ' '\n    mutants: ['a/b-1: x → y']\n", "no reason"},
		{"nothing", "survivors:\n  - class: equivalent\n    reason: r\n    mutants: []\n", "about no mutant"},
		{"no change", "survivors:\n  - class: equivalent\n    reason: r\n    mutants: [a/b-1]\n", "is not a mutant and its change"},
		{"twice", "survivors:\n  - class: equivalent\n    reason: r\n    mutants: ['a/b-1: x → y', 'a/b-1: x → y']\n", "a/b-1 is also at"},
		{"key", "survivors:\n  - class: equivalent\n    why: r\n", "why"},
		{"unmutated without a reason", "unmutated:\n  - functions: [a.b]\n", "no reason why no requirement"},
		{"unmutated nothing", "unmutated:\n  - reason: r\n", "about no function"},
		{"key of unmutated", "unmutated:\n  - reason: r\n    mutants: [a]\n", "mutants"},
		{"document", "survivors: 1\n", SurvivorsFile},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := read(tt.in)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
