package dialect_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
)

// What has to be trusted is told of every agent but the one that requirements describe,
// each time with a fact, and of files that the agent has.
func TestTrust(t *testing.T) {
	for _, c := range dialect.Contracts() {
		t.Run(c.Name, func(t *testing.T) {
			if c.Reading == nil {
				assert.Empty(t, c.Settings.Trust, "no requirement speaks of it")
				return
			}
			assert.NotEmpty(t, c.Settings.Trust, "what nobody knows is said, too")
			for _, trust := range c.Settings.Trust {
				i := slices.IndexFunc(c.Facts, func(f dialect.Fact) bool { return f.ID == trust.Fact })
				if assert.GreaterOrEqual(t, i, 0, trust.Fact) {
					assert.Equal(t, trust.Of == dialect.TrustsUnknown, c.Facts[i].Kind == dialect.Guess, "a guess is no trust that is known")
				}
				known := false
				for _, scope := range c.Settings.Scopes() {
					known = known || trust.Holds(scope)
				}
				assert.Equal(t, trust.Of != dialect.TrustsUnknown, known, "it holds some file back, or nobody knows")
			}
		})
	}
}
