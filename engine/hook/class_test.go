package hook

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClasses(t *testing.T) {
	tests := []struct {
		class Class
		want  string
	}{
		{DefaultClass, "DefaultHookOutput"},
		{BeforeToolClass, "BeforeToolHookOutput"},
		{BeforeModelClass, "BeforeModelHookOutput"},
		{AfterModelClass, "AfterModelHookOutput"},
		{BeforeToolSelectionClass, "BeforeToolSelectionHookOutput"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			out := answer(t, `{"reason":"r"}`)
			assert.Equal(t, tt.want, tt.class.Of(out).Class(), "HOOK-200")
			assert.Same(t, out, tt.class.Of(out).Output())
		})
	}
}

// classes returns all classes.
func classes() []Class {
	return []Class{DefaultClass, BeforeToolClass, BeforeModelClass, AfterModelClass, BeforeToolSelectionClass}
}

func TestDefaultOutput(t *testing.T) {
	tests := []struct {
		name, in           string
		blocking, stopping bool
		effective          string
		reason             string
	}{
		{"nothing", `{}`, false, false, NoReason, "HOOK-158, INT-33"},
		{"block", `{"decision":"block","reason":"r"}`, true, false, "r", "HOOK-016b"},
		{"deny", `{"decision":"deny","reason":"r","stopReason":"s"}`, true, false, "r", "INT-33: of a blocking output reason"},
		{"deny without a reason", `{"decision":"deny","stopReason":"s"}`, true, false, "s", "INT-33: else stopReason"},
		{"deny with an empty reason", `{"decision":"deny","reason":""}`, true, false, NoReason, "INT-33"},
		{"ask", `{"decision":"ask","reason":"r"}`, false, false, "r", "HOOK-182"},
		{"stop", `{"continue":false,"reason":"r","stopReason":"s"}`, false, true, "s", "INT-33: of a stopping one stopReason"},
		{"stop without a stop reason", `{"continue":false,"reason":"r"}`, false, true, "r", "INT-33: else reason"},
		{"stop with empty texts", `{"continue":false,"reason":"","stopReason":""}`, false, true, NoReason, "INT-33"},
		{"both", `{"decision":"deny","continue":false,"reason":"r","stopReason":"s"}`, true, true, "r", "INT-33: it blocks"},
		{"continue", `{"continue":true}`, false, false, NoReason, "INT-15"},
		{"permissionDecisionReason", `{"decision":"deny","reason":"r","hookSpecificOutput":{"permissionDecisionReason":"p"}}`, true, false, "r", "HOOK-170: BeforeTool's alone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			final := NewDefaultOutput(answer(t, tt.in))
			assert.Equal(t, tt.blocking, final.IsBlockingDecision(), tt.reason)
			assert.Equal(t, tt.stopping, final.ShouldStopExecution(), tt.reason)
			assert.Equal(t, tt.effective, final.EffectiveReason(), tt.reason)
			blocked, reason := final.BlockingError()
			assert.Equal(t, tt.blocking, blocked, tt.reason)
			if tt.blocking {
				assert.Equal(t, tt.effective, reason, tt.reason)
			} else {
				assert.Empty(t, reason, tt.reason)
			}
			assert.Empty(t, final.Warnings())
		})
	}
}

func TestBeforeToolOutput(t *testing.T) {
	tests := []struct {
		name, in  string
		blocking  bool
		effective string
		warnings  []Warning
		reason    string
	}{
		{"nothing", `{}`, false, NoReason, nil, "HOOK-158"},
		{"decision", `{"decision":"deny","reason":"r"}`, true, "r", nil, "HOOK-016b"},
		{"permission denied", `{"reason":"r","hookSpecificOutput":{"permissionDecision":"deny"}}`, true, "r", nil, "HOOK-169"},
		{"permission blocked", `{"hookSpecificOutput":{"permissionDecision":"block","permissionDecisionReason":"p"}}`, true, "p", nil, "HOOK-199"},
		{"the permission's reason goes first", `{"decision":"deny","reason":"r","stopReason":"s","hookSpecificOutput":{"permissionDecisionReason":"p"}}`, true, "p", nil, "HOOK-170, HOOK-199"},
		{"permission allowed does not undo a decision", `{"decision":"deny","reason":"r","hookSpecificOutput":{"permissionDecision":"allow"}}`, true, "r", nil, "principle 2 of the interpretations"},
		{"permission asked", `{"hookSpecificOutput":{"permissionDecision":"ask"}}`, false, NoReason, nil, "HOOK-182"},
		{"a reason that is not a string", `{"decision":"deny","reason":"r","hookSpecificOutput":{"permissionDecisionReason":1}}`, true, "r", nil, "HOOK-199: when it is a string"},
		{"an empty permission reason", `{"decision":"deny","reason":"r","hookSpecificOutput":{"permissionDecisionReason":""}}`, true, "", nil, "HOOK-199: the empty text is a string, too"},
		{"stopping", `{"continue":false,"reason":"r","stopReason":"s"}`, false, "s", nil, "INT-33"},
		{"stopping and refused by permission", `{"continue":false,"reason":"r","stopReason":"s","hookSpecificOutput":{"permissionDecision":"deny"}}`, true, "r", nil, "INT-33: it blocks"},
		{"an unknown word", `{"hookSpecificOutput":{"permissionDecision":"Deny"}}`, false, NoReason,
			rules("INT-16", []string{`hookSpecificOutput.permissionDecision "Deny" is not one of block, deny, allow, approve, ask: it does not block`}), "INT-16"},
		{"no word", `{"hookSpecificOutput":{"permissionDecision":true}}`, false, NoReason,
			rules("INT-15", []string{"hookSpecificOutput.permissionDecision must be a string but is a boolean: the field counts as absent"}), "INT-15"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			final := BeforeToolClass.Of(answer(t, tt.in))
			assert.Equal(t, tt.blocking, final.IsBlockingDecision(), tt.reason)
			assert.Equal(t, tt.effective, final.EffectiveReason(), tt.reason)
			blocked, reason := final.BlockingError()
			assert.Equal(t, tt.blocking, blocked, tt.reason)
			if tt.blocking {
				assert.Equal(t, tt.effective, reason, tt.reason)
			} else {
				assert.Empty(t, reason, tt.reason)
			}
			assert.Equal(t, tt.warnings, final.Warnings(), tt.reason)
		})
	}
}

func TestClassesOfNoOutput(t *testing.T) {
	for _, class := range classes() {
		final := class.Of(nil)
		assert.False(t, final.IsBlockingDecision(), "HOOK-065: %s", final.Class())
		assert.False(t, final.ShouldStopExecution(), "HOOK-065: %s", final.Class())
		assert.Equal(t, NoReason, final.EffectiveReason(), "INT-33: %s", final.Class())
		assert.Equal(t, `{}`, compact(final.Output().Object()), final.Class())
		assert.Empty(t, final.Warnings(), final.Class())
	}
}
