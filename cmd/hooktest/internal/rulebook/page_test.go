package rulebook_test

import (
	"bytes"
	"flag"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rulebook"
)

var update = flag.Bool("update", false, "write docs/findings.md anew")

func TestThePageIsFresh(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, rulebook.WritePage(&b))
	fresh(t, filepath.Join("..", "..", "..", "..", "docs", "findings.md"), b.String())
}
