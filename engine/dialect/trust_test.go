package dialect_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
)

// Every agent except the one of the requirements has trust data, each with a fact, and
// for files that the agent has.
func TestTrust(t *testing.T) {
	for _, c := range dialect.Contracts() {
		t.Run(c.Name, func(t *testing.T) {
			if c.Reading == nil {
				assert.Empty(t, c.Settings.Trust, "no requirement mentions it")
				return
			}
			assert.NotEmpty(t, c.Settings.Trust, "contracts/%s.yaml: settings has no trust; unknown trust is recorded, too: trust: [{of: unknown, fact: ...}]", c.Name)
			for _, trust := range c.Settings.Trust {
				i := slices.IndexFunc(c.Facts, func(f dialect.Fact) bool { return f.ID == trust.Fact })
				if assert.GreaterOrEqual(t, i, 0, trust.Fact) {
					assert.Equal(t, trust.Of == dialect.TrustsUnknown, c.Facts[i].Kind == dialect.Guess, "a guess is not known trust")
				}
				known := false
				for _, scope := range c.Settings.Scopes() {
					known = known || trust.Holds(scope)
				}
				assert.Equal(t, trust.Of != dialect.TrustsUnknown, known, "it holds some file back, or is unknown")
			}
		})
	}
}

// The hashed text is canonical JSON, as in the agent's source: sorted names, no blanks,
// no unnecessary escapes.
func TestDigestOfADefinition(t *testing.T) {
	bash, status := "Bash", "Looks"
	tests := []struct {
		name      string
		in        dialect.Definition
		key, want string
	}{
		{"defaults are written out", dialect.Definition{Event: "PreToolUse", Matcher: &bash, Command: "true"}, "/p/hooks.json:pre_tool_use:0:0", "sha256:39057ebd30cc98418da09c661f1ff844e076ba83820ea7f8a14b085993f1a440"},
		{"all of it counts", dialect.Definition{Event: "UserPromptSubmit", Group: 1, Place: 2, Command: `echo "<é>" && x`, Seconds: 5, Async: true, Status: &status}, "/p/hooks.json:user_prompt_submit:1:2", "sha256:d19252e825a0e41eb80fd6404e1e0bed6024c6ae698195dcba0e39c7f1ef1591"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.key, tt.in.Key("/p/hooks.json"))
			assert.Equal(t, tt.want, dialect.DigestCodex.Of(tt.in))
		})
	}
}
