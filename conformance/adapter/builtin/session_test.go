package builtin_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/executable"
	"github.com/hooktest/hooktest/schemas"
)

// record keeps what a hook reads, each in a file of its own.
const record = `cat >"${RECORD:?}/$$.json"` + "\n"

// hooks are the scripts of the recorded conversation.
func hooks() map[string]string {
	return map[string]string{
		"deny":     `echo '{"decision":"deny","reason":"no writes"}'`,
		"rewrite":  `echo '{"hookSpecificOutput":{"tool_input":{"path":"b.txt"}}}'`,
		"fail":     `echo boom >&2; exit 3`,
		"annotate": `echo '{"suppressOutput":true,"systemMessage":"formatted","hookSpecificOutput":{"additionalContext":"2 lines"}}'`,
		"cool":     `echo '{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0.1}}}}'`,
		"answer":   `echo '{"hookSpecificOutput":{"llm_response":{"text":"hi"}}}'`,
		"choose":   `echo '{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["b","a"]}}}'`,
		"context":  `echo '{"hookSpecificOutput":{"additionalContext":"mind the gap"}}'`,
		"refuse":   `echo not yet >&2; exit 2`,
		"greet":    `echo welcome`,
		"silent":   ``,
	}
}

// project makes a directory with the scripts and a place for their records.
func project(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the hooks are shell scripts")
	}
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "record"), 0o755))
	for name, body := range hooks() {
		require.NoError(t, executable.Write(filepath.Join(dir, name), []byte("#!/bin/sh\n"+record+body+"\n")))
	}
	return dir
}

// checkRecords holds everything that hooks have read against the schema of its
// event, and gives the number of records.
func checkRecords(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "record", "*.json"))
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		input, err := jsonvalue.ParseObject(data)
		require.NoError(t, err)
		event, _ := input.GetString("hook_event_name")
		assert.NoError(t, schemas.ValidateBytes(schemas.Stdin(event), event, data, document.Options{}), "%s", data)
	}
	return len(files)
}

// A conversation sends raw lines to an adapter that serves pipes.
type conversation struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	done chan error
	// logs are the notifications so far.
	logs []adapter.Log
}

type answer struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func converse(t *testing.T) *conversation {
	t.Helper()
	inReader, in := io.Pipe()
	outReader, out := io.Pipe()
	c := &conversation{t: t, in: in, out: bufio.NewReader(outReader), done: make(chan error, 1)}
	go func() {
		err := adapter.Serve(context.Background(), inReader, out, builtin.New("test"), adapter.Options{Heartbeat: -1})
		_ = out.Close()
		c.done <- err
	}()
	t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, outReader) }()
		select {
		case err := <-c.done:
			assert.NoError(t, err)
		case <-time.After(20 * time.Second):
			t.Error("the adapter does not end")
		}
	})
	return c
}

// started is a conversation after initialize.
func started(t *testing.T) *conversation {
	t.Helper()
	c := converse(t)
	c.send(`{"id":0,"method":"initialize","params":{"protocolVersions":[1],"harness":{"name":"t","version":"0"},"nonce":"n"}}`)
	require.Empty(t, c.receive().Error)
	return c
}

// send adds the version to a request and sends it.
func (c *conversation) send(request string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, `{"jsonrpc":"2.0",`+strings.TrimPrefix(request, "{")+"\n")
	require.NoError(c.t, err)
}

// receive returns the next answer and keeps the notifications before it.
func (c *conversation) receive() answer {
	c.t.Helper()
	for {
		line, err := c.out.ReadString('\n')
		require.NoError(c.t, err)
		var a answer
		require.NoError(c.t, json.Unmarshal([]byte(line), &a))
		if a.Method != adapter.NotifyLog {
			return a
		}
		var l adapter.Log
		require.NoError(c.t, json.Unmarshal(a.Params, &l))
		c.logs = append(c.logs, l)
	}
}

// call sends a request and gives its result.
func (c *conversation) call(method, params string) json.RawMessage {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"id":1,"method":%q,"params":%s}`, method, params))
	a := c.receive()
	require.Empty(c.t, string(a.Error))
	return a.Result
}

// warned returns the texts of the warnings that came as notifications.
func (c *conversation) warned() []string {
	var texts []string
	for _, l := range c.logs {
		if l.Level == "warn" {
			texts = append(texts, l.Text)
		}
	}
	return texts
}

func parse(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonvalue.Parse(text)
	require.NoError(t, err, "%s", text)
	return v
}

// fill returns the expected value with its wildcards replaced by what is there.
func fill(want, got any) any {
	switch want := want.(type) {
	case string:
		if want == "*" && got != nil {
			return got
		}
	case []any:
		list, _ := got.([]any)
		filled := make([]any, len(want))
		for i := range want {
			filled[i] = want[i]
			if i < len(list) {
				filled[i] = fill(want[i], list[i])
			}
		}
		return filled
	case *jsonvalue.Object:
		o, _ := got.(*jsonvalue.Object)
		filled := jsonvalue.New()
		for key, value := range want.All() {
			other, _ := o.Get(key)
			filled.Set(key, fill(value, other))
		}
		return filled
	}
	return want
}

// matches compares an answer with an expectation that may hold wildcards.
func matches(t *testing.T, want, got []byte, about string) {
	t.Helper()
	actual := parse(t, got)
	expected := fill(parse(t, want), actual)
	if !jsonvalue.Equal(expected, actual) {
		assert.Fail(t, about, "want %s\ngot  %s", jsonvalue.Marshal(expected), got)
	}
}

func TestSession(t *testing.T) {
	dir := project(t)
	text, err := os.ReadFile(filepath.Join("testdata", "session.txt"))
	require.NoError(t, err)
	c := converse(t)
	methods := map[string]bool{}
	var request string
	for line := range strings.Lines(strings.ReplaceAll(string(text), "$DIR", dir)) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "->":
			request = rest
			c.send(request)
			methods[method(t, request)] = true
		case "<-", "<!":
			a := c.receive()
			require.Contains(t, request, fmt.Sprintf(`{"id":%d,`, a.ID))
			if kind == "<-" {
				require.Empty(t, string(a.Error), request)
				matches(t, []byte(rest), a.Result, request)
			} else {
				matches(t, []byte(rest), a.Error, request)
			}
		}
	}
	assert.Len(t, methods, 17, "every method is in the conversation")
	assert.Equal(t, 21, checkRecords(t, dir), "every hook that ran has read its input")
}

func method(t *testing.T, request string) string {
	t.Helper()
	var r struct{ Method string }
	require.NoError(t, json.Unmarshal([]byte(request), &r))
	return r.Method
}
