package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestPlans(t *testing.T) {
	value, err := jsonvalue.Parse([]byte(`{"BeforeTool":[{"matcher":"^edit$","hooks":[{"type":"command","command":"one"}]}]}`))
	require.NoError(t, err)
	hooks, err := document.FromValue(value)
	require.NoError(t, err)
	config := engine.NewConfig(engine.Options{EnableHooks: true, Hooks: func() (engine.Hooks, error) {
		return engine.Hooks{Config: []*document.Node{hooks}}, nil
	}})
	system := config.HookSystem()

	_, err = system.Explain(hook.BeforeTool, "edit")
	var early *engine.HookSystemNotInitializedError
	require.ErrorAs(t, err, &early, "HOOK-148")

	require.NoError(t, system.Initialize(t.Context()))
	plan, err := system.Explain(hook.BeforeTool, "edit")
	require.NoError(t, err)
	require.Len(t, plan.Entries, 1)
	assert.Equal(t, "one", plan.Entries[0].Command)

	_, err = (&engine.HookSystem{}).Plan(hook.BeforeTool, "edit")
	require.ErrorAs(t, err, &early, "HOOK-148")
	short, err := system.Plan(hook.BeforeTool, "edit")
	require.NoError(t, err)
	assert.Equal(t, plan, short)
	short, err = system.Plan(hook.BeforeTool, "read")
	require.NoError(t, err)
	assert.Nil(t, short, "HOOK-145")

	plan, err = system.Explain(hook.BeforeTool, "read")
	require.NoError(t, err)
	assert.Empty(t, plan.Entries, "HOOK-021")
	assert.Len(t, plan.Skipped, 1)
	assert.Zero(t, config.Counters().ProcessesStarted, "explaining starts nothing")
}
