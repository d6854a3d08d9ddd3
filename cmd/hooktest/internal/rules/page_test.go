package rules_test

import (
	"bytes"
	"flag"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules"
)

// An ID has a finding, or a reason for having none.
func TestStruckIDsHaveNoFinding(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"HT415", "HT422", "HT702", "HT707"} {
		_, found := finding.Find(id)
		assert.False(t, found, id)
		_, gone := rules.FindStruck(id)
		assert.True(t, gone, id)
	}
	for _, rule := range finding.Rules() {
		_, gone := rules.FindStruck(rule.ID)
		assert.False(t, gone, rule.ID)
	}
}

var update = flag.Bool("update", false, "regenerate docs/findings.md")

func TestThePageIsFresh(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, rules.WritePage(&b))
	fresh(t, filepath.Join("..", "..", "..", "..", "docs", "findings.md"), b.String())
}
