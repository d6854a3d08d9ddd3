package rulebook_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rulebook"
)

var update = flag.Bool("update", false, "write docs/findings.md anew")

func TestThePageIsFresh(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, rulebook.WritePage(&b))
	file := filepath.Join("..", "..", "..", "..", "docs", "findings.md")
	if *update {
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, strings.ReplaceAll(string(written), "\r\n", "\n") == b.String(), "docs/findings.md is stale: make findings writes it anew")
}
