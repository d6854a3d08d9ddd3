package inspection

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
)

// Every active requirement is named by a declaration of the engine, and no
// directive names more than three or one that is not active.
func TestEveryRequirementIsLinked(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	directive := regexp.MustCompile(`(?m)^//hooktest:impl (.*)$`)
	linked := map[string]bool{}
	engine := os.DirFS("../../engine")
	require.NoError(t, fs.WalkDir(engine, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(engine, name)
		if err != nil {
			return err
		}
		for _, m := range directive.FindAllStringSubmatch(string(text), -1) {
			ids := strings.Fields(m[1])
			assert.LessOrEqual(t, len(ids), 3, "%s: %s", name, m[0])
			for _, id := range ids {
				r, ok := c.Lookup(id)
				assert.True(t, ok && r.MergedInto == "", "%s: %s is no active requirement", name, id)
				linked[id] = true
			}
		}
		return nil
	}))
	for _, r := range c.Requirements() {
		if r.MergedInto == "" {
			assert.True(t, linked[r.ID], "no declaration of the engine names %s", r.ID)
		}
	}
}
