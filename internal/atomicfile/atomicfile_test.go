package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// only requires that a folder holds exactly these files.
func only(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	assert.ElementsMatch(t, names, found, "nothing is left next to the file")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "report")
	require.NoError(t, WriteBytes(path, 0o755, []byte("new")))
	assert.Equal(t, "new", read(t, path))
	require.NoError(t, os.Chmod(path, 0o640))
	require.NoError(t, WriteBytes(path, 0o755, []byte("newer")))
	assert.Equal(t, "newer", read(t, path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o640), info.Mode().Perm(), "a file that is there keeps its mode")
	only(t, folder, "report")
}

func TestAFailedWriteLeavesTheOldFile(t *testing.T) {
	errFull := errors.New("no space")
	for _, old := range []string{"", "old"} {
		folder := t.TempDir()
		path, names := filepath.Join(folder, "report"), []string(nil)
		if old != "" {
			require.NoError(t, os.WriteFile(path, []byte(old), 0o600))
			names = append(names, "report")
		}
		err := Write(path, 0o644, func(w io.Writer) error {
			_, err := w.Write(make([]byte, 1<<20))
			return errors.Join(err, errFull)
		})
		require.ErrorIs(t, err, errFull)
		if old != "" {
			assert.Equal(t, old, read(t, path))
		}
		only(t, folder, names...)
		assert.Panics(t, func() { _ = Write(path, 0o644, func(io.Writer) error { panic("broke") }) })
		only(t, folder, names...)
	}
}

func TestLinksStay(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	link, second := filepath.Join(folder, "link"), filepath.Join(folder, "second")
	require.NoError(t, os.Symlink("second", link))
	require.NoError(t, os.Symlink(filepath.Join(other, "report"), second))
	for _, text := range []string{"a link that leads to nothing yet", "and to a file"} {
		require.NoError(t, WriteBytes(link, 0o644, []byte(text)))
		assert.Equal(t, text, read(t, filepath.Join(other, "report")))
	}
	only(t, folder, "link", "second")
	only(t, other, "report")
	require.NoError(t, os.Remove(second))
	require.NoError(t, os.Symlink("link", second))
	assert.Error(t, WriteBytes(link, 0o644, nil), "a ring of links")
}

func TestCreate(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "new")
	require.NoError(t, Create(path, 0o755, []byte("first")))
	require.ErrorIs(t, Create(path, 0o755, []byte("second")), fs.ErrExist)
	assert.Equal(t, "first", read(t, path))
	only(t, folder, "new")
}

func TestErrorsNameTheFile(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "none", "report")
	err := WriteBytes(missing, 0o644, nil)
	var path *fs.PathError
	require.ErrorAs(t, err, &path)
	assert.Equal(t, missing, path.Path)
	assert.NotContains(t, err.Error(), Prefix)
	assert.Error(t, WriteBytes(folder, 0o644, nil), "a folder is not a file")
}

func TestReplace(t *testing.T) {
	tests := []struct {
		name string
		// now is the current content of the file; empty if there is no file.
		now    string
		reason string
	}{
		{"another text", "theirs", "what somebody else has written is not lost"},
		{"a longer one", "before and after", "somebody has added to it"},
		{"gone", "", "somebody has taken it out"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			path, names := filepath.Join(folder, "settings"), []string(nil)
			if tt.now != "" {
				require.NoError(t, os.WriteFile(path, []byte(tt.now), 0o600))
				names = append(names, "settings")
			}
			require.ErrorIs(t, Replace(path, []byte("before"), []byte("mine")), ErrChanged, tt.reason)
			if tt.now != "" {
				assert.Equal(t, tt.now, read(t, path))
			}
			only(t, folder, names...)
		})
	}
	path := filepath.Join(t.TempDir(), "settings")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o600))
	require.NoError(t, Replace(path, []byte("before"), []byte("mine")))
	assert.Equal(t, "mine", read(t, path))
}
