package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// A sent is a message of a server.
type sent struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *failure
}

// frame returns a message as an editor writes it.
func frame(content string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(content), content)
}

func message(t *testing.T, m members) string {
	t.Helper()
	m["jsonrpc"] = "2.0"
	content, err := json.Marshal(m)
	require.NoError(t, err)
	return frame(string(content))
}

func call(t *testing.T, id int, method string, params any) string {
	t.Helper()
	return message(t, members{"id": id, "method": method, "params": params})
}

func notification(t *testing.T, method string, params any) string {
	t.Helper()
	return message(t, members{"method": method, "params": params})
}

func begin(t *testing.T, encodings ...string) string {
	t.Helper()
	return call(t, 1, "initialize", members{"capabilities": members{"general": members{"positionEncodings": encodings}}}) + notification(t, "initialized", members{})
}

func opened(t *testing.T, uri, text string) string {
	t.Helper()
	return notification(t, "textDocument/didOpen", members{"textDocument": members{"uri": uri, "version": 1, "languageId": "x", "text": text}})
}

// converse gives a server its whole input, and returns its messages and its exit code.
func converse(t *testing.T, input ...string) (all []sent, code int) {
	t.Helper()
	var out bytes.Buffer
	a := &console.App{Streams: term.Streams{In: strings.NewReader(strings.Join(input, "")), Out: term.Plain(&out), Err: term.Plain(&out)}, Environ: []string{"HOME=" + t.TempDir()}}
	code = a.Finish(serve(t.Context(), a))
	in := bufio.NewReader(&out)
	for {
		content, err := readMessage(in)
		if err != nil {
			require.Zero(t, in.Buffered())
			return all, code
		}
		var m sent
		require.NoError(t, json.Unmarshal(content, &m), "%s", content)
		all = append(all, m)
	}
}

// errorsOf returns the codes of errors, each after its ID.
func errorsOf(all []sent) []string {
	var found []string
	for _, m := range all {
		if m.Error != nil {
			found = append(found, fmt.Sprintf("%s %d", m.ID, m.Error.Code))
		}
	}
	return found
}

func TestWhatIsNotTheProtocol(t *testing.T) {
	end := call(t, 98, "shutdown", nil) + notification(t, "exit", nil)
	tests := []struct {
		name, input string
		errors      []string
		code        int
	}{
		{"a whole session", begin(t) + end, nil, 0},
		{"nothing", "", nil, 1},
		{"the input ends", begin(t), nil, 1},
		{"the input ends after shutdown", begin(t) + call(t, 98, "shutdown", nil), nil, 0},
		{"exit without shutdown", begin(t) + notification(t, "exit", nil), nil, 1},
		{"exit before anything", notification(t, "exit", nil), nil, 1},
		{"a request before initialize", call(t, 5, "textDocument/hover", nil) + begin(t) + end, []string{"5 -32002"}, 0},
		{"a notification before initialize", opened(t, "file:///x.json", "{") + begin(t) + end, nil, 0},
		{"initialize twice", begin(t) + call(t, 2, "initialize", members{}) + end, []string{"2 -32600"}, 0},
		{"a request after shutdown", begin(t) + call(t, 98, "shutdown", nil) + call(t, 3, "textDocument/hover", nil) + notification(t, "exit", nil), []string{"3 -32600"}, 0},
		{"an unknown request", begin(t) + call(t, 4, "textDocument/rename", members{}) + end, []string{"4 -32601"}, 0},
		{"an unknown notification", begin(t) + notification(t, "$/setTrace", members{"value": "off"}) + end, nil, 0},
		{"an id that is a text", begin(t) + message(t, members{"id": "a", "method": "nothing"}) + end, []string{`"a" -32601`}, 0},
		{"an id that is an object", begin(t) + frame(`{"jsonrpc":"2.0","id":{},"method":"nothing"}`) + end, []string{"null -32600"}, 0},
		{"parameters of another type", begin(t) + call(t, 6, "textDocument/hover", []int{1}) + end, []string{"6 -32602"}, 0},
		{"no parameters", begin(t) + frame(`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover"}`) + end, []string{"7 -32602"}, 0},
		{"a batch", begin(t) + frame(`[]`) + end, []string{"null -32600"}, 0},
		{"not JSON", begin(t) + frame(`{"jsonrpc"`) + end, []string{"null -32700"}, 0},
		{"a response", begin(t) + frame(`{"jsonrpc":"2.0","id":9,"result":null}`) + end, nil, 0},
		{"no length", begin(t) + "Content-Type: x\r\n\r\n" + end, []string{"null -32700"}, 0},
		{"blank lines between messages", begin(t) + strings.Repeat("\r\n", 1<<20) + end, nil, 0},
		{"a length that is not one", begin(t) + "Content-Length: -5\r\n\r\n" + end, []string{"null -32700"}, 0},
		{"blank lines between messages", begin(t) + "\r\n\n" + end, nil, 0},
		{"a header without an end", begin(t) + strings.Repeat("x", 1<<20), nil, 1},
		{"less than was announced", begin(t) + "Content-Length: 100\r\n\r\n{}", nil, 1},
		{"more than the server takes", begin(t) + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", largest+1, strings.Repeat(" ", largest+1)) + end, []string{"null -32700"}, 0},
		{"an unknown command", begin(t) + call(t, 8, "workspace/executeCommand", members{"command": "rm", "arguments": []string{"/"}}) + end, []string{"8 -32602"}, 0},
		{"a file without a finding", begin(t) + call(t, 8, "workspace/executeCommand", members{"command": makeExecutable, "arguments": []string{"/etc/passwd"}}) + end, []string{"8 -32602"}, 0},
		{"a document that is not open", begin(t) + call(t, 8, "textDocument/hover", members{"textDocument": members{"uri": "file:///none"}}) + end, nil, 0},
		{"documents without a place", begin(t) + opened(t, "untitled:1", "{") + opened(t, "file://host/x", "{") + opened(t, "%", "{") + end, nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, code := converse(t, tt.input)
			assert.Equal(t, tt.errors, errorsOf(all))
			assert.Equal(t, tt.code, code)
			for _, m := range all {
				assert.NotEqual(t, "textDocument/publishDiagnostics", m.Method)
			}
		})
	}
}

// The reader sees the cancellation before the server comes to the request.
func TestACancelledRequest(t *testing.T) {
	in := begin(t) + call(t, 2, "textDocument/hover", members{}) + notification(t, "$/cancelRequest", members{"id": 2}) +
		notification(t, "$/cancelRequest", members{"id": 77}) + notification(t, "$/cancelRequest", []int{}) + call(t, 3, "shutdown", nil)
	var out bytes.Buffer
	s := &server{
		app: &console.App{Streams: term.Streams{In: strings.NewReader(in)}}, out: writer{term.Plain(&out)},
		arrived: make(chan arrival, waiting), cancels: map[string]context.CancelFunc{},
	}
	s.read(t.Context())
	for m := range s.arrived {
		s.handle(m)
	}
	assert.Contains(t, out.String(), `{"error":{"code":-32800,"message":"the request was cancelled"},"id":2,"jsonrpc":"2.0"}`)
	assert.Contains(t, out.String(), `{"id":3,"jsonrpc":"2.0","result":null}`)
	assert.Empty(t, s.cancels, "nothing is kept of a request that was answered")
}

func written(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return folder
}

// told returns the last diagnostics of a document, each as a line.
func told(t *testing.T, all []sent, uri string) []string {
	t.Helper()
	lines := []string{"never published"}
	for _, m := range all {
		var p publishParams
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		require.NoError(t, json.Unmarshal(m.Params, &p))
		if p.URI != uri {
			continue
		}
		lines = nil
		for _, d := range p.Diagnostics {
			assert.Equal(t, "hooktest", d.Source)
			page := ""
			if d.Code != "" {
				page = "https://hooktest.github.io/hooktest/rules/" + d.Code + ".html"
			}
			assert.Equal(t, page, d.CodeDescription.Href, "a link without an address is not valid")
			lines = append(lines, fmt.Sprintf("%d:%d-%d:%d %d %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Severity, d.Code))
		}
	}
	return lines
}

// guard lets pass what it means to refuse, by the exit code in its fourth line.
const guard = "#!/bin/sh\nif grep -q sudo; then\n  echo 'Blocked: no sudo on this machine' >&2\n  exit 1\nfi\n"

func TestDiagnostics(t *testing.T) {
	const settings = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '😀é'; exit 1", "timeout": 60000}]}]}}`
	const started = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "sh \"$CLAUDE_PROJECT_DIR\"/tools/guard"}]}]}}`
	tests := []struct {
		name      string
		files     map[string]string
		path      string
		text      string
		encodings []string
		want      []string
	}{
		// The timeout is behind 119 characters. One of them has two units and four bytes, another one two bytes.
		{"units of UTF-16", nil, ".claude/settings.json", settings, nil, []string{"0:120-0:125 2 HT106"}},
		{"bytes", nil, ".claude/settings.json", settings, []string{"utf-16", "utf-8"}, []string{"0:123-0:128 2 HT106"}},
		{"lines of Windows", nil, ".claude/settings.json", "{\r\n\"hooks\": {\r\n\"😀\" 1}}\r\n", nil, []string{"2:5-2:6 1 HT101"}},
		{"the whole file is one line with a mark", nil, ".claude/settings.json", "\ufeff{\"hooks\" 1}", nil, []string{"0:10-0:11 1 HT101"}},
		{"a script that settings start", map[string]string{".claude/settings.json": started, "tools/guard": "#!/bin/sh\n"}, "tools/guard", guard, nil, []string{"3:2-3:6 1 HT303"}},
		{"a script that no settings start", nil, "tools/guard", guard, nil, nil},
		{"a comment silences", map[string]string{".claude/settings.json": started, "tools/guard": "#!/bin/sh\n"}, "tools/guard", strings.Replace(guard, "  exit", "  # hooktest: ignore HT303 on purpose\n  exit", 1), nil, nil},
		{"the configuration silences", map[string]string{".hooktest.yaml": "ignore: [{ids: [HT106], reason: ours is slow}]\n"}, ".claude/settings.json", settings, nil, nil},
		{"the configuration says how severe it is", map[string]string{".hooktest.yaml": "severities: [{ids: [HT106], severity: error}]\n"}, ".claude/settings.json", settings, nil, []string{"0:120-0:125 1 HT106"}},
		{"a configuration", nil, ".hooktest.yaml", "agents: [claude]\nignor: []\n", nil, []string{"1:0-1:5 1 "}},
		{"a case file", nil, "guard.hooktest.yaml", "hook: ./guard.sh\ncases:\n  - name: a\n    bsh: ls\n    expect: deny\n", nil, []string{"3:4-3:7 1 "}},
		{"a contract", nil, "mine.yaml", "extends: claude\nname: mine\nhandler: {}\n", nil, []string{"2:0-2:7 1 "}},
		{"another file that extends something", nil, "mine.yaml", "extends: eslint\nhandler: {}\n", nil, nil},
		{"broken frontmatter", nil, ".claude/agents/a.md", "---\nname: a\nhooks:\n  PreToolUse: [\n---\n", nil, []string{"3:14-3:15 1 "}},
		{"settings of no agent", nil, "package.json", "{", nil, nil},
		{"a text", nil, "notes.txt", "{", nil, nil},
		{"more than is read of a file", nil, ".claude/settings.json", strings.Repeat(" ", 11<<20), nil, []string{"0:0-0:11534336 1 "}},
		{"nothing", nil, ".claude/settings.json", "", nil, []string{"0:0-0:0 1 HT101"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := written(t, tt.files)
			require.NoError(t, os.Mkdir(filepath.Join(folder, ".git"), 0o755))
			uri := "file://" + filepath.ToSlash(filepath.Join(folder, tt.path))
			all, _ := converse(t, begin(t, tt.encodings...), opened(t, uri, tt.text))
			assert.Equal(t, tt.want, told(t, all, uri))
		})
	}
}

// doc are the parameters of a request about a document.
func doc(uri string, more members) members {
	more["textDocument"] = members{"uri": uri, "version": 2}
	return more
}

func answer(t *testing.T, all []sent, id int, result any) {
	t.Helper()
	for _, m := range all {
		if string(m.ID) == fmt.Sprint(id) {
			require.Nil(t, m.Error)
			require.NoError(t, json.Unmarshal(m.Result, result))
			return
		}
	}
	t.Fatalf("no answer to %d", id)
}

func TestTheLastOfSeveralChangesIsChecked(t *testing.T) {
	uri := "file://" + filepath.ToSlash(written(t, nil)) + "/.claude/settings.json"
	change := func(text string) string {
		return notification(t, "textDocument/didChange", doc(uri, members{"contentChanges": []members{{"text": text}}}))
	}
	all, _ := converse(t, begin(t), opened(t, uri, "{"), change("{}x"), change("{}"))
	assert.Nil(t, told(t, all, uri))
	assert.Len(t, all, 2, "the answer to initialize, and one list of diagnostics")
	all, _ = converse(t, begin(t), opened(t, uri, "{"), notification(t, "textDocument/didClose", doc(uri, members{})))
	assert.Nil(t, told(t, all, uri), "a closed document has none")
}

// The script of an open document becomes executable, and no other file does.
func TestAFixMakesAHookExecutable(t *testing.T) {
	const settings = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/a.sh"}]}]}}`
	folder := written(t, map[string]string{".claude/settings.json": settings, ".claude/hooks/a.sh": guard})
	uri, script := "file://"+filepath.ToSlash(folder)+"/.claude/settings.json", filepath.Join(folder, ".claude", "hooks", "a.sh")
	whole := members{"range": span{End: position{Line: 9}}, "context": members{}}
	execute := members{"command": makeExecutable, "arguments": []string{script}}
	all, _ := converse(t, begin(t), opened(t, uri, settings), call(t, 2, "textDocument/codeAction", doc(uri, whole)),
		call(t, 4, "workspace/executeCommand", members{"command": makeExecutable, "arguments": []string{script + ".txt"}}), call(t, 3, "workspace/executeCommand", execute))
	assert.Equal(t, []string{"4 -32602"}, errorsOf(all), "no finding is about that file")
	var actions []codeAction
	answer(t, all, 2, &actions)
	require.Len(t, actions, 1)
	assert.Equal(t, &command{actions[0].Title, makeExecutable, []string{script}}, actions[0].Command)
	info, err := os.Stat(script)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o755), info.Mode().Perm())
	assert.Nil(t, told(t, all, uri), "the finding is gone")
}

// Editors apply edits of one action to the same text, so the fix of all findings is one edit.
func TestFixes(t *testing.T) {
	const settings = `{"hooks": {
  "PreToolUse": [{"matcher": "bash", "hooks": [{"type": "command", "command": "exit 0 # é", "timeout": 60000}]}]
}}`
	uri := "file://" + filepath.ToSlash(written(t, nil)) + "/.claude/settings.json"
	ask := func(only []string, line int) []codeAction {
		at := members{"range": span{position{line, 0}, position{line, 200}}, "context": members{"only": only}}
		all, _ := converse(t, begin(t), opened(t, uri, settings), call(t, 2, "textDocument/codeAction", doc(uri, at)))
		var actions []codeAction
		answer(t, all, 2, &actions)
		return actions
	}
	titles := func(actions []codeAction) (all []string) {
		for _, a := range actions {
			all = append(all, a.Kind+" "+a.Title)
		}
		return all
	}
	assert.Equal(t, []string{"quickfix HT208: write Bash", "quickfix HT106: write 60", "source.fixAll.hooktest hooktest: fix all that can be fixed (2)"}, titles(ask(nil, 1)))
	assert.Equal(t, []string{"source.fixAll.hooktest hooktest: fix all that can be fixed (2)"}, titles(ask([]string{"source.fixAll"}, 0)))
	assert.Empty(t, ask([]string{"refactor"}, 1))
	assert.Empty(t, ask([]string{"quickfix"}, 0), "no finding is there")
	whole := ask([]string{fixAll}, 0)[0].Edit.Changes[uri]
	assert.Equal(t, []textEdit{{span{position{1, 0}, position{2, 0}}, `  "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "exit 0 # é", "timeout": 60}]}]` + "\n"}}, whole)
}

func TestHover(t *testing.T) {
	const settings = `{"hooks": {"PreToolUse": [
  {"matcher": "Bash", "hooks": [
    {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/none.sh", "timeout": 5},
    {"type": "command", "command": "true", "async": true}
  ]}
]}, "model": "x"}`
	tests := []struct {
		name            string
		line, character int
		want            []string
		reason          string
	}{
		{"event", 0, 15, []string{"**PreToolUse**: an event of claude", "- claude: matchers are tested against tool_name"}, "what explain says first"},
		{"matcher", 1, 8, []string{"- claude: matchers: tested against tool_name, a tool", "`true`: starts it", "none.sh"}, "all hooks of the group"},
		{"timeout", 2, 70, []string{"- claude: timeout: in seconds, 600 where none is given"}, "the unit"},
		{"command", 2, 30, []string{"(claude) ", "none.sh does not exist: the hook can't start, and the agent", "HT110", "(copilot-claude) "}, "each agent's verdict"},
		{"a hook that the agent does not wait for", 3, 50, []string{"(claude) starts it on PreToolUse where the matcher \"Bash\" fits, and does not wait for it"}, ""},
		{"another setting", 5, 6, nil, "it is not about hooks"},
	}
	folder := written(t, map[string]string{"none": ""})
	uri := "file://" + filepath.ToSlash(folder) + "/.claude/settings.json"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, _ := converse(t, begin(t), opened(t, uri, settings), call(t, 2, "textDocument/hover", doc(uri, members{"position": position{tt.line, tt.character}})))
			var h *hover
			answer(t, all, 2, &h)
			if tt.want == nil {
				assert.Nil(t, h, tt.reason)
				return
			}
			require.NotNil(t, h)
			assert.Equal(t, "markdown", h.Contents.Kind)
			for _, text := range tt.want {
				assert.Contains(t, h.Contents.Value, text, tt.reason)
			}
		})
	}
}

// An offset and its position are inverse, in both units.
func TestPositions(t *testing.T) {
	for _, wide := range []bool{false, true} {
		text := newText("a\r\né😀b\rc\n\n", wide)
		for _, offset := range []int{0, 1, 3, 5, 9, 10, 11, 12, 13, 14} {
			assert.Equal(t, offset, text.offset(text.position(offset)), "%v", wide)
		}
		assert.Equal(t, 1, text.offset(position{0, 99}), "a line ends where it ends")
		assert.Equal(t, 14, text.offset(position{99, 0}))
	}
	assert.Equal(t, position{1, 3}, newText("a\r\né😀b", false).position(9))
	assert.Equal(t, position{1, 6}, newText("a\r\né😀b", true).position(9))
}
