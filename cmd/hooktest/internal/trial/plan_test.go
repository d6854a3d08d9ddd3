package trial_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// Whoever reports on a firing need not plan it again: the plan is the one that
// the engine followed, with the hooks that it left out.
func TestRunGivesThePlanThatItFollowed(t *testing.T) {
	node, err := document.Parse("settings.json", []byte(`{"BeforeTool": [
		{"matcher": "^never$", "hooks": [{"type": "command", "command": "exit 1"}]},
		{"sequential": true, "hooks": [{"type": "command", "command": "exit 0"}]},
		{"matcher": "(", "hooks": [{"type": "command", "command": "exit 2"}]}]}`), document.Options{})
	require.NoError(t, err)
	outcome, err := trial.Run(t.Context(), trial.Spec{
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
		Event: hook.BeforeTool, Fields: trial.SampleFields(hook.BeforeTool),
	})
	require.NoError(t, err)
	require.Len(t, outcome.Fired.Results, 1)
	require.Len(t, outcome.Plan.Entries, 1)
	assert.True(t, outcome.Plan.Sequential)
	assert.Equal(t, "exit 0", outcome.Plan.Entries[0].Command)
	assert.Len(t, outcome.Plan.Skipped, 2)
	assert.Len(t, outcome.Plan.Warnings, 1, "the pattern that is none")
}
