package watch

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatIsLookedAt(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	for _, name := range []string{"tree/guard.sh", "tree/report.json", "tree/vendor/theirs.sh", "beside/named.sh", "beside/other.sh", "person/settings.json", "person/log"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, nil, 0o644))
	}
	files := Files{
		// Tree paths are absolute, and the paths of written files relative.
		Trees: []string{filepath.Join(root, "tree"), "beside/named.sh", "missing"},
		Alone: []string{"person/settings.json", "person/missing"},
		Own:   []string{"tree/report.json"},
		Skips: func(name string) bool { return name == "vendor" },
	}
	var seen []string
	for _, path := range slices.Sorted(maps.Keys(files.stamps())) {
		rest, err := filepath.Rel(root, path)
		require.NoError(t, err)
		seen = append(seen, filepath.ToSlash(rest))
	}
	assert.Equal(t, []string{"beside/named.sh", "beside/other.sh", "person/settings.json", "tree/guard.sh"}, seen)
}
