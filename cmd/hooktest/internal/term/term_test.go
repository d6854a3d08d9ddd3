package term_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

func TestVisible(t *testing.T) {
	tests := []struct {
		name, in, want, reason string
	}{
		{"plain", "größe 漢字\n\tnext", "größe 漢字\n\tnext", "line feeds and tabs are harmless"},
		{"escape sequence", "\x1b[2Jgone", `\x1b[2Jgone`, "would clear the screen"},
		{"title sequence", "\x1b]0;owned\a", `\x1b]0;owned\x07`, "would name the window"},
		{"carriage return", "safe\rrm -rf", `safe\rrm -rf`, "would overwrite the line"},
		{"NUL", "a\x00b", `a\x00b`, "some terminals drop it"},
		{"C1 control", "\u009b31m", `\u009b31m`, "is an escape sequence of one character"},
		{"override", "\u202etxt.exe", `\u202etxt.exe`, "reads backwards"},
		{"isolate", "\u2066a\u2069", `\u2066a\u2069`, "changes the order of what follows"},
		{"byte order mark", "\ufeff{}", `\ufeff{}`, "it would not be visible why the text is not JSON"},
		{"zero width space", "de\u200bny", `de\u200bny`, "two words look the same"},
		{"emoji family", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧", "joiners make one picture"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb", "INT-14"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, term.Visible(tt.in), tt.reason)
		})
	}
}

func TestMessages(t *testing.T) {
	var b strings.Builder
	s := term.Plain(&b)
	s.Error("no such file: a\x1b[31m", "did you mean a\u202e?")
	s.Warning("careful", "")
	s.Note("by the way")
	assert.Equal(t, "error: no such file: a\\x1b[31m\nhint: did you mean a\\u202e?\nwarning: careful\nnote: by the way\n", b.String())
}

func TestAMessageHasAnEnd(t *testing.T) {
	var b strings.Builder
	term.Plain(&b).Error(strings.Repeat("x", 100_000), strings.Repeat("y", 100_000))
	assert.Less(t, b.Len(), 2*16_100)
	assert.Contains(t, b.String(), "x…\nhint: y")
}

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
