package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
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

// A command line builds the commands that it needs, and cobra finds the one that is asked for among
// them.
func TestAsked(t *testing.T) {
	var built []string
	counted := commands()
	var all []string
	for i, c := range counted {
		all = append(all, c.Name)
		counted[i].New = func(a *console.App) *cobra.Command {
			built = append(built, c.Name)
			cmd := c.New(a)
			assert.Equal(t, c.Name, cmd.Name())
			return cmd
		}
	}
	for _, tt := range []struct {
		line, why string
		want      []string
	}{
		{"", "the overview needs no command", nil},
		{"--version", "neither does the version", nil},
		{"--color never -q", "neither does the overview with flags", nil},
		{"run ./guard.sh", "the first word is a command", []string{"run"}},
		{"contract verify claude", "its own commands come with it", []string{"contract"}},
		{"--color never run", "a flag has a value", []string{"run"}},
		{"--color=never -q lint run", "the first word alone is a command", []string{"lint"}},
		{"-q --color run lint", "a value is not a command", []string{"lint"}},
		{"--quiet man pages", "each gets a page", all},
		{"rum ./guard.sh", "the message suggests the nearest", all},
		{"-q rum", "so does the one after a flag", all},
		{"--colour never run", "it is not known whether this flag has a value", all},
		{"--color", "its value is missing", all},
		{"-- run", "after the dashes no word is a command", all},
		{"help run", "help finds any", all},
		{"-q help run", "so it does after a flag", all},
		{"__complete ru", "so does completion", all},
		{"--help", "it lists them", all},
		{"-qh", "so does its short form", all},
		{"man pages", "each gets a page", all},
	} {
		built = nil
		args := strings.Fields(tt.line)
		root := newRoot(&console.App{}, asked(counted, args)...)
		assert.Equal(t, tt.want, built, "%s: %s", tt.line, tt.why)
		if len(tt.want) == 1 {
			found, _, err := root.Find(args)
			require.NoError(t, err)
			assert.Contains(t, found.CommandPath()+" ", "hooktest "+tt.want[0]+" ", tt.line)
		}
	}
}
