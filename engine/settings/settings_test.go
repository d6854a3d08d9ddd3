package settings_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/settings"
)

func TestFromValue(t *testing.T) {
	merged, err := jsonvalue.ParseObject([]byte(`{"enableHooks": true, "tools": {"enableHooks": false}, "hooks": {"BeforeTool": [{"hooks": [7]}]}}`))
	require.NoError(t, err)
	doc, err := settings.FromValue(dialect.LLxprt(), merged)
	require.NoError(t, err)
	assert.True(t, doc.EnableHooks)
	assert.Zero(t, doc.EnabledAt)
	require.Len(t, doc.Hooks, 1)
	node, ok := doc.Hooks[0].At("BeforeTool", "0", "hooks", "0")
	require.True(t, ok)
	assert.Equal(t, json.Number("7"), node.Number())
	assert.Equal(t, []hook.Warning{{
		Rule: "INT-35",
		Text: "tools.enableHooks is the old path of enableHooks and does not count here: enableHooks at the top level decides",
	}}, doc.Warnings)
}

func TestFromNothing(t *testing.T) {
	for _, merged := range []*jsonvalue.Object{nil, jsonvalue.New()} {
		doc, err := settings.FromValue(dialect.LLxprt(), merged)
		require.NoError(t, err)
		assert.Equal(t, &settings.Document{}, doc)
	}
}

// An agent may have no setting that turns hooks off.
func TestFromSettingsWithoutASwitch(t *testing.T) {
	merged, err := jsonvalue.ParseObject([]byte(`{"enableHooks": false, "hooks": {"pre_run_command": []}}`))
	require.NoError(t, err)
	doc, err := settings.FromValue(dialect.Known("windsurf"), merged)
	require.NoError(t, err)
	assert.True(t, doc.EnableHooks)
	assert.Empty(t, doc.Warnings)
	assert.Len(t, doc.Hooks, 1)
}

func TestFromWhatIsNoJSON(t *testing.T) {
	_, err := settings.FromValue(dialect.LLxprt(), jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: struct{}{}}))
	require.Error(t, err)
	_, err = settings.ExtensionFromValue("x", true, struct{}{})
	require.ErrorContains(t, err, `extension "x"`)
}

func TestExtensionFromValue(t *testing.T) {
	extension, err := settings.ExtensionFromValue("x", true, nil)
	require.NoError(t, err)
	assert.Equal(t, settings.Extension{Name: "x", Active: true}, extension)

	extension, err = settings.ExtensionFromValue("y", false, jsonvalue.New(jsonvalue.Member{Key: "BeforeTool", Value: []any{}}))
	require.NoError(t, err)
	_, ok := extension.Hooks.Field("BeforeTool")
	assert.True(t, ok)
	assert.False(t, extension.Active)
}

// LLxprt Code as shipped has two switches. Either turns hooks off, and Gate names the
// additional one if it did.
func TestFurtherSwitches(t *testing.T) {
	tests := []struct {
		in     string
		on     bool
		by     string
		reason string
	}{
		{`{}`, false, "", "it is off unless a file turns it on"},
		{`{"hooksConfig": {"enabled": true}}`, true, "", "the other is on unless a file turns it off"},
		{`{"hooksConfig": {"enabled": true}, "tools": {"enableHooks": true}}`, true, "", "both are on"},
		{`{"hooksConfig": {"enabled": true}, "tools": {"enableHooks": false}}`, false, "tools.enableHooks", "one is enough"},
		{`{"hooksConfig": {"enabled": false}, "tools": {"enableHooks": true}}`, false, "", "the other does not help"},
		{`{"hooksConfig": {"enabled": true}, "tools": {"enableHooks": "no"}}`, true, "", "a text switches nothing"},
	}
	for _, tt := range tests {
		merged, err := jsonvalue.ParseObject([]byte(tt.in))
		require.NoError(t, err)
		doc, err := settings.FromValue(dialect.Known("llxprt-shipped"), merged)
		require.NoError(t, err)
		assert.Equal(t, tt.on, doc.EnableHooks, tt.reason)
		assert.Equal(t, tt.by, doc.Gate.Name(), tt.reason)
	}
}
