package cli

import (
	"bytes"
	"cmp"
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
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// pages returns the pages of docs/commands by file name: one for each command, and an index. They
// are generated from help, so the two can't differ.
func pages(root *cobra.Command) map[string]string {
	all := map[string]string{"README.md": indexPage(root)}
	for _, cmd := range documented(root) {
		if cmd != root {
			all[pageName(cmd)] = commandPage(cmd)
		}
	}
	return all
}

const pageHead = "<!-- Written by go test ./cmd/hooktest/internal/cli -update from the help of commands; make commands does so. -->\n"

// pageName returns the file name of a command's page. A subcommand's includes its parents' names.
func pageName(cmd *cobra.Command) string {
	words := strings.Fields(cmd.CommandPath())
	return strings.Join(words[1:], "-") + ".md"
}

func indexPage(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Commands\n\n%s\n%s\n", pageHead, prose(root.Long))
	for _, group := range append(slices.Clone(root.Groups()), &cobra.Group{Title: "Others:"}) {
		fmt.Fprintf(&b, "\n## %s\n\n| command | does |\n|---|---|\n", strings.TrimSuffix(group.Title, ":"))
		for _, cmd := range documented(root) {
			if cmd != root && top(cmd).GroupID == group.ID {
				fmt.Fprintf(&b, "| %s | %s |\n", link(cmd), cmd.Short)
			}
		}
	}
	b.WriteString("\n## Flags of every command\n\n")
	writeFlagTable(&b, root)
	b.WriteString("\n## Exit codes\n\nThey mean the same for every command.\n\n")
	writeExitCodes(&b)
	return b.String()
}

// top returns the top-level command that a command belongs to.
func top(cmd *cobra.Command) *cobra.Command {
	for cmd.HasParent() && cmd.Parent().HasParent() {
		cmd = cmd.Parent()
	}
	return cmd
}

func link(cmd *cobra.Command) string {
	return fmt.Sprintf("[%s](%s)", cmd.CommandPath(), pageName(cmd))
}

func commandPage(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n%s\n", cmd.CommandPath(), pageHead, prose(cmp.Or(cmd.Long, cmd.Short+".")))
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\n## Examples\n\n```sh\n%s\n```\n", dedented(cmd.Example))
	}
	fmt.Fprintf(&b, "\n## Usage\n\n```\n%s\n```\n", strings.Join(usageLines(cmd), "\n"))
	b.WriteString("\n## Flags\n\n")
	writeFlagTable(&b, cmd)
	b.WriteString("\n[Flags of every command](README.md#flags-of-every-command) are there as well.\n\n## Exit codes\n\n")
	writeExitCodes(&b)
	writeFormats(&b, cmd)
	writeSeeAlso(&b, cmd)
	return b.String()
}

// writeFlagTable lists a command's own flags.
func writeFlagTable(b *strings.Builder, cmd *cobra.Command) {
	b.WriteString("| flag | does | default |\n|---|---|---|\n")
	for _, row := range flagRows(cmd.LocalFlags()) {
		standard := ""
		if row.standard != "" {
			standard = "`" + row.standard + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", strings.TrimSpace(row.name), inCell(row.text), standard)
	}
}

func writeExitCodes(b *strings.Builder) {
	b.WriteString("| code | means |\n|---|---|\n")
	for _, code := range console.ExitCodes() {
		fmt.Fprintf(b, "| %d | %s |\n", code.Code, code.Means)
	}
}

// formats describes the purpose of each report format.
var formats = map[string]string{
	"pretty":    "for people",
	"json":      "for programs; `hooktest schema` has the shapes",
	"ndjson":    "a line of JSON for each event or result",
	"junit":     "for CI that shows test reports",
	"tap":       "Test Anything Protocol",
	"sarif":     "for code scanning",
	"github":    "annotations of GitHub Actions",
	"markdown":  "for summaries and pull requests",
	"html":      "a page of its own",
	"badge":     "JSON for a badge that a server draws",
	"badge-svg": "a badge as a picture",
}

// writeFormats lists the values of --format, if a command has that flag.
func writeFormats(b *strings.Builder, cmd *cobra.Command) {
	complete, ok := cmd.GetFlagCompletionFunc("format")
	if !ok {
		return
	}
	names, _ := complete(cmd, nil, "")
	b.WriteString("\n## Formats\n\n")
	for _, name := range names {
		fmt.Fprintf(b, "- %s\n", strings.TrimSuffix("`"+name+"`: "+formats[name], ": "))
	}
}

// mentioned matches references to other commands in help.
var mentioned = lazyregexp.New(`hooktest ([a-z]+)(?: ([a-z]+))?`)

// writeSeeAlso links the parent command, the subcommands, and those that the text mentions.
func writeSeeAlso(b *strings.Builder, cmd *cobra.Command) {
	others := map[string]*cobra.Command{}
	note := func(c *cobra.Command) {
		if c != cmd && c.HasParent() {
			others[c.CommandPath()] = c
		}
	}
	note(cmd.Parent())
	for _, child := range documented(cmd) {
		note(child)
	}
	for _, found := range mentioned.FindAllStringSubmatch(cmd.Long+"\n"+cmd.Example, -1) {
		if c, _, err := cmd.Root().Find(slices.DeleteFunc(found[1:], func(word string) bool { return word == "" })); err == nil {
			note(c)
		}
	}
	if len(others) == 0 {
		return
	}
	b.WriteString("\n## See also\n\n")
	for _, path := range slices.Sorted(maps.Keys(others)) {
		fmt.Fprintf(b, "- %s: %s\n", link(others[path]), others[path].Short)
	}
}

// prose converts help to Markdown: indented lines become code, and special characters are
// escaped.
func prose(text string) string {
	var b bytes.Buffer
	code := false
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		within := strings.HasPrefix(line, "  ") || code && line == "" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ")
		if within != code {
			b.WriteString("```\n")
			code = within
		}
		if within {
			b.WriteString(strings.TrimPrefix(line, "  ") + "\n")
		} else {
			b.WriteString(plain.Replace(line) + "\n")
		}
	}
	if code {
		b.WriteString("```\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var plain = strings.NewReplacer("*", `\*`, "<", `\<`, "`", "\\`", "_", `\_`)

// inCell escapes prose for a table cell.
func inCell(text string) string { return strings.ReplaceAll(plain.Replace(text), "|", `\|`) }

// dedented removes the indentation of examples in help.
func dedented(text string) string {
	return strings.TrimPrefix(strings.ReplaceAll(strings.Trim(text, "\n"), "\n  ", "\n"), "  ")
}

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
