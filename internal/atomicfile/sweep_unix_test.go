//go:build unix

package atomicfile_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/atomicfile"
)

// The next write removes the temporary file of a killed process, but not that of a
// running one.
func TestALeftPartIsSwept(t *testing.T) {
	folder := t.TempDir()
	left, other := filepath.Join(folder, atomicfile.Prefix+"X"), filepath.Join(folder, "mine")
	require.NoError(t, os.WriteFile(left, []byte("half"), 0o600))
	require.NoError(t, os.WriteFile(other, []byte("mine"), 0o600))
	path := filepath.Join(folder, "file")
	require.NoError(t, atomicfile.Write(path, 0o644, func(w io.Writer) error {
		assert.NoFileExists(t, left)
		_, err := io.WriteString(w, "outer")
		require.NoError(t, err)
		require.NoError(t, atomicfile.WriteBytes(filepath.Join(folder, "second"), 0o644, []byte("inner")))
		atomicfile.Sweep(folder)
		return err
	}))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "outer", string(text))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, entries, 3)
}
