package selftest_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/suite"
)

// The document of the case language is complete: it describes every command, its
// tables list no others, and at least one case uses each.
func TestEveryCommandIsDocumentedAndUsed(t *testing.T) {
	text, err := os.ReadFile("../../docs/case-language.md")
	require.NoError(t, err)
	_, reference, found := strings.Cut(string(text), "\n## The world\n")
	require.True(t, found)
	reference, _, found = strings.Cut(reference, "\n## Rules\n")
	require.True(t, found)

	known := map[string]bool{}
	documented := spans(reference)
	used := usedCommands(allCases(t))
	for _, c := range suite.Commands() {
		known[c.Name] = true
		assert.True(t, documented[c.Name], "docs/case-language.md says nothing of %s", c.Name)
		assert.True(t, used[c.Name], "no case uses %s", c.Name)
		assert.NotEmpty(t, c.Does, c.Name)
		assert.True(t, strings.HasPrefix(strings.TrimPrefix(c.Usage, "[!] "), c.Name), "the usage of %s begins with its name", c.Name)
	}
	for line := range strings.Lines(reference) {
		if cell, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | "); isRow && strings.HasPrefix(line, "| `") {
			for name := range spans(strings.ReplaceAll(cell, `\|`, "/")) {
				assert.True(t, known[name], "docs/case-language.md has a row for %s, which is not a command", name)
			}
		}
	}
}

// spans are the first words of all inline code.
func spans(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range regexp.MustCompile("`(?:\\[!\\] )?([a-z]+)[^`]*`").FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	return names
}

func usedCommands(all []cases.Case) map[string]bool {
	names := map[string]bool{}
	for _, c := range all {
		for _, s := range c.Script {
			names[s.Command] = true
		}
	}
	return names
}
