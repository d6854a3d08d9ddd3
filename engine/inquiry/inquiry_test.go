package inquiry_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
)

const payload = `{"tool_name":"Bash","tool_input":{"command":"ls"}}`

// asking asks the question of one hook.
func asking(t *testing.T, contract *dialect.Contract, entry hook.Entry, o inquiry.Options, environ ...string) hook.ExecutionResult {
	t.Helper()
	return askingIn(t.Context(), contract, entry, o, environ...)
}

func askingIn(ctx context.Context, contract *dialect.Contract, entry hook.Entry, o inquiry.Options, environ ...string) hook.ExecutionResult {
	o.Contract = contract
	if o.Limit == 0 {
		o.Limit = 10 << 20
	}
	if entry.Timeout == 0 {
		entry.Timeout = time.Minute
	}
	result := hook.ExecutionResult{Entry: entry, Event: "PreToolUse"}
	inquiry.New(o).Ask(ctx, &result, []byte(payload), environ)
	return result
}

func server(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s
}

func post(url string) hook.Entry {
	return hook.Entry{Type: "http", Question: &hook.Question{URL: url}}
}

// A server gets the same payload as a command, with the entry's headers, in which only
// listed variables are replaced.
func TestAServerIsAsked(t *testing.T) {
	var got *http.Request
	var body []byte
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = io.WriteString(w, `{"decision": "block"}`)
	})
	entry := post(s.URL + "/$NAMED")
	entry.Question.Allowed = []string{"TOKEN", "NAMED", "LINES"}
	entry.Question.Headers = []hook.Header{
		{Name: "Authorization", Value: "Bearer $TOKEN"}, {Name: "X-Braces", Value: "a${TOKEN}b"}, {Name: "X-Other", Value: "[$SECRET]"}, {Name: "X-Lines", Value: "$LINES"},
	}
	environ := []string{"TOKEN=t1", "SECRET=s", "NAMED=n", "LINES=a\r\nX-Evil: b"}
	r := asking(t, dialect.Known("claude"), entry, inquiry.Options{}, environ...)
	require.NoError(t, r.Err)
	assert.Equal(t, hook.Answered, r.Ending)
	assert.Equal(t, 200, r.Status)
	assert.Equal(t, "application/json", r.MediaType)
	assert.Equal(t, `{"decision": "block"}`, string(r.Stdout))
	assert.Equal(t, "POST", got.Method)
	assert.Equal(t, payload, string(body), "what a command would read")
	assert.Equal(t, "/$NAMED", got.URL.Path, "Claude Code's pages mention variables only in headers")
	assert.Equal(t, "application/json", got.Header.Get("Content-Type"))
	assert.Equal(t, "Bearer t1", got.Header.Get("Authorization"))
	assert.Equal(t, "at1b", got.Header.Get("X-Braces"))
	assert.Equal(t, "[]", got.Header.Get("X-Other"), "an unlisted variable is empty")
	assert.Equal(t, "aX-Evil: b", got.Header.Get("X-Lines"), "a value stays on its line")
	assert.Empty(t, got.Header.Get("X-Evil"))

	asking(t, dialect.Known("qwen"), entry, inquiry.Options{}, environ...)
	assert.Equal(t, "/n", got.URL.Path, "Qwen Code replaces them in the address, too")
}

// Each failure of a server has its own error, and none blocks for long.
func TestServersThatFail(t *testing.T) {
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	wait := func(r *http.Request) {
		// A server notices that its client has disconnected only after it has read the
		// request.
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}
	other := server(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{}`) })
	tests := []struct {
		name   string
		answer http.HandlerFunc
		ending hook.Ending
		status int
		err    string
	}{
		{"404", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such page", http.StatusNotFound) }, hook.Answered, 404, ""},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }, hook.Answered, 302, ""},
		{"slow to begin", func(_ http.ResponseWriter, r *http.Request) { wait(r) }, hook.TimedOut, 0, "timed out"},
		{"slow to end", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"decision":`)
			_ = http.NewResponseController(w).Flush()
			wait(r)
		}, hook.TimedOut, 0, "timed out"},
		{"closes without a word", func(w http.ResponseWriter, _ *http.Request) {
			c, _, _ := http.NewResponseController(w).Hijack()
			_ = c.Close()
		}, hook.Unanswered, 0, "EOF"},
		{"closes early", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{}`)
		}, hook.Unanswered, 0, "unexpected EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entry := post(server(t, tt.answer).URL)
			if tt.ending == hook.TimedOut {
				entry.Timeout = 100 * time.Millisecond
			}
			r := asking(t, dialect.Known("claude"), entry, inquiry.Options{})
			assert.Equal(t, tt.ending, r.Ending, "%v", r.Err)
			assert.Equal(t, tt.status, r.Status)
			if tt.err == "" {
				assert.NoError(t, r.Err)
			} else {
				assert.ErrorContains(t, r.Err, tt.err)
			}
			if tt.ending == hook.TimedOut {
				assert.Empty(t, r.Stdout, "nothing of it counts")
			}
		})
	}
	t.Run("no server listens", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		address := l.Addr().String()
		require.NoError(t, l.Close())
		r := asking(t, dialect.Known("claude"), post("http://"+address), inquiry.Options{})
		assert.Equal(t, hook.Unanswered, r.Ending)
		assert.ErrorContains(t, r.Err, "refused")
	})
	t.Run("given up", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := server(t, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body); cancel(); wait(r) })
		entry := post(s.URL)
		entry.Timeout = time.Minute
		assert.Equal(t, hook.Cancelled, askingIn(ctx, dialect.Known("claude"), entry, inquiry.Options{}).Ending)
	})
	t.Run("huge", func(t *testing.T) {
		s := server(t, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
		})
		r := asking(t, dialect.Known("claude"), post(s.URL), inquiry.Options{Limit: 1 << 20})
		assert.Equal(t, hook.Answered, r.Ending, "%v", r.Err)
		assert.Len(t, r.Stdout, 1<<20, "an answer without end is read as far as it is kept")
		assert.Positive(t, r.StdoutDropped)
		require.Len(t, r.Warnings, 1)
		assert.Contains(t, r.Warnings[0].Text, "longer than 1048576 bytes")
	})
}

// A server on another machine is asked only if it is listed, and a local name never
// leads to another machine.
func TestOnlyThisMachineIsAsked(t *testing.T) {
	tests := []struct {
		name, url string
		contract  *dialect.Contract
		options   inquiry.Options
		ending    hook.Ending
		err       string
	}{
		{"elsewhere", "https://hooks.example.com/a", dialect.Known("claude"), inquiry.Options{}, hook.Unasked, "hooktest asks servers on this machine only; --allow-http hooks.example.com admits this one"},
		{"a private network", "http://10.1.2.3:80/a", dialect.Known("claude"), inquiry.Options{}, hook.Unasked, "--allow-http 10.1.2.3:80"},
		{"a name that begins so", "http://localhost.example.com/a", dialect.Known("claude"), inquiry.Options{}, hook.Unasked, "--allow-http localhost.example.com"},
		{"a user of that name", "http://localhost@hooks.example.com/a", dialect.Known("claude"), inquiry.Options{}, hook.Unasked, "--allow-http hooks.example.com"},
		{"another scheme", "file:///etc/passwd", dialect.Known("claude"), inquiry.Options{}, hook.Unanswered, "not an http or https address"},
		{"no address", "hooks.example.com", dialect.Known("claude"), inquiry.Options{}, hook.Unanswered, "not an http or https address"},
		{"Copilot, a tool", "http://127.0.0.1:1/a", dialect.Known("copilot-claude"), inquiry.Options{}, hook.Unanswered, "https alone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := asking(t, tt.contract, post(tt.url), tt.options)
			assert.Equal(t, tt.ending, r.Ending, "%v", r.Err)
			assert.ErrorContains(t, r.Err, tt.err)
		})
	}
}

// DNS could resolve a local name to another machine, so local names are not looked up.
func TestNamesOfThisMachineAreNotLookedUp(t *testing.T) {
	resolver := net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = resolver })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("a name server was asked")
	}}
	answer := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }
	_, four, err := net.SplitHostPort(server(t, answer).Listener.Addr().String())
	require.NoError(t, err)
	for _, host := range []string{"localhost", "hooks.localhost", "Hooks.LOCALHOST."} {
		r := asking(t, dialect.Known("claude"), post("http://"+host+":"+four), inquiry.Options{})
		assert.NoError(t, r.Err, host)
		assert.Equal(t, hook.Answered, r.Ending, host)
	}
	r := asking(t, dialect.Known("claude"), post("http://localhost.example:"+four), inquiry.Options{})
	assert.Equal(t, hook.Unasked, r.Ending, "a name of another machine")

	six, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6")
	}
	s := &http.Server{Handler: http.HandlerFunc(answer)}
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	go func() { _ = s.Serve(six) }()
	_, port, err := net.SplitHostPort(six.Addr().String())
	require.NoError(t, err)
	r = asking(t, dialect.Known("claude"), post("http://hooks.localhost:"+port), inquiry.Options{})
	assert.NoError(t, r.Err, "a server that listens on ::1 alone")
}

// The model reads the question with the payload inserted as each agent does it.
func TestPrompts(t *testing.T) {
	const in = `{"a":1}`
	tests := []struct {
		name, question, want string
		rules                dialect.Model
		event                hook.Event
	}{
		{"in its place", "Is $ARGUMENTS safe? $ARGUMENTS", "Is " + in + " safe? " + in, dialect.Known("claude").Handlers.Model, "PreToolUse"},
		{"after it", "Is it safe?", "Is it safe?\n\n" + in, dialect.Known("claude").Handlers.Model, "PreToolUse"},
		{"a literal", `It costs \$1.00 $ARGUMENTS`, "It costs $1.00 " + in, dialect.Known("claude").Handlers.Model, "PreToolUse"},
		{"a condition", "Is it done?", "has the following stopping condition been satisfied? … Condition: Is it done?\n\n" + in, dialect.Known("claude").Handlers.Model, "Stop"},
		{"Qwen: over several lines", "Is $ARGUMENTS safe?", "Is {\n  \"a\": 1\n} safe?", dialect.Known("qwen").Handlers.Model, "PreToolUse"},
		{"Qwen: nowhere", "Is it safe?", "Is it safe?", dialect.Known("qwen").Handlers.Model, "PreToolUse"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, inquiry.Prompt(tt.rules, tt.event, tt.question, []byte(in)))
		})
	}
}

// The Model function gets the prompt that the model would read. If there is none, or it
// could not judge, the hook counts as not asked.
func TestModels(t *testing.T) {
	entry := hook.Entry{Type: "prompt", Timeout: time.Second, Question: &hook.Question{Prompt: "Is it safe? $ARGUMENTS", Model: "small"}}
	says := func(text string, err error) inquiry.Options {
		return inquiry.Options{Model: func(context.Context, inquiry.Asking) (string, error) { return text, err }}
	}
	var asked inquiry.Asking
	r := asking(t, dialect.Known("claude"), entry, inquiry.Options{Model: func(_ context.Context, a inquiry.Asking) (string, error) {
		asked = a
		return `{"ok": true}`, nil
	}})
	assert.Equal(t, hook.Answered, r.Ending)
	assert.Equal(t, `{"ok": true}`, string(r.Stdout))
	assert.Equal(t, inquiry.Asking{Agent: "claude", Event: "PreToolUse", Prompt: "Is it safe? " + payload, Model: "small", Timeout: time.Second}, asked)

	r = asking(t, dialect.Known("claude"), entry, inquiry.Options{})
	assert.Equal(t, hook.Unasked, r.Ending)
	assert.EqualError(t, r.Err, "it needs a model; --prompt-evaluator or --prompt-answers takes its place")

	r = asking(t, dialect.Known("claude"), entry, says("", &inquiry.NotEvaluated{Why: "no key"}))
	assert.Equal(t, hook.Unasked, r.Ending)
	assert.EqualError(t, r.Err, "no key")

	r = asking(t, dialect.Known("claude"), entry, says("", context.DeadlineExceeded))
	assert.Equal(t, hook.TimedOut, r.Ending, "a model that takes too long is the agent's to judge")

	r = asking(t, dialect.Known("cursor"), entry, says(`{"ok": true}`, nil))
	assert.Equal(t, hook.Unasked, r.Ending)
	assert.ErrorContains(t, r.Err, "it is not known", "the documents describe neither question nor answer")

	for _, kind := range []string{"mcp_tool", "agent"} {
		r = asking(t, dialect.Known("claude"), hook.Entry{Type: kind, Question: &hook.Question{}}, says(`{"ok": true}`, nil))
		assert.Equal(t, hook.Unasked, r.Ending, kind)
		assert.ErrorContains(t, r.Err, "only the agent can ask", kind)
	}
}
