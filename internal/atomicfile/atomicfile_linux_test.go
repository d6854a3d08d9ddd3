package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ordinary drops root's right to write every file: until the test ends, root, as which
// tests run in containers, accesses files as the user "nobody".
func ordinary(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	const unprivileged = 65534
	// The file system user is set for one thread.
	runtime.LockOSThread()
	require.NoError(t, syscall.Setfsuid(unprivileged))
	t.Cleanup(func() {
		assert.NoError(t, syscall.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}

// owned is a folder that belongs to the user that ordinary makes of the test.
func owned(t *testing.T) string {
	t.Helper()
	shared := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(shared), 0o755))
	require.NoError(t, os.Chmod(shared, 0o777))
	ordinary(t)
	folder := filepath.Join(shared, "own")
	require.NoError(t, os.Mkdir(folder, 0o700))
	return folder
}

func TestAFileThatMayNotBeWrittenIsNotReplaced(t *testing.T) {
	path := filepath.Join(owned(t), "report")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o400))
	require.ErrorIs(t, WriteBytes(path, 0o644, []byte("new")), os.ErrPermission)
	assert.Equal(t, "old", read(t, path))
}

// A file can be written even if no file can be created in its folder.
func TestAFileInAFullFolderIsWritten(t *testing.T) {
	folder := owned(t)
	path := filepath.Join(folder, "report")
	require.NoError(t, os.WriteFile(path, []byte("an old one"), 0o600))
	require.NoError(t, os.Chmod(folder, 0o500))
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	_, err := os.Create(filepath.Join(folder, "another"))
	require.ErrorIs(t, err, os.ErrPermission, "nothing can be created next to it")
	require.NoError(t, WriteBytes(path, 0o644, []byte("new")))
	assert.Equal(t, "new", read(t, path))
	require.NoError(t, Replace(path, []byte("new"), []byte("newer")))
	assert.Equal(t, "newer", read(t, path))
	require.ErrorIs(t, Replace(path, []byte("new"), []byte("newest")), ErrChanged)
	assert.Equal(t, "newer", read(t, path), "what somebody else has written is not emptied")
}
