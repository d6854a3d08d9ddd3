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
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules"
	"github.com/hooktest/hooktest/internal/golist"
)

// A rule is a file htNNN.go with a function of that name, which its package's list calls.
func TestListsAreFresh(t *testing.T) {
	t.Parallel()
	const findings = "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	tests := []struct {
		folder, name, element, about string
		imports                      []string
	}{
		{"diagnosis", "Rules", "finding.Rule", "machines", []string{findings}},
		{"finding", "Rules", "Rule", "runs", nil},
		{"rules/config", "rules", "rule", "settings", nil},
		{"probe", "Rules", "finding.Rule", "hooks under changed conditions", []string{findings}},
		{"rules/script", "rules", "rule", "scripts", nil},
	}
	for _, tt := range tests {
		golist.List{
			Folder: filepath.Join("..", tt.folder), Package: path.Base(tt.folder), Imports: tt.imports,
			Name: tt.name, Returns: "[]" + tt.element, Element: tt.element,
			Doc: "returns every rule about " + tt.about + ", ordered by ID.", By: "make findings from the files ht*.go",
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
	assert.True(t, strings.ReplaceAll(string(written), "\r\n", "\n") == text, "%s is stale: make findings writes it anew", file)
}

func TestEveryRuleHasExamples(t *testing.T) {
	t.Parallel()
	for _, r := range rules.Rules() {
		text, err := os.ReadFile(filepath.Join("..", "finding", "testdata", r.ID+".txtar"))
		require.NoError(t, err, "each rule has examples")
		e, err := finding.ParseExamples(text)
		require.NoError(t, err, r.ID)
		assert.NotEmpty(t, e.Bad.Agents, r.ID)
		assert.NotEqual(t, e.Bad, e.Good, r.ID)
		assert.LessOrEqual(t, len(strings.Fields(r.Title)), 8, "%s: %s", r.ID, r.Title)
	}
	all, err := filepath.Glob(filepath.Join("..", "finding", "testdata", "HT*.txtar"))
	require.NoError(t, err)
	assert.Len(t, all, len(rules.Rules()), "no archive is left over")
}
