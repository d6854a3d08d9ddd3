package catalogue

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/snapshot"
)

var update = flag.Bool("update", false, "regenerate catalogue.snapshot")

func TestTheCompiledCatalogueIsFresh(t *testing.T) {
	read, err := Open(os.DirFS("."))
	require.NoError(t, err)
	if *update {
		text, err := snapshot.Encode(compilation{read.sections, read.requirements, read.interpretations})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("catalogue.snapshot", []byte(text), 0o644))
		return
	}
	assert.Equal(t, read, loaded(t), "catalogue.snapshot is stale: run make catalogue")
}
