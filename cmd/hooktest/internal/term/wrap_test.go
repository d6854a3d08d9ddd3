package term_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		name    string
		in      string
		columns int
		want    []string
	}{
		{"empty", "", 10, []string{""}},
		{"fits exactly", "one two", 7, []string{"one two"}},
		{"one column short", "one two", 6, []string{"one", "two"}},
		{"long word", "a unbreakable b", 5, []string{"a", "unbreakable", "b"}},
		{"white space", " one\n\ttwo ", 20, []string{"one two"}},
		{"characters, not bytes", "äöü äöü", 7, []string{"äöü äöü"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, term.Wrap(test.in, test.columns))
		})
	}
}

func TestWrapKeepsEveryWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zé ]{0,60}`).Draw(t, "text")
		columns := rapid.IntRange(1, 30).Draw(t, "columns")
		lines := term.Wrap(text, columns)
		assert.Equal(t, strings.Fields(text), strings.Fields(strings.Join(lines, " ")))
		for _, line := range lines {
			assert.True(t, len([]rune(line)) <= columns || !strings.Contains(line, " "), line)
		}
	})
}
