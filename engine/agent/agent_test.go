package agent_test

import (
	"context"
	"encoding/json"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

func object(t testing.TB, text string) *jsonvalue.Object {
	t.Helper()
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err)
	return o
}

func text(o *jsonvalue.Object) string {
	if o == nil {
		return ""
	}
	return string(jsonvalue.Marshal(o))
}

// commands are one hook for each event, none for those left out.
type commands map[hook.Event]string

// session has the commands as hooks and remembers which events were fired.
type session struct {
	config *engine.Config
	fired  []hook.Event
	stdin  map[hook.Event]string
}

func sessionOf(t testing.TB, c commands) *session {
	t.Helper()
	hooks := jsonvalue.New()
	for event, command := range c {
		entry := jsonvalue.New(jsonvalue.Member{Key: "type", Value: "command"}, jsonvalue.Member{Key: "command", Value: command},
			jsonvalue.Member{Key: "timeout", Value: json.Number("30000")})
		hooks.Set(string(event), []any{jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{entry}})})
	}
	node, err := document.FromValue(hooks)
	require.NoError(t, err)
	s := &session{stdin: map[hook.Event]string{}}
	var mu sync.Mutex // Calls of one turn run side by side.
	s.config = engine.NewConfig(engine.Options{
		EnableHooks: true, SessionID: "s", WorkingDir: t.TempDir(),
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
		Fired: func(e hook.Event, r hook.AggregatedResult) {
			mu.Lock()
			defer mu.Unlock()
			s.fired = append(s.fired, e)
			s.stdin[e] = string(r.Results[0].Stdin)
		},
	})
	return s
}

// says is a command that answers with a text.
func says(text string) string {
	return `printf %s '` + strings.ReplaceAll(text, "'", `'\''`) + `'`
}

// model answers each request with the next of its streams and remembers the
// requests.
type model struct {
	streams [][]genai.Response
	// errs end the stream of the same number.
	errs     map[int]error
	requests []genai.Request
	// pulled is called before each chunk.
	pulled func(chunk int)
}

func (m *model) Stream(_ context.Context, request genai.Request) iter.Seq2[genai.Response, error] {
	return func(yield func(genai.Response, error) bool) {
		turn := len(m.requests)
		m.requests = append(m.requests, request)
		for i, chunk := range m.streams[turn] {
			if m.pulled != nil {
				m.pulled(i)
			}
			if !yield(chunk, nil) {
				return
			}
		}
		if err := m.errs[turn]; err != nil {
			yield(genai.Response{}, err)
		}
	}
}

func response(t testing.TB, text string) genai.Response {
	t.Helper()
	return genai.Response{Object: object(t, text)}
}

// spoken is a response that says a text.
func spoken(t testing.TB, text string) genai.Response {
	t.Helper()
	return response(t, `{"candidates":[{"content":{"role":"model","parts":[{"text":"`+text+`"}]},"finishReason":"STOP"}]}`)
}

func tool(result trigger.ToolResult) trigger.ExecuteFunc {
	return func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) { return result, nil }
}
