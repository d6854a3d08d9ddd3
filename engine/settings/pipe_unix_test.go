//go:build unix

package settings

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file that was replaced by a pipe after the check is rejected without waiting for a
// writer.
func TestPipeInThePlaceOfAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.json")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	refused := make(chan error, 1)
	go func() {
		_, err := openRegular(path)
		refused <- err
	}()
	select {
	case err := <-refused:
		assert.ErrorIs(t, err, errIrregular)
	case <-time.After(10 * time.Second):
		require.Fail(t, "it waits for a writer")
	}
}
