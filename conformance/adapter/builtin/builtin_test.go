package builtin_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// open opens a session over merged settings.
func (c *conversation) open(session, dir, settings, more string) {
	c.t.Helper()
	c.call(adapter.MethodSessionOpen, fmt.Sprintf(`{"session":%q,"cwd":%q,"sessionId":"id","env":{"RECORD":%q},"settings":%s%s}`,
		session, dir, filepath.Join(dir, "record"), settings, more))
}

func command(event, text string) string {
	return fmt.Sprintf(`{"enableHooks":true,"hooks":{%q:[{"hooks":[{"type":"command","command":%q}]}]}}`, event, record+text)
}

func fire(session, event, payload string) string {
	return fmt.Sprintf(`{"session":%q,"event":%q,"payload":%s}`, session, event, payload)
}

const toolPayload = `{"toolName":"t","toolInput":{"n":1.0}}`

func (c *conversation) fireTool(session string) adapter.FireResult {
	c.t.Helper()
	var r adapter.FireResult
	require.NoError(c.t, json.Unmarshal(c.call(adapter.MethodFire, fire(session, "BeforeTool", toolPayload)), &r))
	return r
}

func TestWarningsOfAFiring(t *testing.T) {
	tests := []struct {
		name, command string
		want          []string
		reason        string
	}{
		{"failure", `echo boom >&2; exit 3`, []string{"exitCode=3", `stderr="boom\n"`}, "HOOK-023: exit code and stderr"},
		{"unknown decision", `echo '{"decision":"Deny"}'`, []string{`"Deny"`, "rule=INT-16"}, "INT-16"},
		{"wrong type", `echo '{"continue":"no"}'`, []string{"continue must be a boolean", "rule=INT-15"}, "INT-15"},
		{"no answer", `echo 42`, []string{"INT-13"}, "INT-13"},
		{"unknown permission decision", `echo '{"hookSpecificOutput":{"permissionDecision":"no"}}'`, []string{"permissionDecision"}, "INT-16, HOOK-199"},
		{"refusal", `echo no >&2; exit 2`, nil, "HOOK-016a: a refusal is not a failure that needs a warning"},
		{"health", `echo '{}'`, nil, "nothing happened"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := project(t)
			c := started(t)
			c.open("s", dir, command("BeforeTool", tt.command), "")
			r := c.fireTool("s")
			if tt.want == nil {
				assert.Empty(t, r.Warnings, tt.reason)
			} else {
				require.NotEmpty(t, r.Warnings, tt.reason)
				for _, want := range tt.want {
					assert.Contains(t, r.Warnings[0].Text, want, tt.reason)
				}
			}
			assert.Empty(t, c.warned(), "the warnings of a firing are in its result")
			assert.Equal(t, 1, checkRecords(t, dir))
		})
	}
}

func TestTelemetryOfAFiring(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeTool", "echo '{}'"), "")
	r := c.fireTool("s")
	for where, lines := range map[string][]adapter.Log{"log": c.logs, "answer": r.Telemetry} {
		var fired []string
		for _, l := range lines {
			if l.Level == "debug" && strings.Contains(l.Text, "totalDuration=") {
				fired = append(fired, l.Text)
			}
		}
		require.Len(t, fired, 1, "HOOK-146: one line for each event, in the %s", where)
		for _, want := range []string{"event=BeforeTool", "hooks=1", "success=true"} {
			assert.Contains(t, fired[0], want, "HOOK-146")
		}
	}
	c.logs = nil
	assert.Len(t, c.fireTool("s").Telemetry, len(r.Telemetry), "no line of the firing before")
}

func TestWarningsOfSettingsComeWithTheNextFiring(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, `{"tools":{"enableHooks":true},"hooks":{"BeforeTools":[],"BeforeTool":[{"hooks":[{"type":"shell","command":"x"}]}]}}`, "")
	c.call(adapter.MethodSystemInitialize, `{"session":"s"}`)
	r := c.fireTool("s")
	all := ""
	for _, w := range r.Warnings {
		assert.Equal(t, "warn", w.Level)
		all += w.Text + "\n"
	}
	for _, want := range []string{"tools.enableHooks", "hooks.BeforeTools", "HOOK-191"} {
		assert.Contains(t, all, want, "HOOK-191, INT-35")
	}
	assert.Empty(t, c.fireTool("s").Warnings, "each is reported once")
}

func TestUnreadableHooks(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeTool", "echo no >&2; exit 2"), `,"unreadable":"the disk is on fire"`)
	r := c.fireTool("s")
	assert.Equal(t, adapter.Aggregated{Success: true, AllOutputs: []adapter.Object{}, Errors: []string{}, TotalDuration: "0"}, r.Aggregated, "HOOK-113")
	require.Len(t, r.Warnings, 1, "HOOK-113")
	assert.Equal(t, "warn", r.Warnings[0].Level)
	assert.Contains(t, r.Warnings[0].Text, "the disk is on fire")
	c.send(`{"id":1,"method":"system/initialize","params":{"session":"s"}}`)
	assert.Contains(t, string(c.receive().Error), `reading hooks: the disk is on fire`, "the engine's own error, passed on as it is")
	assert.Equal(t, 0, checkRecords(t, dir), "no hook has run")
}

func TestCallersWarnByLog(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeTool", "echo boom >&2; exit 3"), "")
	c.call(adapter.MethodToolExecute, `{"session":"s","toolName":"t","toolInput":{},"tool":{"result":{"llmContent":"x","returnDisplay":"x"}}}`)
	require.Len(t, c.warned(), 1, "HOOK-023")
	assert.Contains(t, c.warned()[0], "exitCode=3")
	assert.Empty(t, c.fireTool("s").Warnings[1:], "and not again with the next firing")
}

func TestSessionsDoNotMix(t *testing.T) {
	dir := project(t)
	c := started(t)
	const sessions = 4
	for i := range sessions {
		name := fmt.Sprintf("s%d", i)
		c.open(name, dir, command("BeforeTool", "echo only-"+name+" >&2; exit 1"), "")
	}
	for round := range 5 {
		for i := range sessions {
			c.send(fmt.Sprintf(`{"id":%d,"method":"hooks/fire","params":%s}`, i, fire(fmt.Sprintf("s%d", i), "BeforeTool", toolPayload)))
		}
		for range sessions {
			a := c.receive()
			var r adapter.FireResult
			require.NoError(t, json.Unmarshal(a.Result, &r))
			require.Len(t, r.Warnings, 1, "round %d", round)
			assert.Contains(t, r.Warnings[0].Text, fmt.Sprintf("only-s%d", a.ID))
			require.Len(t, r.Aggregated.AllOutputs, 1)
			assert.Contains(t, string(r.Aggregated.AllOutputs[0]), fmt.Sprintf("only-s%d", a.ID))
		}
	}
	assert.Equal(t, 5*sessions, checkRecords(t, dir))
}

func TestEnvironment(t *testing.T) {
	t.Setenv("HOOKTEST_KEPT", "kept")
	t.Setenv("HOOKTEST_GONE", "gone")
	t.Setenv("HOOKTEST_CHANGED", "before")
	dir := project(t)
	c := started(t)
	show := `echo "$HOOKTEST_KEPT|${HOOKTEST_GONE-unset}|$HOOKTEST_CHANGED|$HOOKTEST_NEW|$LLXPRT_PROJECT_DIR"`
	c.call(adapter.MethodSessionOpen, fmt.Sprintf(
		`{"session":"s","cwd":%q,"sessionId":"id","env":{"RECORD":%q,"HOOKTEST_GONE":null,"HOOKTEST_CHANGED":"after","HOOKTEST_NEW":"a=b"},"settings":%s}`,
		dir, filepath.Join(dir, "record"), command("BeforeTool", show)))
	r := c.fireTool("s")
	require.NotNil(t, r.Aggregated.FinalOutput)
	assert.Equal(t, "kept|unset|after|a=b|"+dir, *r.Aggregated.FinalOutput.SystemMessage, "HOOK-188")
}

func TestSettingsFiles(t *testing.T) {
	dir := project(t)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	group := `{"BeforeTool":[{"hooks":[{"type":"command","command":"./%s"}]}]}`
	project := write("project.json", fmt.Sprintf(`{"hooks":`+group+`}`, "greet"))
	user := write("user.json", fmt.Sprintf(`{"enableHooks":true,"hooks":`+group+`}`, "silent"))
	system := write("system.json", fmt.Sprintf(`{"enableHooks":false,"hooks":`+group+`}`, "deny"))
	broken := write("broken.json", `{"enableHooks":true,`)

	open := func(c *conversation, files string) {
		c.call(adapter.MethodSessionOpen, fmt.Sprintf(`{"session":"s","cwd":%q,"sessionId":"id","env":{"RECORD":%q},"settingsFiles":[%s]}`,
			dir, filepath.Join(dir, "record"), files))
	}
	file := func(scope, path string) string { return fmt.Sprintf(`{"scope":%q,"path":%q}`, scope, path) }

	c := started(t)
	open(c, strings.Join([]string{file("system", system), file("user", user), file("project", filepath.Base(project))}, ","))
	var plan adapter.PlanResult
	require.NoError(t, json.Unmarshal(c.call(adapter.MethodPlan, fire("s", "BeforeTool", toolPayload)), &plan))
	require.NotNil(t, plan.Plan, "INT-35: the user's scalar wins over the system's")
	var commands []string
	for _, h := range plan.Plan.Hooks {
		commands = append(commands, h.Command)
	}
	assert.Equal(t, []string{"./greet", "./silent", "./deny"}, commands, "INT-35: project, user, system")
	c.call(adapter.MethodSessionClose, `{"session":"s"}`)

	open(c, file("project", broken))
	r := c.fireTool("s")
	assert.Nil(t, r.Aggregated.FinalOutput)
	require.Len(t, r.Warnings, 1, "an agent goes on without its hooks, and says so")
	assert.Contains(t, r.Warnings[0].Text, "broken.json:1:")
	assert.JSONEq(t, `{"hookSystem":null}`, string(c.call(adapter.MethodSystemStatus, `{"session":"s"}`)))
}

func TestFaultyRequests(t *testing.T) {
	const settings = `{"enableHooks":true,"hooks":{}}`
	tests := []struct{ name, method, params, want string }{
		{"unknown session", "hooks/fire", fire("x", "BeforeTool", toolPayload), `no session \"x\" is open`},
		{"session twice", "session/open", `{"session":"s","cwd":"/","sessionId":"i"}`, `session \"s\" is already open`},
		{"settings twice", "session/open", `{"session":"n","cwd":"/","sessionId":"i","settings":{},"settingsFiles":[{"scope":"user","path":"x"}]}`, "either settings or settingsFiles"},
		{"unknown scope", "session/open", `{"session":"n","cwd":"/","sessionId":"i","settingsFiles":[{"scope":"home","path":"x"}]}`, "settingsFiles[0].scope"},
		{"scope twice", "session/open", `{"session":"n","cwd":"/","sessionId":"i","settingsFiles":[{"scope":"user","path":"x"},{"scope":"user","path":"y"}]}`, "settingsFiles[1].scope user is given twice"},
		{"unknown event", "hooks/fire", fire("s", "BeforeTools", `{}`), `event \"BeforeTools\"`},
		{"payload", "hooks/fire", fire("s", "BeforeTool", `{"toolName":1,"tool_input":{}}`), "payload.toolName must be of type string, not number; payload.toolInput is missing; payload.tool_input is not a field of BeforeTool"},
		{"payload of a plan", "hooks/plan", fire("s", "BeforeTool", `{"toolName":null}`), "payload.toolName must be of type string, not null"},
		{"no tool", "tool/execute", `{"session":"s","toolName":"t","toolInput":{},"tool":{}}`, "either result or throws"},
		{"two tools", "tool/execute", `{"session":"s","toolName":"t","toolInput":{},"tool":{"throws":"x","result":{}}}`, "either result or throws"},
		{"late abort", "model/generate", `{"session":"s","request":{},"model":{"chunks":[],"abortAfter":1}}`, "model.abortAfter must be from 0 to 0"},
		{"unknown accessor", "system/access", `{"session":"s","what":"planner"}`, "what must be registry or eventHandler"},
		{"unknown direction", "component/translate", `{"direction":"up","value":{}}`, `direction \"up\"`},
		{"scalar value", "component/translate", `{"direction":"toHookLLMRequest","value":1}`, "value must be an object"},
		{"unknown make", "component/output", `{"make":"new","event":"BeforeTool","data":{}}`, "make must be"},
		{"no class", "component/output", `{"make":"class","data":{}}`, "output classes"},
		{"no event", "component/output", `{"make":"create","data":{}}`, "hook events"},
		{"negative duration", "component/aggregate", `{"event":"BeforeTool","results":[{"success":true,"duration":-1}]}`, "results[0].duration"},
		{"more than a year", "component/aggregate", `{"event":"BeforeTool","results":[{"success":true,"duration":1},{"success":true,"duration":31536000001}]}`,
			"results[1].duration must be a number of milliseconds from 0 to 31536000000, not 31536000001"},
		{"beyond all numbers", "component/aggregate", `{"event":"BeforeTool","results":[{"success":true,"duration":1e400}]}`, "results[0].duration must be a number"},
		{"chain event", "component/chain", `{"event":"x","input":{},"output":{}}`, "hook events"},
	}
	dir := project(t)
	c := started(t)
	c.open("s", dir, settings, "")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.send(fmt.Sprintf(`{"id":3,"method":%q,"params":%s}`, tt.method, tt.params))
			a := c.receive()
			assert.Contains(t, string(a.Error), tt.want)
		})
	}
}

func TestStoppedTool(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeTool", `echo '{"continue":false,"stopReason":"enough"}'`), "")
	got := c.call(adapter.MethodToolExecute, `{"session":"s","toolName":"t","toolInput":{},"tool":{"result":{"llmContent":"x","returnDisplay":"x"}}}`)
	matches(t, []byte(`{"executed":false,"inputSeen":null,"result":{"llmContent":"enough","returnDisplay":"*","error":"*"},"agentStopped":true,"stopReason":"enough","published":["*"],"transitions":"*","attempts":1}`), got, "HOOK-020, INT-40")
}

func TestBlockedModel(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeModel", `echo '{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"cached"}}}'`), "")
	response := `{"candidates":[{"content":{"role":"model","parts":[{"text":"cached"}]},"finishReason":"STOP"}]}`
	got := c.call(adapter.MethodModelGenerate, `{"session":"s","request":{"model":"m","contents":"q"},"model":{"chunks":[{"candidates":[]}]}}`)
	matches(t, []byte(`{"modelCalled":false,"streamOpened":false,"requestSent":null,"response":`+response+`,"displayed":["*"],"displaySuppressed":false,"agentStopped":false,"afterModelFired":false,"conversation":"q\ncached","toolCalls":[]}`),
		got, "HOOK-036, HOOK-138, HOOK-174")
}
