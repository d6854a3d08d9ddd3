package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/portion"
)

// The limits for reports. A report for people has a fixed maximum, and a report for programs is
// complete. The latter contains a text in three places (the hook's output, the result, the final
// output). Each takes at most twice the text's size as structure, or six times if every byte is
// escaped.
const (
	personsReport    = 96 << 10
	structureGrowth  = 3 * 2
	escapesGrowth    = 3 * 6
	smallestDocument = 3 * 64 << 10
)

// printed is what a hook prints on an event.
type printed struct {
	name   string
	event  hook.Event
	growth int
	text   string
}

// growing returns outputs of about n bytes: wide and deep JSON, and text that gets longer when it
// is shown.
func growing(n int) []printed {
	nest := func(open, inner, shut string) string {
		depth := min(n/(len(open)+len(shut)), jsonvalue.MaxDepth-8)
		return strings.Repeat(open, depth) + inner + strings.Repeat(shut, depth)
	}
	values := []struct {
		name   string
		growth int
		json   string
	}{
		{"arrays", structureGrowth, nest("[", "", "]")},
		{"objects", structureGrowth, nest(`{"a":`, "1", "}")},
		{"arrays of objects", structureGrowth, nest(`[{"":`, "0", "}]")},
		{"many items", structureGrowth, "[" + strings.Repeat("1,", n/2) + "1]"},
		{"many containers", structureGrowth, "[" + strings.Repeat("[[]],", n/5) + "1]"},
		{"many keys", structureGrowth, manyKeys(n)},
		{"long text", structureGrowth, `"` + strings.Repeat("word ", n/5) + `"`},
		{"lines", structureGrowth, `"` + strings.Repeat(`line\n`, n/6) + `"`},
		{"escapes", structureGrowth, `"` + strings.Repeat(`\u001b`, n/6) + `"`},
		{"overrides", escapesGrowth, `"` + strings.Repeat("\u202e", n/3) + `"`},
		{"deletes", escapesGrowth, `"` + strings.Repeat("\x7f", n) + `"`},
	}
	places := []struct {
		event hook.Event
		form  string
	}{
		{hook.BeforeTool, `{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"a":%s}}}`},
		{hook.BeforeTool, `{"decision":%s}`},
		{hook.BeforeTool, `{"decision":"deny","reason":%s}`},
		{hook.BeforeTool, `{"unknown":%s}`},
		{hook.AfterTool, `{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":%s}}`},
		{hook.BeforeModel, `{"hookSpecificOutput":{"hookEventName":"BeforeModel","llm_request":{"model":"m","messages":%s}}}`},
		{hook.AfterModel, `{"hookSpecificOutput":{"hookEventName":"AfterModel","llm_response":{"text":"t","candidates":%s}}}`},
		{hook.BeforeToolSelection, `{"hookSpecificOutput":{"hookEventName":"BeforeToolSelection","toolConfig":{"mode":"ANY","allowedFunctionNames":%s}}}`},
		{hook.Notification, `{"systemMessage":%s}`},
	}
	var all []printed
	for i, p := range places {
		for j, v := range values {
			// Test every value in the first place, and every third value in the other places.
			if i > 0 && (i+j)%3 != 0 {
				continue
			}
			all = append(all, printed{p.form + " of " + v.name, p.event, v.growth, fmt.Sprintf(p.form, v.json)})
		}
	}
	for _, v := range values {
		all = append(all, printed{v.name + " alone", hook.BeforeTool, escapesGrowth, v.json})
	}
	return append(all, printed{"control characters", hook.AfterTool, escapesGrowth, strings.Repeat("\x1b\x00", n/2)},
		printed{"no UTF-8", hook.AfterTool, escapesGrowth, strings.Repeat("\xff", n)},
		printed{"line feeds", hook.AfterTool, escapesGrowth, strings.Repeat("\n.", n/2)})
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	return "{" + b.String()[1:] + "}"
}

// A playground is a folder where hooks print what a test specifies.
type playground struct {
	folder  string
	environ []string
}

func newPlayground(t testing.TB) playground {
	s := playground{folder: t.TempDir()}
	s.environ = []string{"HOME=" + s.folder, "PATH=" + os.Getenv("PATH"), "LLXPRT_SYSTEM_SETTINGS_PATH=" + filepath.Join(s.folder, "none")}
	t.Setenv("HOME", s.folder)
	return s
}

// reports returns the size of each command's output, stdout and stderr together, for hooks that
// print a text.
func (s playground) reports(t testing.TB, p printed, code int) map[string]int {
	t.Helper()
	answer, settings := filepath.Join(s.folder, "answer"), filepath.Join(s.folder, "settings.json")
	require.NoError(t, os.WriteFile(answer, []byte(p.text), 0o600))
	command := fmt.Sprintf("cat '%[1]s'; cat '%[1]s' >&2; exit %[2]d", answer, code)
	require.NoError(t, os.WriteFile(settings, jsonvalue.Marshal(jsonvalue.New(
		jsonvalue.Member{Key: "enableHooks", Value: true},
		jsonvalue.Member{Key: "hooks", Value: jsonvalue.New(jsonvalue.Member{Key: string(p.event), Value: []any{
			jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{jsonvalue.New(jsonvalue.Member{Key: "type", Value: "command"}, jsonvalue.Member{Key: "command", Value: command})}}),
		}})},
	)), 0o600))
	sizes := map[string]int{}
	for name, args := range map[string][]string{
		"run": {"run", command, "--agents", "llxprt", "--event", string(p.event)}, "run json": {"run", command, "--agents", "llxprt", "--event", string(p.event), "--format", "json"},
		"run quiet": {"run", command, "--agents", "llxprt", "--event", string(p.event), "--quiet"},
		"fire":      {"fire", "--yes", string(p.event), "--agents", "llxprt", "--settings", settings}, "fire json": {"fire", "--yes", string(p.event), "--agents", "llxprt", "--settings", settings, "--format", "json"},
	} {
		var out, err bytes.Buffer
		Main(args, term.Streams{In: strings.NewReader(""), Out: term.Plain(&out), Err: term.Plain(&err)}, s.environ)
		require.NotZero(t, out.Len(), "%s: %s", name, err.String())
		sizes[name] = out.Len() + err.Len()
	}
	return sizes
}

func (s playground) holds(t testing.TB, p printed, code, growth int) {
	t.Helper()
	for command, size := range s.reports(t, p, code) {
		limit := personsReport
		if strings.HasSuffix(command, " json") {
			// Both stdout and stderr hold the text.
			limit = 2*growth*len(p.text) + smallestDocument
		}
		assert.LessOrEqual(t, size, limit, "%s of %d bytes: %s", command, len(p.text), p.name)
	}
}

func TestReportsGrowWithWhatWasRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures sizes, and nothing runs at once")
	}
	s := newPlayground(t)
	for _, p := range portion.Of(growing(20_000), 4, 0) {
		t.Run(p.name, func(t *testing.T) { s.holds(t, p, 0, p.growth) })
	}
	for _, code := range []int{1, 2} {
		s.holds(t, printed{"refused", hook.BeforeTool, escapesGrowth, strings.Repeat("\x1b", 60_000)}, code, escapesGrowth)
	}
}

// 60 KB of nested JSON once took 5.5 GB. Each of several finding checks parses the output again,
// at the same cost.
func TestMemoryGrowsWithWhatWasRead(t *testing.T) {
	s := newPlayground(t)
	deep := printed{"deep", hook.BeforeTool, structureGrowth,
		`{"hookSpecificOutput":{"tool_input":{"a":` + strings.Repeat(`{"a":`, 9900) + "1" + strings.Repeat("}", 9900) + "}}}"}
	allocated := func(p printed) uint64 {
		s.reports(t, p, 0)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s.reports(t, p, 0)
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / 5
	}
	// Contracts and rules, of which there may be more, take what they take for any text.
	start := allocated(printed{event: deep.event, text: "{}"})
	assert.Less(t, allocated(deep)-start, uint64(1000*len(deep.text)), "a report, of %d bytes", len(deep.text))
}

func FuzzReports(f *testing.F) {
	for _, p := range portion.Of(growing(300), 4, 1) {
		f.Add(p.text, string(p.event), 0)
	}
	f.Add("no", string(hook.BeforeTool), 2)
	f.Fuzz(func(t *testing.T, text, event string, code int) {
		if _, known := dialect.LLxprt().Event(hook.Event(event)); !known {
			t.Skip()
		}
		// Structure and escapes together take at most ten bytes for one.
		newPlayground(t).holds(t, printed{"fuzzed", hook.Event(event), 0, text}, code&0x7f, 3*10)
	})
}
