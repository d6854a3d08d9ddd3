package execution_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// A report need not plan the firing again: the plan is the one that the engine followed, with the
// hooks that it left out.
func TestRunGivesThePlanThatItFollowed(t *testing.T) {
	node, err := document.Parse("settings.json", []byte(`{"BeforeTool": [
		{"matcher": "^never$", "hooks": [{"type": "command", "command": "exit 1"}]},
		{"sequential": true, "hooks": [{"type": "command", "command": "exit 0"}]},
		{"matcher": "(", "hooks": [{"type": "command", "command": "exit 2"}]}]}`), document.Options{})
	require.NoError(t, err)
	firing, err := execution.Run(t.Context(), execution.Spec{
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
		Event: hook.BeforeTool, Fields: dialect.LLxprt().Sample(hook.BeforeTool, ""),
	})
	require.NoError(t, err)
	require.Len(t, firing.Merged.Results, 1)
	require.Len(t, firing.Plan.Entries, 1)
	assert.True(t, firing.Plan.Sequential)
	assert.Equal(t, "exit 0", firing.Plan.Entries[0].Command)
	assert.Len(t, firing.Plan.Skipped, 2)
	assert.Len(t, firing.Plan.Warnings, 1, "the pattern that is none")
}
