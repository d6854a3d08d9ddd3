package eventinput_test

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestWhatHappensInTheWordsOfAnAgent(t *testing.T) {
	shell := func(c *dialect.Contract, event string) (eventinput.Input, error) {
		return eventinput.Call(c, event, dialect.RunShell, "make test")
	}
	write := func(c *dialect.Contract, event string) (eventinput.Input, error) {
		return eventinput.Call(c, event, dialect.WriteFile, "a/b.txt")
	}
	prompt := func(c *dialect.Contract, event string) (eventinput.Input, error) {
		return eventinput.Prompt(c, event, "Tidy up.")
	}
	sample := func(c *dialect.Contract, event string) (eventinput.Input, error) {
		return eventinput.Of(c, event, "")
	}
	tests := []struct {
		name     string
		contract *dialect.Contract
		happens  func(*dialect.Contract, string) (eventinput.Input, error)
		event    string
		want     hook.Event
		field    string
		value    string
		reason   string
	}{
		{"shell", dialect.Known("claude"), shell, "", "PreToolUse", "tool_input", `{"command":"make test"}`, "without an event, it is the one before a tool"},
		{"flat fields", dialect.Known("copilot"), shell, "", "preToolUse", "toolArgs", `{"command":"make test"}`, "the input is in this agent's field"},
		{"another agent's event", dialect.Known("claude"), shell, "AfterTool", "PostToolUse", "tool_input", `{"command":"make test"}`, "events at the same moment are the same"},
		{"a file", dialect.Known("qwen"), write, "", "PreToolUse", "tool_input", `{"file_path":"a/b.txt","content":"hello\n"}`, "the rest of the input is a sample"},
		{"a prompt", dialect.Known("copilot"), prompt, "", "userPromptSubmitted", "prompt", `"Tidy up."`, "the moment is that before a turn"},
		{"a start", dialect.Known("codex"), sample, "sessionStart", "SessionStart", "source", `"startup"`, "names differ by a letter, too"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.happens(tt.contract, tt.event)
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.want, got.Event, tt.reason)
			value, _ := got.Fields.Get(tt.field)
			want, err := jsonvalue.Parse([]byte(tt.value))
			require.NoError(t, err)
			assert.True(t, jsonvalue.Equal(want, value), "%s: %s", tt.reason, jsonvalue.Marshal(value))
		})
	}
}

func failure(_ eventinput.Input, err error) error { return err }

func TestWhatAnAgentHasNoHooksFor(t *testing.T) {
	use := func(c *dialect.Contract, tool string, arguments ...string) error {
		input := jsonvalue.New()
		for _, name := range arguments {
			input.Set(name, "x")
		}
		return failure(eventinput.Use(c, "", tool, input))
	}
	tests := []struct {
		err    error
		want   string
		reason string
	}{
		{failure(eventinput.Of(dialect.Known("claude"), "BeforeModel", "")), "Claude Code has no hooks for BeforeModel", "no event of Claude Code is at that moment"},
		{failure(eventinput.Call(dialect.Known("codex"), "", dialect.ReadFile, "x")), "Codex CLI has no hooks for a tool of that kind", "it reads with the shell"},
		{use(dialect.Known("codex"), "Write", "file_path", "content"), "Codex CLI calls its tool apply_patch otherwise than Claude Code does Write", "a patch has no such fields, and a guard that looks for them finds nothing"},
		{use(dialect.Known("gemini"), "WebFetch", "url", "prompt"), "Gemini CLI calls its tool web_fetch otherwise than Claude Code does WebFetch", "the address is a part of its prompt"},
		{use(dialect.Known("copilot"), "Edit", "file_path"), "the input of the tool edit of Copilot CLI is not known", "it gets no field that another agent has"},
		{failure(eventinput.Call(dialect.Known("copilot"), "", dialect.WriteFile, "x")), "the input of the tool create of Copilot CLI is not known", "an input made up would be another one than hooks read"},
		{failure(eventinput.Call(dialect.Known("windsurf"), "PreToolUse", dialect.FetchPage, "x")), "pre_run_command of Windsurf is not about that", "its events are the tools"},
		{failure(eventinput.Prompt(dialect.Known("kiro"), "BeforeModel", "x")), "Kiro has no hooks for BeforeModel", "the event is looked for first"},
		{failure(eventinput.Prompt(dialect.Known("windsurf"), "BeforeTool", "x")), "pre_run_command of Windsurf knows no prompt", "the name was another agent's, so this is not the user's error"},
	}
	for _, tt := range tests {
		var absence *eventinput.Absence
		require.ErrorAs(t, tt.err, &absence, tt.reason)
		assert.Equal(t, tt.want, absence.Error(), tt.reason)
	}
}

// assertFields compares the fields of an object with those of an input, which may have others.
func assertFields(t *testing.T, object string, got eventinput.Input, reason string) {
	t.Helper()
	want, err := jsonvalue.ParseObject([]byte(object))
	require.NoError(t, err)
	for name, value := range want.All() {
		is, _ := got.Fields.Get(name)
		assert.True(t, jsonvalue.Equal(value, is), "%s: %s", reason, jsonvalue.Marshal(is))
	}
}

// Some events are about a command or a file and name no tool.
func TestWorkWithoutATool(t *testing.T) {
	shell, edit := jsonvalue.New(), jsonvalue.New()
	shell.Set("command", "make")
	edit.Set("file_path", "a.go")
	call := func(c *dialect.Contract, event string, role dialect.Role) func() (eventinput.Input, error) {
		return func() (eventinput.Input, error) { return eventinput.Call(c, event, role, "x") }
	}
	use := func(c *dialect.Contract, event, tool string, input *jsonvalue.Object) func() (eventinput.Input, error) {
		return func() (eventinput.Input, error) { return eventinput.Use(c, event, tool, input) }
	}
	tests := []struct {
		happens func() (eventinput.Input, error)
		event   hook.Event
		want    string
		reason  string
	}{
		{call(dialect.Known("cursor"), "beforeShellExecution", dialect.RunShell), "beforeShellExecution", `{"command": "x"}`, "the event is about shell commands"},
		{call(dialect.Known("cursor"), "afterShellExecution", dialect.RunShell), "afterShellExecution", `{"command": "x"}`, "afterwards, too"},
		{call(dialect.Known("cursor"), "afterFileEdit", dialect.WriteFile), "afterFileEdit", `{"file_path": "x"}`, "a file is written"},
		{call(dialect.Known("cursor"), "", dialect.RunShell), "preToolUse", `{"tool_name": "Shell", "tool_input": {"command": "x"}}`, "the event before every tool comes first"},
		{call(dialect.Known("windsurf"), "", dialect.RunShell), "pre_run_command", `{"tool_info": {"command_line": "x", "cwd": "/home/user/project"}}`, "its events are the tools"},
		{call(dialect.Known("windsurf"), "PreToolUse", dialect.WriteFile), "pre_write_code", "", "of several events at a moment it is the one about files"},
		{call(dialect.Known("windsurf"), "PostToolUse", dialect.WriteFile), "post_write_code", "", "afterwards, too"},
		{call(dialect.Known("claude"), "FileChanged", dialect.WriteFile), "FileChanged", `{"file_path": "x"}`, "the file has changed"},
		{use(dialect.Known("cursor"), "beforeShellExecution", "Shell", shell), "beforeShellExecution", `{"command": "make"}`, "the agent's own tool"},
		{use(dialect.Known("cursor"), "beforeShellExecution", "Bash", shell), "beforeShellExecution", `{"command": "make"}`, "another agent's tool"},
		{use(dialect.Known("windsurf"), "PreToolUse", "Write", edit), "pre_write_code", "", "another agent's tool and event"},
		{use(dialect.Known("windsurf"), "", "Bash", nil), "pre_run_command", `{"tool_info": {"command_line": "ls", "cwd": "/home/user/project"}}`, "without an input it is a sample"},
		{use(dialect.Known("cursor"), "beforeMCPExecution", "list", shell), "beforeMCPExecution", `{"tool_name": "list", "tool_input": "{\"command\":\"make\"}"}`, "the input of a server's tool is a text"},
		{func() (eventinput.Input, error) { return eventinput.Prompt(dialect.Known("windsurf"), "", "Go.") }, "pre_user_prompt", `{"tool_info": {"user_prompt": "Go."}}`, "the prompt is inside an object"},
		{func() (eventinput.Input, error) { return eventinput.Prompt(dialect.Known("cursor"), "", "Go.") }, "beforeSubmitPrompt", `{"prompt": "Go."}`, "the prompt is a field of its own"},
	}
	for _, tt := range tests {
		got, err := tt.happens()
		require.NoError(t, err, tt.reason)
		assert.Equal(t, tt.event, got.Event, tt.reason)
		assertFields(t, cmp.Or(tt.want, "{}"), got, tt.reason)
	}
}

func TestWorkThatAnEventIsNotAbout(t *testing.T) {
	more := jsonvalue.New()
	more.Set("command", "ls")
	more.Set("timeout", "5")
	tests := []struct {
		err  error
		want string
		hint string
	}{
		{failure(eventinput.Call(dialect.Known("windsurf"), "pre_run_command", dialect.WriteFile, "x")), "pre_run_command is not about that", "that goes with pre_write_code and post_write_code"},
		{failure(eventinput.Call(dialect.Known("cursor"), "beforeReadFile", dialect.RunShell, "x")), "beforeReadFile speaks of no tool", "tools go with preToolUse"},
		{failure(eventinput.Use(dialect.Known("cursor"), "beforeShellExecution", "Shell", more)), "beforeShellExecution names no tool, and has no place for all of the input", "tools go with preToolUse"},
		{failure(eventinput.Call(dialect.Known("claude"), "Stop", dialect.RunShell, "ls")), "Stop speaks of no tool", "tools go with PreToolUse, PostToolUse, PermissionRequest, PermissionDenied and PostToolUseFailure"},
		{failure(eventinput.Prompt(dialect.Known("claude"), "PreToolUse", "Tidy up.")), "PreToolUse knows no prompt", "prompts go with UserPromptSubmit"},
	}
	for _, tt := range tests {
		var mismatch *eventinput.Mismatch
		require.ErrorAs(t, tt.err, &mismatch)
		assert.Equal(t, tt.want, mismatch.Error())
		assert.Equal(t, tt.hint, mismatch.Hint)
	}
}

func TestToolOfAnotherAgent(t *testing.T) {
	tests := []struct {
		name              string
		contract          *dialect.Contract
		tool, input, want string
		reason            string
	}{
		{
			"several arguments", dialect.Known("gemini"), "Write", `{"file_path": "a.go", "content": "x"}`,
			`{"tool_name": "write_file", "tool_input": {"file_path": "a.go", "content": "x"}}`, "both have the file in the same field, so the rest is the author's",
		},
		{
			"one argument", dialect.Known("codex"), "Execute", `{"command": "make"}`,
			`{"tool_name": "Bash", "tool_input": {"command": "make"}}`, "the rest is a sample",
		},
		{
			"a written file, as a patch", dialect.Known("codex"), "Write", `{"file_path": "a.go"}`,
			`{"tool_name": "apply_patch", "tool_input": {"command": "*** Begin Patch\n*** Add File: a.go\n+hello\n*** End Patch\n"}}`, "the agent writes files so",
		},
		{
			"a changed file, as a patch", dialect.Known("codex"), "Edit", `{"file_path": "a.go"}`,
			`{"tool_name": "apply_patch", "tool_input": {"command": "*** Begin Patch\n*** Update File: a.go\n@@\n-hello\n+goodbye\n*** End Patch\n"}}`, "a change is another patch",
		},
		{
			"no input", dialect.Known("qwen"), "Read", ``,
			`{"tool_name": "read_file", "tool_input": {"file_path": "notes.txt"}}`, "it is a sample then",
		},
		{
			"an unknown tool", dialect.Known("claude"), "mcp__files__read", `{"path": "a"}`,
			`{"tool_name": "mcp__files__read", "tool_input": {"path": "a"}}`, "it stays what it is",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var input *jsonvalue.Object
			if tt.input != "" {
				var err error
				input, err = jsonvalue.ParseObject([]byte(tt.input))
				require.NoError(t, err)
			}
			got, err := eventinput.Use(tt.contract, "", tt.tool, input)
			require.NoError(t, err, tt.reason)
			assertFields(t, tt.want, got, tt.reason)
		})
	}
}

func TestAPromptIsInAllFieldsThatHaveIt(t *testing.T) {
	got, err := eventinput.Prompt(dialect.Known("qwen"), "", "Tidy up.")
	require.NoError(t, err)
	for _, name := range []string{"prompt", "submitted_prompt"} {
		text, _ := got.Fields.GetString(name)
		assert.Equal(t, "Tidy up.", text, name)
	}
}

func TestSetCreatesTheParents(t *testing.T) {
	fields := jsonvalue.New(jsonvalue.Member{Key: "tool_input", Value: jsonvalue.New(jsonvalue.Member{Key: "command", Value: "ls"})})
	eventinput.Set(fields, "tool_input.timeout", true)
	eventinput.Set(fields, "a.b.c", "d")
	assert.JSONEq(t, `{"tool_input":{"command":"ls","timeout":true},"a":{"b":{"c":"d"}}}`, string(jsonvalue.Marshal(fields)))
}
