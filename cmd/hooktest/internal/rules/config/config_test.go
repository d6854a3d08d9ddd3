package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
)

func TestConfig(t *testing.T) {
	c, err := config.ReadConfig(".hooktest.yaml", []byte(`agents: [claude, codex]
ignore:
  - ids: [HT113, HT306]
    files: [".claude/**", "*.sh", "a/*/b?.json"]
    reason: no blanks here
  - {ids: [HT107], reason: off for now}
severities:
  - {ids: [HT301], severity: error}
baseline: known.json
`))
	require.NoError(t, err)
	assert.Equal(t, []string{"claude", "codex"}, c.Agents)
	assert.Equal(t, "known.json", c.Baseline)
	require.Len(t, c.Overrides, 4)
	assert.Equal(t, finding.Error, c.Overrides[0].Severity)
	c.Overrides = c.Overrides[1:]
	assert.Equal(t, "HT306", c.Overrides[1].ID)
	assert.Equal(t, "no blanks here", c.Overrides[1].Reason)
	assert.Equal(t, ".hooktest.yaml:3:18", c.Overrides[1].Position.String())
	assert.True(t, c.Overrides[2].Everywhere())
	for path, want := range map[string]bool{
		".claude/settings.json": true, ".claude/hooks/x.py": true, "x.sh": true, "deep/er/x.sh": true, "a/x/b1.json": true,
		"a/x/y/b1.json": false, "a/x/b12.json": false, ".codex/hooks.json": false, "x.shell": false,
	} {
		assert.Equal(t, want, c.Overrides[0].Covers(path), path)
		assert.True(t, c.Overrides[2].Covers(path))
	}
}

func TestConfigSaysWhereItIsWrong(t *testing.T) {
	tests := []struct{ in, want, reason string }{
		{"ignore:\n  - ids: [HT1]\n    reason: x\n", `.hooktest.yaml:2:11: /ignore/0/ids/0:`, "an id has three digits"},
		{"ignore:\n  - ids: [HT113]\n", ".hooktest.yaml:2:5: /ignore/0:", "the reason is missing"},
		{"agent: [claude]\n", ".hooktest.yaml:1:1:", "the key does not exist"},
		{"agents: claude\n", ".hooktest.yaml:1:9: /agents:", "it is a list"},
		{"severities:\n  - {ids: [HT306], severity: fatal}\n", ".hooktest.yaml:2:30: /severities/0/severity:", "the severity does not exist"},
		{"ignore: [\n", ".hooktest.yaml:1:", "the list has no end"},
	}
	for _, tt := range tests {
		_, err := config.ReadConfig(".hooktest.yaml", []byte(tt.in))
		require.Error(t, err, tt.reason)
		assert.Contains(t, err.Error(), tt.want, tt.reason)
	}
}
