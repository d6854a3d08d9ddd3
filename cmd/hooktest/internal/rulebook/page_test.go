package rulebook_test

import (
	"bytes"
	"flag"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rulebook"
)

// An ID has a finding, or a reason for having none.
func TestStruckIDsHaveNoFinding(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"HT415", "HT422", "HT702", "HT707"} {
		_, found := rulebook.Find(id)
		assert.False(t, found, id)
		_, gone := rulebook.FindStruck(id)
		assert.True(t, gone, id)
	}
	for _, rule := range rulebook.Rules() {
		_, gone := rulebook.FindStruck(rule.ID)
		assert.False(t, gone, rule.ID)
	}
}

var update = flag.Bool("update", false, "write docs/findings.md anew")

func TestThePageIsFresh(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, rulebook.WritePage(&b))
	fresh(t, filepath.Join("..", "..", "..", "..", "docs", "findings.md"), b.String())
}
