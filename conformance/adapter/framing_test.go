package adapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
)

func TestServeAnswersFaultyLines(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 17<<20) + `"}`
	tests := []struct {
		name, line string
		id         string
		code       int64
		text       string
	}{
		{"garbage", "hello there", "null", adapter.CodeParseError, "not JSON"},
		{"half an object", `{"jsonrpc":"2.0",`, "null", adapter.CodeParseError, "not JSON"},
		{"two objects", `{} {}`, "null", adapter.CodeParseError, "not JSON"},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", "null", adapter.CodeParseError, "UTF-8"},
		{"too long", long, "null", adapter.CodeParseError, "longer than 16777216 bytes"},
		{"batch", `[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`, "null", adapter.CodeInvalidRequest, "a batch"},
		{"scalar", `42`, "null", adapter.CodeInvalidRequest, "not a JSON object"},
		{"no version", `{"id":1,"method":"shutdown"}`, "1", adapter.CodeInvalidRequest, "jsonrpc"},
		{"other version", `{"jsonrpc":"1.0","id":1,"method":"shutdown"}`, "1", adapter.CodeInvalidRequest, "jsonrpc"},
		{"no method", `{"jsonrpc":"2.0","id":"a"}`, `"a"`, adapter.CodeInvalidRequest, "lacks its method"},
		{"answer", `{"jsonrpc":"2.0","id":1,"result":{}}`, "1", adapter.CodeInvalidRequest, "lacks its method"},
		{"null id", `{"jsonrpc":"2.0","id":null,"method":"shutdown"}`, "null", adapter.CodeInvalidRequest, "id must be"},
		{"fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, "null", adapter.CodeInvalidRequest, "id must be"},
		{"negative id", `{"jsonrpc":"2.0","id":-1,"method":"shutdown"}`, "null", adapter.CodeInvalidRequest, "id must be"},
		{"params list", `{"jsonrpc":"2.0","id":1,"method":"hooks/fire","params":[1]}`, "1", adapter.CodeInvalidParams, "params must be an object, not an array"},
		{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"hook/fire","params":{}}`, "1", adapter.CodeMethodNotFound, `did you mean "hooks/fire"`},
		{"second initialize", hello, "0", adapter.CodeInvalidRequest, "already"},
		{"missing field", `{"jsonrpc":"2.0","id":1,"method":"hooks/fire","params":{"session":"s","payload":{}}}`, "1", adapter.CodeInvalidParams, "event is missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &fake{fire: func(context.Context, adapter.EventParams) (adapter.FireResult, error) {
				return adapter.FireResult{}, nil
			}}
			lines := answers(t, f, hello+"\n"+tt.line+"\n"+fire(9, "s")+"\n")
			require.Len(t, lines, 3)
			var got message
			require.NoError(t, json.Unmarshal([]byte(lines[1]), &got))
			require.NotNil(t, got.Error)
			assert.JSONEq(t, tt.id, string(got.ID))
			assert.Equal(t, tt.code, got.Error.Code)
			assert.Contains(t, got.Error.Message, tt.text)
			assert.Contains(t, lines[2], `"id":9,"result"`, "the next request is answered as if nothing had been")
		})
	}
}

func TestServeBeforeInitialize(t *testing.T) {
	lines := answers(t, &fake{}, fire(1, "s")+"\n")
	require.Len(t, lines, 1)
	assert.Contains(t, lines[0], "initialize comes first")

	lines = answers(t, &fake{}, strings.Replace(hello, "[1]", "[2,3]", 1)+"\n"+hello+"\n")
	require.Len(t, lines, 2)
	assert.Contains(t, lines[0], "protocolVersions [2 3] has no version that is spoken here, which is 1")
	assert.Contains(t, lines[1], `"protocolVersion":1`, "a refused initialize may be repeated")
}

func TestServeRefusesWrongHello(t *testing.T) {
	f := &fake{hello: func(r *adapter.InitializeResult) { r.Features["fires"] = true }}
	lines := answers(t, f, hello+"\n")
	require.Len(t, lines, 1)
	assert.Contains(t, lines[0], `unknown feature \"fires\", did you mean \"fire\"`)
	assert.Contains(t, lines[0], `"kind":"adapter"`)
}

func TestServeIgnores(t *testing.T) {
	// Blank lines are not messages, CRLF also ends a line, notifications get no
	// response, and an input may end without a line feed.
	input := "\n  \r\n" + hello + "\r\n" + `{"jsonrpc":"2.0","method":"anything"}` + "\n" + `{"jsonrpc":"2.0","id":7,"method":"shutdown"}`
	f := &fake{shutdown: make(chan struct{})}
	var out strings.Builder
	reader := iotest.OneByteReader(strings.NewReader(input))
	require.NoError(t, adapter.Serve(t.Context(), reader, &out, f, adapter.Options{}))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, lines, 2)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":7,"result":{}}`, lines[1])
	<-f.shutdown
}

func TestServeKeepsPayloadsAsTheyAre(t *testing.T) {
	input := `{"z":1.0,"a":12345678901234567890,"z2":"<&>","m":{"y":1e400,"b":[]}}`
	lines := answers(t, &fake{}, hello+"\n"+`{"jsonrpc":"2.0","id":"x","method":"component/chain","params":{"event":"BeforeTool","output":{},"input":`+input+"}}\n")
	require.Len(t, lines, 2)
	var got struct {
		ID     string
		Result struct{ Input json.RawMessage }
	}
	require.NoError(t, json.Unmarshal([]byte(lines[1]), &got))
	assert.Equal(t, "x", got.ID)
	unescaped := strings.NewReplacer(`\u003c`, "<", `\u0026`, "&", `\u003e`, ">").Replace(string(got.Result.Input))
	assert.Equal(t, input, unescaped, "digits and the order of keys pass through")
}

// Long lines are sent to a conversation that goes on: at the end of its input
// Serve gives the open requests seconds, which a loaded machine may need.

func TestServeTooLongAnswer(t *testing.T) {
	f := &fake{fire: func(context.Context, adapter.EventParams) (adapter.FireResult, error) {
		return adapter.FireResult{Warnings: []adapter.Log{{Level: "warn", Text: strings.Repeat("x", adapter.MaxLine)}}}, nil
	}}
	c := converse(t, f, adapter.Options{Heartbeat: -1})
	c.send(fire(1, "s"))
	got := c.receive()
	assert.JSONEq(t, "1", string(got.ID))
	require.NotNil(t, got.Error)
	assert.Contains(t, got.Error.Message, "the limit is 16777216")
}

func TestServeLongestLine(t *testing.T) {
	call := `{"jsonrpc":"2.0","id":1,"method":"component/chain","params":{"event":"BeforeTool","output":{},"input":{"a":"%s"}}}`
	fill := adapter.MaxLine - len(call) + len("%s")
	c := converse(t, &fake{}, adapter.Options{Heartbeat: -1})
	c.send(fmt.Sprintf(call, strings.Repeat("x", fill)) + "\r")
	got := c.receive()
	assert.JSONEq(t, "1", string(got.ID))
	assert.Nil(t, got.Error)
	c.send(fmt.Sprintf(call, strings.Repeat("x", fill+1)))
	got = c.receive()
	require.NotNil(t, got.Error)
	assert.Contains(t, got.Error.Message, "longer than")
}
