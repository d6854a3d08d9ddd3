package builtin_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
)

// project makes a directory for hooks to run in.
func project(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the hooks are shell scripts")
	}
	return t.TempDir()
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

// started is a conversation after initialize.
func started(t *testing.T) *conversation {
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
