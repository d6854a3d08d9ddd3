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
func (c *conversation) open(session, dir, settings string) {
	c.t.Helper()
	c.call(adapter.MethodSessionOpen, fmt.Sprintf(`{"session":%q,"cwd":%q,"sessionId":"id","settings":%s}`, session, dir, settings))
}

func command(event, text string) string {
	return fmt.Sprintf(`{"enableHooks":true,"hooks":{%q:[{"hooks":[{"type":"command","command":%q}]}]}}`, event, text)
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

func TestTelemetryOfAFiring(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeTool", "echo '{}'"))
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

func TestCallersWarnByLog(t *testing.T) {
	dir := project(t)
	c := started(t)
	c.open("s", dir, command("BeforeTool", "echo boom >&2; exit 3"))
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
		c.open(name, dir, command("BeforeTool", "echo only-"+name+" >&2; exit 1"))
	}
	for round := range 2 {
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
}

func TestEnvironment(t *testing.T) {
	t.Setenv("HOOKTEST_KEPT", "kept")
	t.Setenv("HOOKTEST_GONE", "gone")
	t.Setenv("HOOKTEST_CHANGED", "before")
	dir := project(t)
	c := started(t)
	show := `echo "$HOOKTEST_KEPT|${HOOKTEST_GONE-unset}|$HOOKTEST_CHANGED|$HOOKTEST_NEW|$LLXPRT_PROJECT_DIR"`
	c.call(adapter.MethodSessionOpen, fmt.Sprintf(
		`{"session":"s","cwd":%q,"sessionId":"id","env":{"HOOKTEST_GONE":null,"HOOKTEST_CHANGED":"after","HOOKTEST_NEW":"a=b"},"settings":%s}`,
		dir, command("BeforeTool", show)))
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
		c.call(adapter.MethodSessionOpen, fmt.Sprintf(`{"session":"s","cwd":%q,"sessionId":"id","settingsFiles":[%s]}`, dir, files))
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
	c.open("s", dir, settings)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.send(fmt.Sprintf(`{"id":3,"method":%q,"params":%s}`, tt.method, tt.params))
			a := c.receive()
			assert.Contains(t, string(a.Error), tt.want)
		})
	}
}
