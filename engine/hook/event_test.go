package hook

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEvents(t *testing.T) {
	tests := []struct {
		event   Event
		name    string
		forTool bool
		subject string
		reason  string
	}{
		{BeforeTool, "BeforeTool", true, "tool_name", "HOOK-021"},
		{AfterTool, "AfterTool", true, "tool_name", "HOOK-032"},
		{BeforeModel, "BeforeModel", false, "", "HOOK-041"},
		{AfterModel, "AfterModel", false, "", "HOOK-051"},
		{BeforeToolSelection, "BeforeToolSelection", false, "", "HOOK-059"},
		{BeforeAgent, "BeforeAgent", false, "", "INT-19"},
		{AfterAgent, "AfterAgent", false, "", "INT-19"},
		{SessionStart, "SessionStart", false, "source", "INT-19"},
		{SessionEnd, "SessionEnd", false, "reason", "INT-19"},
		{PreCompress, "PreCompress", false, "trigger", "INT-19"},
		{Notification, "Notification", false, "notification_type", "INT-19"},
	}
	var all []Event
	for _, tt := range tests {
		all = append(all, tt.event)
		assert.Equal(t, tt.name, string(tt.event), "HOOK-081")
		assert.True(t, tt.event.Known(), "HOOK-081: %s", tt.name)
		assert.Equal(t, tt.forTool, tt.event.ForTool(), tt.name)
		assert.Equal(t, tt.subject, tt.event.SubjectField(), "%s: %s", tt.reason, tt.name)
	}
	assert.Equal(t, all, Events(), "HOOK-081, HOOK-203: eleven events, those with callers first")
}

func TestUnknownEvents(t *testing.T) {
	for _, e := range []Event{"", "beforeTool", "PreToolUse", "BeforeTool "} {
		assert.False(t, e.Known(), "HOOK-081: %q", e)
		assert.False(t, e.ForTool(), "%q", e)
		assert.Empty(t, e.SubjectField(), "%q", e)
	}
}
