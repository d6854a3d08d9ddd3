package process

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name, in string
		want     message
	}{
		{"result", `{"jsonrpc":"2.0","id":7,"result":{"n":1.50}}`, message{id: 7, result: json.RawMessage(`{"n":1.50}`)}},
		{"spaces", ` { "result" : {} , "id" : 7 , "jsonrpc" : "2.0" }` + "\r", message{id: 7, result: json.RawMessage(`{}`)}},
		{"more members", `{"jsonrpc":"2.0","id":7,"result":{},"took":3}`, message{id: 7, result: json.RawMessage(`{}`)}},
		{"error", `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"m"}}`, message{id: 7, err: &adapter.Error{Code: -32602, Message: "m"}}},
		{"engine's error", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m","data":{"kind":"engine","stack":[]}}}`, message{id: 7, err: &adapter.Error{Code: 1, Message: "m", Kind: adapter.KindEngine}}},
		{"data of another form", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m","data":"d"}}`, message{id: 7, err: &adapter.Error{Code: 1, Message: "m"}}},
		{"unsupported feature", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m","data":{"unsupported":"chain"}}}`, message{id: 7, err: &adapter.Error{Code: 1, Message: "m", Kind: adapter.KindUnsupported, Feature: adapter.FeatureChain}}},
		{"unknown method", `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"m"}}`, message{id: 7, err: &adapter.Error{Code: -32601, Message: "m", Kind: adapter.KindUnsupported}}},
		{"notification", `{"jsonrpc":"2.0","method":"$/log","params":[1]}`, message{method: "$/log", params: json.RawMessage(`[1]`)}},
		{"notification without parameters", `{"jsonrpc":"2.0","method":"x"}`, message{method: "x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parse([]byte(tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestParseFaults(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", ``, "not JSON"},
		{"spaces", ` `, "not JSON"},
		{"two messages", `{"jsonrpc":"2.0","id":7,"result":{}}{}`, "not JSON"},
		{"number", `7`, "not a JSON object"},
		{"batch", `[]`, "batch"},
		{"encoding", "\"\xff\"", "not UTF-8"},
		{"number as version", `{"jsonrpc":2.0,"id":7,"result":{}}`, `"jsonrpc":"2.0"`},
		{"member in capitals", `{"jsonrpc":"2.0","ID":7,"result":{}}`, "lacks its id"},
		{"null error next to a result", `{"jsonrpc":"2.0","id":7,"result":{},"error":null}`, "both result and error"},
		{"fraction", `{"jsonrpc":"2.0","id":7.0,"result":{}}`, `id "7.0" was never asked`},
		{"exponent", `{"jsonrpc":"2.0","id":7e0,"result":{}}`, "was never asked"},
		{"minus nothing", `{"jsonrpc":"2.0","id":-0,"result":{}}`, "was never asked"},
		{"large id", `{"jsonrpc":"2.0","id":99999999999999999999,"result":{}}`, "was never asked"},
		{"code as text", `{"jsonrpc":"2.0","id":7,"error":{"code":"1","message":"m"}}`, "code or message"},
		{"no message", `{"jsonrpc":"2.0","id":7,"error":{"code":1}}`, "code or message"},
		{"null error", `{"jsonrpc":"2.0","id":7,"error":null}`, "code or message"},
		{"method and result", `{"jsonrpc":"2.0","method":"x","result":{}}`, "makes no requests"},
		{"method without a name", `{"jsonrpc":"2.0","method":3}`, "method is not a name"},
		{"long line", `{"jsonrpc":"1.0","x":"` + strings.Repeat("x", 200) + `"}`, "more bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parse([]byte(tt.in))
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// Every accepted message is valid JSON-RPC.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m","data":{"kind":"engine"}}}`,
		`{"jsonrpc":"2.0","method":"$/heartbeat","params":{"id":7}}`, `[]`, ``, "\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, err := parse(line)
		if err != nil {
			return
		}
		var object map[string]any
		require.NoError(t, json.Unmarshal(line, &object))
		assert.Equal(t, "2.0", object["jsonrpc"])
		if m.method != "" {
			assert.Equal(t, m.method, object["method"])
			assert.NotContains(t, object, "id")
			return
		}
		_, result := object["result"]
		_, fault := object["error"]
		assert.NotEqual(t, result, fault)
		assert.Equal(t, fault, m.err != nil)
	})
}

func TestTail(t *testing.T) {
	tl := &tail{limit: 5}
	write := func(text string) {
		n, err := tl.Write([]byte(text))
		require.NoError(t, err)
		require.Equal(t, len(text), n)
	}
	assert.Empty(t, tl.String())
	write("abc")
	write("de")
	assert.Equal(t, "abcde", tl.String())
	write("f")
	assert.Equal(t, "…bcdef", tl.String())
	write(strings.Repeat("x", 100) + "é123")
	assert.Equal(t, "…é123", tl.String())
	write("4")
	assert.Equal(t, "…\uFFFD1234", tl.String(), "half a character is marked")
}

func TestTheLastWordsAreShownWithoutADump(t *testing.T) {
	const cause = "starting\npanic: no such hook\n\n"
	first := "goroutine 7 [running]:\nmain.fire()\n\t/src/fire.go:7 +0x1d\n" + strings.Repeat("main.more(...)\n", 5)
	others := strings.Repeat("\ngoroutine 8 [select]:\nmain.serve()\ncreated by main.main in goroutine 1\n", 60)
	for _, test := range []struct{ name, in, want string }{
		{"a panic", cause + first + others + "exit status 2\n", cause + first + "(240 more lines)\nexit status 2\n"},
		{"a short dump", cause + "goroutine 7 gp=0xc000002380 m=0 [running]:\nmain.fire()\n", cause + "goroutine 7 gp=0xc000002380 m=0 [running]:\nmain.fire()\n"},
		{"no dump", "goroutine 7 ends:\n" + strings.Repeat("why\n", 20), "goroutine 7 ends:\n" + strings.Repeat("why\n", 20)},
		{"calls that are not a dump", strings.Repeat("fire(7)\n", 20), strings.Repeat("fire(7)\n", 20)},
		{"the adapter was killed while it wrote one", cause + first + others + "main.ser", cause + first + "(240 more lines)\n"},
		{"it goes on after a dump", first + others + "recovered\n" + first + others + "ended\n", first + "(240 more lines)\nrecovered\n" + first + "(240 more lines)\nended\n"},
	} {
		tl := &tail{limit: 1 << 16}
		_, err := tl.Write([]byte(test.in))
		require.NoError(t, err)
		assert.Equal(t, test.want, tl.lastWords(), test.name)
	}
	tl := &tail{limit: 400}
	_, err := tl.Write([]byte(cause + first + others + "exit status 2\n"))
	require.NoError(t, err)
	assert.Regexp(t, `^…(.*\n){8}\(\d+ more lines\)\nexit status 2\n$`, tl.lastWords(), "the dump's first lines were dropped")
}
