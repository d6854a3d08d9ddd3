package cli

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

var update = flag.Bool("update", false, "regenerate docs/commands")

// Each command has a page that matches its help, and there are no other pages.
func TestThePagesOfCommandsAreFresh(t *testing.T) {
	a := &console.App{Streams: term.Streams{In: strings.NewReader(""), Out: term.Plain(&bytes.Buffer{}), Err: term.Plain(&bytes.Buffer{})}}
	want := pages(newRoot(a, commands()...))
	folder := filepath.Join("..", "..", "..", "..", "docs", "commands")
	if *update {
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.MkdirAll(folder, 0o777))
		for name, text := range want {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
		}
	}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var there []string
	for _, entry := range entries {
		there = append(there, entry.Name())
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		require.NoError(t, err)
		assert.True(t, strings.ReplaceAll(string(data), "\r\n", "\n") == want[entry.Name()], "docs/commands/%s is stale: run make commands", entry.Name())
	}
	assert.Equal(t, slices.Sorted(maps.Keys(want)), there, "docs/commands is stale: run make commands")
}

func TestPageOfACommand(t *testing.T) {
	root := &cobra.Command{Use: "hooktest"}
	look := &cobra.Command{
		Use:     "look FILE",
		Short:   "Look at a file",
		Long:    "look reads *.txt, as 'hooktest find' does:\n\n  a: 1\n\n  b: <2>\n\nIt writes nothing.",
		Example: "  hooktest look a.txt\n  hooktest look b.txt",
		Run:     func(*cobra.Command, []string) {},
	}
	look.Flags().StringP("as", "a", "text", "what it is taken for: text or a|b, a `kind`")
	find := &cobra.Command{Use: "find", Short: "Find a file", Run: func(*cobra.Command, []string) {}}
	root.AddCommand(look, find)
	var codes strings.Builder
	for _, code := range console.ExitCodes() {
		fmt.Fprintf(&codes, "| %d | %s |\n", code.Code, code.Means)
	}
	want := `# hooktest look

` + pageHead + `
look reads \*.txt, as 'hooktest find' does:

` + "```" + `
a: 1

b: <2>
` + "```" + `

It writes nothing.

## Examples

` + "```sh" + `
hooktest look a.txt
hooktest look b.txt
` + "```" + `

## Usage

` + "```" + `
hooktest look FILE [flags]
` + "```" + `

## Flags

| flag | does | default |
|---|---|---|
| ` + "`-a, --as kind`" + ` | what it is taken for: text or a\|b, a kind | ` + "`text`" + ` |
| ` + "`-h, --help`" + ` | help for look |  |

[Flags of every command](README.md#flags-of-every-command) are there as well.

## Exit codes

| code | means |
|---|---|
` + codes.String() + `
## See also

- [hooktest find](find.md): Find a file
`
	assert.Equal(t, want, commandPage(look))
}
