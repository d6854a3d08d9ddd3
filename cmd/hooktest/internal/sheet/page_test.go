package sheet_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
)

var update = flag.Bool("update", false, "write the pages of agents")

func page(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, sheet.WritePage(&b, all(t)))
	return b.String()
}

func TestThePageIsFresh(t *testing.T) {
	written, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "contracts.md"))
	require.NoError(t, err)
	if strings.ReplaceAll(string(written), "\r\n", "\n") != page(t) {
		t.Error("docs/contracts.md is stale: run make contracts")
	}
}

// The pages of agents are those of all contracts with facts that were seen, and no others.
func TestThePagesOfAgentsAreFresh(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "docs", "agents")
	var names []string
	for _, s := range all(t) {
		if !s.Seen() {
			continue
		}
		var b bytes.Buffer
		require.NoError(t, sheet.WriteAgent(&b, s))
		path := filepath.Join(folder, s.Name+".md")
		names = append(names, path)
		if *update {
			require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
		}
		written, err := os.ReadFile(path)
		require.NoError(t, err, "run make contracts")
		if strings.ReplaceAll(string(written), "\r\n", "\n") != b.String() {
			t.Errorf("%s is stale: run make contracts", path)
		}
	}
	names = append(names, changesPath)
	written, err := filepath.Glob(filepath.Join(folder, "*.md"))
	require.NoError(t, err)
	assert.ElementsMatch(t, names, written, "docs/agents has the pages of contracts with facts that were seen; remove any other")
}

var changesPath = filepath.Join("..", "..", "..", "..", "docs", "agents", "changes.md")

func TestThePageOfAgentsChangesIsFresh(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sheet.WriteChanges(&b, all(t)))
	if *update {
		require.NoError(t, os.WriteFile(changesPath, b.Bytes(), 0o644))
	}
	written, err := os.ReadFile(changesPath)
	require.NoError(t, err, "run make contracts")
	if strings.ReplaceAll(string(written), "\r\n", "\n") != b.String() {
		t.Errorf("%s is stale: run make contracts", changesPath)
	}
}

// A version is in a cell of each fact that it confirmed or contradicted, and of no other.
func TestThePageOfChanges(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sheet.WriteChanges(&b, []sheet.Sheet{
		{Name: "same", Product: "Same", Facts: []sheet.Fact{{ID: "same.a", Seen: []string{"1.0.0"}}}},
		{Name: "silent", Product: "Silent", Facts: []sheet.Fact{{ID: "silent.a"}}},
		{Name: "other", Product: "Other", Facts: []sheet.Fact{
			{ID: "other.always", Text: "holds", Seen: []string{"1.2.0", "1.10.0"}},
			{ID: "other.new", Text: "came | later", Seen: []string{"1.10.0"}, Differs: []string{"1.2.0"}},
			{ID: "other.gone", Text: "was there", Differs: []string{"1.10.0"}},
		}},
	}))
	_, tables, _ := strings.Cut(b.String(), "\n## ")
	assert.Equal(t, "Same: `same`\n\nAsked: 1.0.0. No version contradicted a fact.\n"+
		"\n## Other: `other`\n\nAsked: 1.2.0 and 1.10.0. 2 facts do not hold on all of them.\n\n"+
		"| fact |  | 1.2.0 | 1.10.0 |\n|---|---|---|---|\n"+
		"| other.new | came \\| later | no | yes |\n"+
		"| other.gone | was there |  | no |\n", tables)
}

// A broken link would hide a fact, and a row with too many cells would not be shown.
func TestThePageHoldsTogether(t *testing.T) {
	text := page(t)
	targets := map[string]bool{}
	for _, m := range regexp.MustCompile(`<a id="([^"]*)">`).FindAllStringSubmatch(text, -1) {
		assert.False(t, targets[m[1]], "%s is there twice", m[1])
		targets[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1) {
		targets[strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")] = true
	}
	links := regexp.MustCompile(`\]\(#([^)]*)\)`).FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, links)
	for _, m := range links {
		assert.True(t, targets[m[1]], "%s leads nowhere", m[1])
	}
	columns := 0
	for row := range strings.Lines(text) {
		if !strings.HasPrefix(row, "|") {
			columns = 0
			continue
		}
		n := strings.Count(strings.ReplaceAll(row, `\|`, ""), "|")
		if columns == 0 {
			columns = n
		}
		assert.Equal(t, columns, n, row)
	}
}
