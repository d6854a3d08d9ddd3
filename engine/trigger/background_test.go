package trigger_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/trigger"
	"github.com/hooktest/hooktest/schemas"
)

// The six events whose callers do not wait.
func TestBackgroundEventsFire(t *testing.T) {
	tests := []struct {
		event hook.Event
		fire  func(context.Context, *engine.Config)
		want  string
	}{
		{hook.BeforeAgent, func(ctx context.Context, c *engine.Config) { trigger.FireBeforeAgentHook(ctx, c, "go") }, `"prompt":"go"}`},
		{hook.AfterAgent, func(ctx context.Context, c *engine.Config) { trigger.FireAfterAgentHook(ctx, c, "go", "gone", false) },
			`"prompt":"go","prompt_response":"gone","stop_hook_active":false}`},
		{hook.SessionStart, func(ctx context.Context, c *engine.Config) { trigger.FireSessionStartHook(ctx, c, "startup") }, `"source":"startup"}`},
		{hook.SessionEnd, func(ctx context.Context, c *engine.Config) { trigger.FireSessionEndHook(ctx, c, "exit") }, `"reason":"exit"}`},
		{hook.PreCompress, func(ctx context.Context, c *engine.Config) { trigger.FirePreCompressHook(ctx, c, "manual") }, `"trigger":"manual"}`},
		{hook.Notification, func(ctx context.Context, c *engine.Config) { trigger.FireNotificationHook(ctx, c, "n", "m", nil) },
			`"notification_type":"n","message":"m","details":{}}`},
	}
	for _, tt := range tests {
		t.Run(string(tt.event), func(t *testing.T) {
			// The hook waits for its caller, so a caller that waited for it would never
			// return.
			c := configOf(t, hooks(tt.event, `cat > in.json; until [ -e go ]; do sleep 0.01; done; touch went; exit 2`))
			dir := c.WorkingDir()

			tt.fire(t.Context(), c)
			assert.NoFileExists(t, filepath.Join(dir, "went"), "HOOK-203: the caller does not wait")
			require.NoError(t, os.WriteFile(filepath.Join(dir, "go"), nil, 0o600))
			c.HookSystem().Drain()
			assert.FileExists(t, filepath.Join(dir, "went"), "HOOK-203: the hook runs to its end")

			stdin, err := os.ReadFile(filepath.Join(dir, "in.json"))
			require.NoError(t, err)
			assert.True(t, strings.HasSuffix(string(stdin), tt.want), "%s", stdin)
			assert.NoError(t, schemas.ValidateBytes(schemas.Stdin(string(tt.event)), "stdin", stdin, document.Options{}), "HOOK-203")
		})
	}
}

func TestBackgroundEventsInitializeTheHookSystem(t *testing.T) {
	c := configOf(t, hooks(hook.SessionStart, "exit 2"))
	trigger.FireSessionStartHook(t.Context(), c, "startup")
	c.HookSystem().Drain()
	assert.EqualValues(t, 1, c.Counters().ProcessesStarted, "HOOK-008, HOOK-203")
	assert.True(t, c.HookSystem().Status().Initialized, "HOOK-206")
}
