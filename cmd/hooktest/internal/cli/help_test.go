package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// TestHelpPages walks the whole command tree.
func TestHelpPages(t *testing.T) {
	a := &console.App{Streams: term.Streams{In: strings.NewReader(""), Out: term.Plain(&bytes.Buffer{}), Err: term.Plain(&bytes.Buffer{})}}
	commands := documented(newRoot(a, commands()...))
	require.Greater(t, len(commands), 5)
	for _, cmd := range commands {
		t.Run(cmd.CommandPath(), func(t *testing.T) {
			cmd.InitDefaultHelpFlag()
			page := helpPage(cmd, func(heading string) string { return heading })
			for line := range strings.Lines(page) {
				line = strings.TrimSuffix(line, "\n")
				assert.LessOrEqual(t, utf8.RuneCountInString(line), 79, line)
				assert.Equal(t, strings.TrimRight(line, " \t"), line, "trailing blanks")
			}
			first, _ := utf8.DecodeRuneInString(cmd.Short)
			assert.True(t, unicode.IsUpper(first), cmd.Short)
			assert.NotRegexp(t, `\.$`, cmd.Short)
			if cmd.HasExample() {
				assert.Less(t, strings.Index(page, "\nExamples:\n"), strings.Index(page, "\nFlags:\n"), "examples come before flags")
				assert.Contains(t, cmd.Example, "hooktest ")
			}
			assert.NotContains(t, page, `(default "`, "defaults are not quoted")
			assert.NotContains(t, page, "\n\n\n")
		})
	}
}

// Every command has an example, except for the simplest ones.
func TestHelpHasExamples(t *testing.T) {
	a := &console.App{Streams: term.Streams{In: strings.NewReader(""), Out: term.Plain(&bytes.Buffer{}), Err: term.Plain(&bytes.Buffer{})}}
	for _, cmd := range documented(newRoot(a, commands()...)) {
		if cmd.Name() != "version" {
			assert.True(t, cmd.HasExample(), "%s: write its Example", cmd.CommandPath())
		}
	}
}

func TestWriteTable(t *testing.T) {
	var b strings.Builder
	writeTable(&b, "Flags:", [][2]string{
		{"-a", "short"},
		{"    --a-name-that-is-too-long-for-its-column", "below it"},
		{"-b", strings.Repeat("word ", 14)},
	})
	want := `
Flags:
  -a                          short
      --a-name-that-is-too-long-for-its-column
                              below it
  -b                          word word word word word word word word word word
                              word word word word
`
	assert.Equal(t, want, b.String())
	b.Reset()
	writeTable(&b, "Flags:", nil)
	assert.Empty(t, b.String())
}

func TestAsked(t *testing.T) {
	a := &console.App{}
	all := len(commands())
	for _, c := range commands() {
		assert.Equal(t, c.Name, c.New(a).Name())
	}
	for _, tt := range []struct {
		line, why string
		want      int
	}{
		{"", "the overview needs no command", 0},
		{"--version", "neither does the version", 0},
		{"run ./guard.sh", "the first word is a command", 1},
		{"contract verify claude", "its own commands come with it", 1},
		{"rum ./guard.sh", "the message suggests the nearest", all},
		{"--color never run", "a flag can have a value", all},
		{"help run", "help finds any", all},
		{"__complete ru", "so does completion", all},
		{"--help", "it lists them", all},
		{"man pages", "each gets a page", all},
	} {
		assert.Len(t, asked(strings.Fields(tt.line)), tt.want, "%s: %s", tt.line, tt.why)
	}
}
