package catalogue

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "regenerate catalogue.json")

func TestTheCompiledCatalogueIsFresh(t *testing.T) {
	read, err := Open(os.DirFS("."))
	require.NoError(t, err)
	if *update {
		text, err := json.MarshalIndent(compilation{read.sections, read.requirements, read.interpretations}, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("catalogue.json", append(text, '\n'), 0o644))
		return
	}
	assert.Equal(t, read, loaded(t), "catalogue.json is stale: run make catalogue")
}
