package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// What is open in an editor has the findings that it has on the disk.
func TestAnOpenFileIsCheckedAsOnTheDisk(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("..", "..", "finding", "testdata", "HT[123]*.txtar"))
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, archive := range archives {
		text, err := os.ReadFile(archive)
		require.NoError(t, err)
		_, examples, err := finding.Parse("", text)
		require.NoError(t, err)
		example := examples.Bad.File
		if example.Path == "" || filepath.IsAbs(example.Path) || strings.HasPrefix(example.Path, "~") {
			continue
		}
		path := filepath.Join(t.TempDir(), filepath.FromSlash(example.Path))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		write := func(text string) {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o755))
		}
		write(example.Text)
		o := Editor{Environ: os.Environ()}.options()
		o.paths = []string{path}
		want, err := o.check(t.Context())
		require.NoError(t, err, archive)
		write("")
		editor := Editor{Environ: os.Environ(), Open: func(p string) ([]byte, bool) { return []byte(example.Text), p == path }}
		around, err := editor.Around(t.Context(), path, nil)
		require.NoError(t, err)
		got, err := editor.Check(t.Context(), path, around)
		require.NoError(t, err)
		var here []finding.Finding
		for _, f := range want.findings {
			if f.Place.File == o.near(path) {
				here, seen[f.Rule.ID] = append(here, f), true
			}
		}
		assert.Equal(t, idsOf(here), idsOf(got.Findings), archive)
	}
	assert.Greater(t, len(seen), 20, "most rules have an example that is a file")
}

func idsOf(all []finding.Finding) (ids []string) {
	for _, f := range all {
		ids = append(ids, f.Rule.ID+" "+f.Text)
	}
	return ids
}
