package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func fieldsOf(t testing.TB, text string) *jsonvalue.Object {
	t.Helper()
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err)
	return o
}

func TestFireGivesEverything(t *testing.T) {
	const hooks = `{"BeforeTool":[
		{"matcher":"^read_file$","hooks":[{"type":"command","command":"exit 1"}]},
		{"sequential":true,"hooks":[{"type":"command","command":"printf '{\"hookSpecificOutput\":{\"tool_input\":{\"a\":2}}}'"}]}]}`
	c := engine.NewConfig(engine.Options{EnableHooks: true, SessionID: "s-1", WorkingDir: t.TempDir(), Hooks: (&source{hooks: hooksOf(t, hooks)}).load})
	f := engine.Fire(t.Context(), engine.EventInput{Config: c, Event: hook.BeforeTool, Fields: fieldsOf(t, `{"tool_name":"write_file","tool_input":{"a":1}}`)})

	require.NotNil(t, f.Plan)
	assert.True(t, f.Plan.Sequential, "HOOK-164")
	assert.Len(t, f.Plan.Entries, 1)
	require.Len(t, f.Plan.Skipped, 1, "who did not run, and why")
	assert.Equal(t, "HOOK-021", f.Plan.Skipped[0].Rule)
	session, _ := f.Merged.Input.Object().GetString("session_id")
	assert.Equal(t, "s-1", session, "HOOK-215")
	require.Len(t, f.Merged.Results, 1)
	assert.True(t, f.Merged.Results[0].Success)
	rewrite, ok := f.Effects.Find(effect.Rewrite)
	require.True(t, ok, "HOOK-019")
	assert.Equal(t, fieldsOf(t, `{"a":2}`), rewrite.Change.ToolInput(nil), "HOOK-019")
	assert.Equal(t, effect.Verdict{Kind: effect.Allow, Rule: "HOOK-019", Why: "the tool runs with the input as the hook changed it"}, f.Verdict)
	assert.Equal(t, "runs the tool with the changed input", f.Words().Agent)
}

// Hooks read a payload exactly as given, even one that the agent would not send.
func TestFireGivesFieldsAsTheyAre(t *testing.T) {
	c := engine.NewConfig(engine.Options{EnableHooks: true, SessionID: "s-1", WorkingDir: t.TempDir(),
		Hooks: (&source{hooks: hooksOf(t, `{"AfterModel":[{"hooks":[{"type":"command","command":"true"}]}]}`)}).load})
	f := engine.Fire(t.Context(), engine.EventInput{Config: c, Event: hook.AfterModel, Fields: fieldsOf(t, `{"llm_response":7,"other":[1.50],"cwd":"/other"}`)})
	require.Len(t, f.Merged.Results, 1)
	stdin := string(f.Merged.Results[0].Stdin)
	assert.Contains(t, stdin, `"llm_response":7,"other":[1.50]}`)
	assert.Contains(t, stdin, `"cwd":"`+c.WorkingDir()+`"`, "HOOK-215: base fields are the session's")
}

func TestFireWhereNoHookRuns(t *testing.T) {
	hooks := func(text string) func() (engine.Hooks, error) { return (&source{hooks: hooksOf(t, text)}).load }
	tests := []struct {
		name    string
		options engine.Options
		planned bool
		reason  string
	}{
		{"off", engine.Options{Hooks: hooks(refusing)}, false, "HOOK-002, HOOK-010"},
		{"none", engine.Options{EnableHooks: true}, true, "HOOK-145"},
		{"another event's", engine.Options{EnableHooks: true, Hooks: hooks(`{"SessionEnd":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`)}, true, "HOOK-011"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := engine.Fire(t.Context(), engine.EventInput{Config: engine.NewConfig(tt.options), Event: hook.BeforeTool})
			assert.Equal(t, tt.planned, f.Plan != nil, tt.reason)
			assert.Equal(t, hook.Empty(), f.Merged, tt.reason)
			assert.Empty(t, f.Effects, tt.reason)
			assert.Equal(t, effect.Allow, f.Verdict.Kind, tt.reason)
		})
	}
}

func TestHandlerIsTheSessionsOwn(t *testing.T) {
	c := engine.NewConfig(engine.Options{EnableHooks: true})
	h := c.Handler(t.Context())
	require.NotNil(t, h)
	assert.Same(t, h, c.Handler(t.Context()), "HOOK-007")
	own, err := c.HookSystem().EventHandler()
	require.NoError(t, err, "HOOK-008, HOOK-206: initialized by the first event")
	assert.Same(t, own, h, "HOOK-007")
	assert.Nil(t, engine.NewConfig(engine.Options{}).Handler(t.Context()), "HOOK-002")
	var none *engine.Config
	assert.Nil(t, none.Handler(t.Context()), "HOOK-111: every public function of the layer has a safe default")
}
