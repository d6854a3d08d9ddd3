package glob_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/glob"
)

func TestPaths(t *testing.T) {
	top := t.TempDir()
	for _, folder := range []string{"plain", "a [b", "a]*c", "a]xc"} {
		for _, file := range []string{"hooks/2.json", "hooks/1.json", "hooks/1.txt", "x/m/plugin", "y/m/plugin", "y/n/plugin"} {
			path := filepath.Join(top, folder, filepath.FromSlash(file))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, nil, 0o644))
		}
	}
	tests := []struct {
		pattern string
		want    []string
		reason  string
	}{
		{"hooks/*.json", []string{"hooks/1.json", "hooks/2.json"}, "a star in the name"},
		{"*/m/plugin", []string{"x/m/plugin", "y/m/plugin"}, "a star in a folder's"},
		{"*/*/plugin", []string{"x/m/plugin", "y/m/plugin", "y/n/plugin"}, "two"},
		{"none/*.json", nil, "a folder that is not there"},
	}
	for _, folder := range []string{"plain", "a [b", "a]*c"} {
		for _, tt := range tests {
			var want []string
			for _, name := range tt.want {
				want = append(want, filepath.Join(top, folder, filepath.FromSlash(name)))
			}
			assert.Equal(t, want, glob.Paths(filepath.Join(top, folder, filepath.FromSlash(tt.pattern)), "~/"+tt.pattern), "%s: %s", folder, tt.reason)
		}
	}
}
