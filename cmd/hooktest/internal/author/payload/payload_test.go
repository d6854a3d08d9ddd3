package payload

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// given is a payload as a flag's value.
type given struct {
	flag, event, text string
	// piped sends the text through standard input. Otherwise it is the flag's value.
	piped bool
}

// read returns the payload with the messages about it.
func (g given) read() (p *Payload, said string, err error) {
	value := g.text
	if g.piped {
		value = "-"
	}
	var out, stderr bytes.Buffer
	a := &console.App{Streams: term.Streams{In: strings.NewReader(g.text), Out: term.Plain(&out), Err: term.Plain(&stderr)}}
	o := &Flags{App: a, Agent: roster.Default(), Event: g.event, Stdin: value, Input: value, Given: func(flag string) bool {
		return flag == g.flag || flag == "event" && g.event != ""
	}}
	if err = o.Check(); err == nil {
		p, err = o.Payload()
	}
	return p, out.String() + stderr.String(), err
}

var inPayload = regexp.MustCompile(`(?:^|\n)(?:stdin|--input):([0-9]+):([0-9]+): `)

// FuzzPayload checks three properties. Hooks get the same values that another JSON parser finds.
// Every fault is a usage error and, like every warning, names a place in the payload. The length
// of the messages depends only on the payload.
func FuzzPayload(f *testing.F) {
	for _, seed := range []given{
		{"stdin", "", `{"hook_event_name":"BeforeTool","tool_name":"write_file","tool_input":{"n":1.50,"a":[]},"cwd":"/","colour":1}`, true},
		{"stdin", "BeforeTool", `{"hook_event_name":"PreToolUse","tool_name":1}`, true},
		{"stdin", "AfterTool", `{"hook_event_name":"BeforeTool"}`, true},
		{"stdin", "", "{\n\"hook_event_name\":\"beforetool\"}", true}, {"stdin", "", "\ufeff[]", true}, {"stdin", "", "", true}, {"stdin", "", "{\"a\":\"\xff", true},
		{"input", "", `{"file_path":"a","hook_event_name":1}`, false}, {"input", "BeforeModel", `{"llm_request":{"model":1}}`, true},
		{"input", "Notification", `{"message":"\ud800","message":"é","x":0}`, false}, {"input", "Nope", `{}`, true}, {"input", "AfterTool", `{"tool_response":1e400}`, true},
	} {
		f.Add(seed.text, seed.event, seed.flag == "stdin", seed.piped)
	}
	f.Fuzz(func(t *testing.T, text, event string, whole, piped bool) {
		g := given{"input", event, text, piped}
		if whole {
			// The value of --stdin is the name of a file.
			g.flag, g.piped = "stdin", true
		}
		if !g.piped && (strings.HasPrefix(text, "@") || text == "-") {
			t.Skip("the name of a file")
		}
		p, said, err := g.read()
		if err != nil {
			var refused *console.Failure
			require.ErrorAs(t, err, &refused)
			require.Equal(t, console.ExitUsage, refused.Code)
			require.NotEmpty(t, refused.Message)
			said += refused.Message + "\n" + refused.Hint
		}
		require.LessOrEqual(t, len(said), 20*(len(text)+len(event))+8000)
		for _, m := range inPayload.FindAllStringSubmatch(said, -1) {
			line, _ := strconv.Atoi(m[1])
			column, _ := strconv.Atoi(m[2])
			lines := strings.Split(text, "\n")
			require.True(t, line >= 1 && line <= len(lines) && column >= 1 && column <= len(lines[line-1])+1, m[0])
		}
		if err != nil {
			return
		}
		require.True(t, roster.Default().Knows(string(p.Event)))
		require.True(t, event == "" || p.Event == hook.Event(event))
		compareFields(t, g, p)
	})
}

// compareFields parses the text again and compares the result with the payload's fields.
func compareFields(t *testing.T, g given, p *Payload) {
	t.Helper()
	want, ok := decoded(t, strings.TrimPrefix(g.text, "\ufeff")).(map[string]any)
	require.True(t, ok)
	got := decoded(t, string(jsonvalue.Marshal(p.Fields))).(map[string]any)
	sample := decoded(t, string(jsonvalue.Marshal(roster.Default().Row(p.Event).Sample()))).(map[string]any)
	switch {
	case g.flag == "input" && (g.event == "" || roster.Default().Row(p.Event).Subject.Tool):
		require.Equal(t, want, got["tool_input"])
		want = got
	case g.flag == "stdin":
		require.Equal(t, g.text, string(p.Raw), "byte for byte")
	default:
		for name, value := range want {
			if _, known := sample[name]; known {
				sample[name] = value
			}
		}
		want = sample
	}
	require.Equal(t, want, got)
}

func decoded(t *testing.T, text string) (value any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&value))
	return value
}
