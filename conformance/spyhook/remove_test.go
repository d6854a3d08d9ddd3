package spyhook

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFolderThatIsFilledAgainIsNoFailure(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "notes"), 0o700))
	err := os.Remove(folder)
	require.Error(t, err, "there is something in it")
	require.NoError(t, unlessFilled(err))
	require.ErrorIs(t, unlessFilled(os.Remove(filepath.Join(folder, "gone"))), os.ErrNotExist)
}
