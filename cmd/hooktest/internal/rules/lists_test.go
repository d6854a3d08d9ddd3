package rules_test

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/golist"
)

// A rule is a function htNNN, which is in its package's list.
func TestListsAreFresh(t *testing.T) {
	t.Parallel()
	for folder, elements := range map[string]map[string]string{
		"finding": {
			"(r *run) []Finding":        `{id: "$START", find: $name}`,
			"(runs []*run) []Finding":   `{id: "$START", among: $name}`,
			"(runs []*run) [][]Finding": `{id: "$START", siblings: $name}`,
		},
		"rules/config": {
			"(v *view) []finding.Finding":            `{id: "$START", find: $name}`,
			"(v *view, c command) []finding.Finding": `{id: "$START", command: $name}`,
		},
		"rules/script": {"(s *source) []finding.Finding": `{id: "$START", find: $name}`},
	} {
		golist.List{
			Folder: filepath.Join("..", folder), Package: path.Base(folder), Start: "ht[0-9]{3}",
			Name: "checks", Returns: "[]check", Elements: elements,
			Doc: "returns the functions of all rules, ordered by ID.", By: "make findings from the functions ht*",
		}.Fresh(t, *update)
	}
}

// fresh compares a generated file with its text, or writes it.
func fresh(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, strings.ReplaceAll(string(written), "\r\n", "\n") == text, "%s is stale: run make findings", file)
}

func TestEveryRuleHasExamples(t *testing.T) {
	t.Parallel()
	for _, r := range finding.Rules() {
		text, err := os.ReadFile(filepath.Join("..", "finding", "testdata", r.ID+".txtar"))
		require.NoError(t, err, "each rule has examples")
		_, e, err := finding.Parse(r.ID, text)
		require.NoError(t, err, r.ID)
		assert.Contains(t, []finding.Severity{finding.Error, finding.Warning, finding.Info}, r.Severity, r.ID)
		assert.Contains(t, []string{"runs", "settings", "scripts", "probes", "machines"}, r.About, r.ID)
		assert.NotEmpty(t, r.Why, r.ID)
		for _, id := range r.Unless {
			_, found := finding.Find(id)
			assert.True(t, found, "%s: %s", r.ID, id)
		}
		assert.NotEmpty(t, e.Bad.Agents, r.ID)
		assert.NotEqual(t, e.Bad, e.Good, r.ID)
		assert.LessOrEqual(t, len(strings.Fields(r.Title)), 8, "%s: %s", r.ID, r.Title)
	}
}
