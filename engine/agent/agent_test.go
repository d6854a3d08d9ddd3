package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
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

// commands has the hook of each event; a missing event has none.
type commands map[hook.Event]string

// session has the commands as hooks and remembers which events were fired.
type session struct {
	config *engine.Config
	// seen is the file to which every hook appends its input, one line each.
	seen string
}

// fired are the events whose hooks have run.
func (s *session) fired(t testing.TB) []hook.Event {
	t.Helper()
	var all []hook.Event
	for _, line := range s.lines(t) {
		name, _ := object(t, line).GetString("hook_event_name")
		all = append(all, hook.Event(name))
	}
	return all
}

// stdin returns the last input of an event's hook.
func (s *session) stdin(t testing.TB, event hook.Event) string {
	t.Helper()
	last := ""
	for _, line := range s.lines(t) {
		if name, _ := object(t, line).GetString("hook_event_name"); name == string(event) {
			last = line
		}
	}
	return last
}

func (s *session) lines(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile(s.seen)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func sessionOf(t testing.TB, c commands) *session {
	t.Helper()
	s := &session{seen: filepath.Join(t.TempDir(), "seen")}
	hooks := jsonvalue.New()
	for event, command := range c {
		entry := jsonvalue.New(jsonvalue.Member{Key: "type", Value: "command"}, jsonvalue.Member{Key: "command", Value: `in=$(cat); printf '%s\n' "$in" >> ` + s.seen + `; printf %s "$in" | { ` + command + "\n}"},
			jsonvalue.Member{Key: "timeout", Value: json.Number("30000")})
		hooks.Set(string(event), []any{jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{entry}})})
	}
	node, err := document.FromValue(hooks)
	require.NoError(t, err)
	s.config = engine.NewConfig(engine.Options{
		EnableHooks: true, SessionID: "s", WorkingDir: t.TempDir(),
		Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
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
