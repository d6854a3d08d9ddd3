package bus_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/bus"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

func object(t testing.TB, text string) *jsonvalue.Object {
	t.Helper()
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err)
	return o
}

func configOf(t testing.TB, hooks string, change ...func(*engine.Options)) *engine.Config {
	t.Helper()
	node, err := document.Parse("settings.json", []byte(hooks), document.Options{})
	require.NoError(t, err)
	options := engine.Options{
		EnableHooks: true, SessionID: "session-1", WorkingDir: t.TempDir(),
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
	}
	for _, f := range change {
		f(&options)
	}
	return engine.NewConfig(options)
}

// payload returns an input of an event.
func payload(event hook.Event) string {
	return string(jsonvalue.Marshal(dialect.LLxprt().Sample(event, "")))
}

func request(id string, event hook.Event, input string) string {
	return fmt.Sprintf(`{"correlationId":%q,"eventName":%q,"input":%s}`, id, event, input)
}

func TestEveryEventCanBeFired(t *testing.T) {
	for _, event := range dialect.LLxprt().EventNames() {
		t.Run(string(event), func(t *testing.T) {
			c := configOf(t, `{"`+string(event)+`":[{"hooks":[{"type":"command","command":"cat > in.json; echo careful"}]}]}`)
			input := object(t, payload(event))
			input.Set("hook_event_name", string(event))
			input.Set("cwd", "/other")
			response, answerable := bus.NewBridge(c).Answer(t.Context(), object(t, request("id-1", event, string(jsonvalue.Marshal(input)))))
			require.True(t, answerable, "INT-44")

			output, ok := response.GetObject("output")
			require.True(t, ok, "INT-44: %s", jsonvalue.Marshal(response))
			duration, _ := output.Get("totalDuration")
			assert.IsType(t, json.Number(""), duration, "INT-10: milliseconds")
			output.Set("totalDuration", json.Number("0"))
			const answer = `{"decision":"allow","systemMessage":"careful"}`
			assert.Equal(t, `{"correlationId":"id-1","success":true,"output":{"success":true,"finalOutput":`+answer+`,"allOutputs":[`+answer+`],"errors":[],"totalDuration":0}}`,
				string(jsonvalue.Marshal(response)), "INT-44, HOOK-064")
			stdin, err := os.ReadFile(filepath.Join(c.WorkingDir(), "in.json"))
			require.NoError(t, err)
			assert.NoError(t, schemas.ValidateBytes(schemas.Stdin(string(event)), "stdin", stdin, document.Options{}), "HOOK-215: base fields are filled in")
			assert.Contains(t, string(stdin), `{"session_id":"session-1","transcript_path":"","cwd":"`+c.WorkingDir()+`",`, "HOOK-215: from the configuration")
		})
	}
}

func TestWhatIsNoRequestIsRefused(t *testing.T) {
	good := payload(hook.BeforeTool)
	tests := []struct {
		name, in, code, want string
		reason               string
	}{
		{"no event", `{"correlationId":"1","input":` + good + `}`, "invalid_request", "eventName must be a string", "INT-44"},
		{"event is not a string", `{"correlationId":"1","eventName":7,"input":` + good + `}`, "invalid_request", "eventName must be a string", "INT-44"},
		{"unknown event", request("1", "beforetool", good), "unknown_event", `"beforetool" is not a hook event`, "INT-44"},
		{"no input", `{"correlationId":"1","eventName":"BeforeTool"}`, "invalid_request", "input must be an object", "INT-44"},
		{"input is not an object", request("1", hook.BeforeTool, `[]`), "invalid_request", "input must be an object", "INT-44"},
		{"field missing", request("1", hook.BeforeTool, `{"tool_name":"t"}`), "invalid_input", "tool_input", "INT-44"},
		{"wrong type", request("1", hook.BeforeTool, `{"tool_name":"t","tool_input":[]}`), "invalid_input", "/tool_input", "INT-44"},
		{"base field of the wrong type", request("1", hook.BeforeTool, `{"session_id":1,"tool_name":"t","tool_input":{}}`), "invalid_input", "/session_id", "INT-44"},
		{"input of another event", request("1", hook.BeforeTool, `{"hook_event_name":"AfterTool","tool_name":"t","tool_input":{}}`), "invalid_input", "/hook_event_name", "INT-44"},
		{"value out of range", request("1", hook.SessionStart, `{"source":"crash"}`), "invalid_input", "/source", "INT-44"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := configOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`)
			response, answerable := bus.NewBridge(c).Answer(t.Context(), object(t, tt.in))
			assert.True(t, answerable, tt.reason)
			assert.Equal(t, []string{"correlationId", "success", "error"}, response.Keys(), tt.reason)
			id, _ := response.GetString("correlationId")
			assert.Equal(t, "1", id, tt.reason)
			success, ok := response.GetBool("success")
			assert.True(t, ok && !success, tt.reason)
			fault, _ := response.GetObject("error")
			code, _ := fault.GetString("code")
			assert.Equal(t, tt.code, code, tt.reason)
			message, _ := fault.GetString("message")
			assert.Contains(t, message, tt.want, tt.reason)
			assert.Zero(t, c.Counters().ProcessesStarted, "%s: nothing runs", tt.reason)
		})
	}
}

func TestAnswersWhereHooksAreOff(t *testing.T) {
	response, answerable := bus.NewBridge(engine.NewConfig(engine.Options{})).Answer(t.Context(), object(t, request("1", hook.BeforeTool, payload(hook.BeforeTool))))
	require.True(t, answerable)
	assert.Equal(t, `{"correlationId":"1","success":true,"output":{"success":true,"allOutputs":[],"errors":[],"totalDuration":0}}`, string(jsonvalue.Marshal(response)), "HOOK-010, HOOK-145")
}

// inbox collects responses by their correlation id.
type inbox struct {
	mu    sync.Mutex
	count map[string]int
	came  chan string
}

func listen(b *bus.Bus) *inbox {
	box := &inbox{count: map[string]int{}, came: make(chan string, 1000)}
	b.Subscribe(bus.ExecutionResponse, func(m bus.Message) {
		id, _ := m.Payload.GetString("correlationId")
		box.mu.Lock()
		box.count[id]++
		box.mu.Unlock()
		box.came <- id
	})
	return box
}

func (box *inbox) all() map[string]int {
	box.mu.Lock()
	defer box.mu.Unlock()
	return box.count
}

func TestOneResponseForEachRequest(t *testing.T) {
	var b bus.Bus
	box := listen(&b)
	c := configOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`)
	stop := bus.NewBridge(c).Serve(t.Context(), &b)

	want := map[string]int{}
	var publishers sync.WaitGroup
	for i := range 20 {
		id := fmt.Sprintf("id-%d", i)
		want[id] = 1
		text := request(id, hook.BeforeTool, payload(hook.BeforeTool))
		if i%4 == 3 {
			text = request(id, "Nothing", `{}`)
		}
		message := bus.Message{Type: bus.ExecutionRequest, Payload: object(t, text)}
		publishers.Go(func() { b.Publish(message) })
	}
	publishers.Wait()
	stop()
	assert.Equal(t, want, box.all(), "INT-44: exactly one each, good or bad")
	assert.EqualValues(t, 15, c.Counters().ProcessesStarted)
}

func TestASlowHookDelaysNoOtherRequest(t *testing.T) {
	var b bus.Bus
	box := listen(&b)
	c := configOf(t, `{"SessionStart":[{"hooks":[{"type":"command","command":"until [ -e go ]; do sleep 0.01; done"}]}]}`)
	stop := bus.NewBridge(c).Serve(t.Context(), &b)
	b.Publish(bus.Message{Type: bus.ExecutionRequest, Payload: object(t, request("slow", hook.SessionStart, payload(hook.SessionStart)))})
	b.Publish(bus.Message{Type: bus.ExecutionRequest, Payload: object(t, request("fast", hook.SessionEnd, payload(hook.SessionEnd)))})
	assert.Equal(t, "fast", <-box.came)

	stopped := make(chan struct{})
	go func() { stop(); close(stopped) }()
	require.NoError(t, os.WriteFile(filepath.Join(c.WorkingDir(), "go"), nil, 0o600))
	<-stopped
	assert.Equal(t, map[string]int{"fast": 1, "slow": 1}, box.all(), "stop waits for the answers under way")

	b.Publish(bus.Message{Type: bus.ExecutionRequest, Payload: object(t, request("late", hook.SessionEnd, payload(hook.SessionEnd)))})
	assert.Equal(t, map[string]int{"fast": 1, "slow": 1}, box.all(), "requests are not answered after stop")
}

func TestRequestsWithoutACorrelationIDAreDropped(t *testing.T) {
	for _, text := range []string{
		`{"eventName":"BeforeTool","input":` + payload(hook.BeforeTool) + `}`,
		request("", hook.BeforeTool, payload(hook.BeforeTool)),
		`{"correlationId":5,"eventName":"BeforeTool","input":{}}`,
		`{}`,
	} {
		var b bus.Bus
		var log bytes.Buffer
		box := listen(&b)
		c := configOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`, func(o *engine.Options) {
			o.Log = slog.New(slog.NewTextHandler(&log, nil))
		})
		stop := bus.NewBridge(c).Serve(t.Context(), &b)
		b.Publish(bus.Message{Type: bus.ExecutionRequest, Payload: object(t, text)})
		stop()
		assert.Empty(t, box.all(), "INT-44: the answer could not be assigned to a request")
		assert.Contains(t, log.String(), `level=WARN msg="hook execution request without a correlation id: dropped" namespace=llxprt:core:hooks:bus`, "INT-44")
		assert.Zero(t, c.Counters().ProcessesStarted, "INT-44")
	}
	var b bus.Bus
	box := listen(&b)
	stop := bus.NewBridge(engine.NewConfig(engine.Options{})).Serve(t.Context(), &b)
	b.Publish(bus.Message{Type: bus.ExecutionRequest})
	stop()
	assert.Empty(t, box.all(), "INT-44: a message without a payload")
}
