package console

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/memory"
)

func TestReadWhole(t *testing.T) {
	for _, n := range []int{0, 1, 4<<10 - 1, 4 << 10, 4<<10 + 1, 3 << 20, payloadLimit} {
		text := bytes.Repeat([]byte("a"), n)
		for _, expected := range []int64{0, int64(n), int64(n) / 2, 2 * payloadLimit} {
			got, err := ReadWhole(bytes.NewReader(text), expected)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(text, got), "%d bytes, %d expected", n, expected)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadWholeHasALimit(t *testing.T) {
	for _, in := range []io.Reader{endless{}, bytes.NewReader(make([]byte, payloadLimit+1))} {
		_, err := ReadWhole(in, 0)
		assert.EqualError(t, err, "larger than 64 MiB, the most that is read")
	}
	assert.Less(t, memory.Allocated(func() { _, _ = ReadWhole(endless{}, 0) }), uint64(payloadLimit*5/4))
}

// Reading allocates the document's size, or twice that if the size is unknown.
func TestReadingCostsLittleMore(t *testing.T) {
	const n = 20 << 20
	name := filepath.Join(t.TempDir(), "payload")
	require.NoError(t, os.WriteFile(name, make([]byte, n), 0o600))
	assert.Less(t, memory.Allocated(func() { _, _ = ReadFile(name) }), uint64(n*11/10))
	assert.Less(t, memory.Allocated(func() { _, _ = ReadWhole(bytes.NewReader(make([]byte, n)), 0) }), uint64(3*n+n/5), "the source, the pieces and the whole")
}
