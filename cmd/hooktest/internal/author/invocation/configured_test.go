package invocation

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/dialect"
)

// A run of many hooks reads the settings of their project once for each agent.
func TestSettingsAreReadOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	file := filepath.Join(".claude", "settings.json")
	require.NoError(t, os.Mkdir(".claude", 0o755))
	require.NoError(t, os.WriteFile(file, []byte(`{"hooks": {"PreToolUse": [{"hooks": [
		{"type": "command", "command": "./first.sh strict"}, {"type": "command", "command": "./second.sh strict"}]}]}}`), 0o644))
	shared := &Settings{}
	started := func(script string, read *Settings) string {
		require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755))
		hook, err := target.Find(script, nil, "")
		require.NoError(t, err)
		o := Options{Flags: payload.Flags{App: &console.App{}}, Settings: read}
		hook, err = o.Started(roster.Agent{Contract: dialect.Known("claude")}, hook, "PreToolUse")
		require.NoError(t, err)
		return hook.Written
	}
	assert.Equal(t, "./first.sh strict", started("./first.sh", shared))
	require.NoError(t, os.Remove(file))
	assert.Equal(t, "./second.sh strict", started("./second.sh", shared), "the settings of the first hook are those of the second")
	assert.Empty(t, started("./second.sh", nil), "a run of its own reads them again")
}
