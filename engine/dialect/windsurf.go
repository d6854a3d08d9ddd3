package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Windsurf is the contract of Cascade in Windsurf, now Devin Desktop, as others tell
// of it. It gives the same value at every call.
func Windsurf() *Contract { return windsurf() }

var windsurf = sync.OnceValue(func() *Contract {
	c := unrun("windsurf", "Windsurf", "3.6.22")
	c.Settings.Files = []File{
		{
			Scope: "system", Path: "/etc/windsurf/hooks.json",
			On: map[string]string{
				"darwin":  "/Library/Application Support/Windsurf/hooks.json",
				"windows": `C:\ProgramData\Windsurf\hooks.json`,
			},
		},
		{Scope: "user", Path: "~/.codeium/windsurf/hooks.json"},
		{Scope: "project", Path: ".windsurf/hooks.json"},
	}
	c.Settings.Shape = Shape{Flat: true, Type: hook.TypeCommand}
	c.Settings.Trust = []Trust{{Of: TrustsFolder, Loses: LosesHook, Fact: "windsurf.trust"}}
	c.Handlers = Handlers{
		Types:   []Handler{{Type: hook.TypeCommand, Command: true, Starts: true, Rule: "windsurf.duplicates"}},
		Timeout: Timeout{Unit: time.Second, Units: "seconds", Default: time.Minute, Rule: "windsurf.timeout"},
	}
	c.Base = []BaseField{
		{Name: "agent_action_name", Is: EventName},
		{Name: "trajectory_id", Is: Session},
		{Name: "execution_id", Sample: `"execution-1"`},
		{Name: "timestamp", Is: Timestamp},
	}
	c.Matcher = Matcher{Compile: Expressions{Engine: JavaScript, Whole: true}, Rule: "windsurf.no-matcher"}
	c.Reading = &Reading{
		Exits: []Exit{
			{Codes: []int{0}, Fact: "windsurf.exit-0"},
			{Codes: []int{2}, Demand: Refuses, From: Stderr, Fact: "windsurf.exit-2"},
			{Demand: Fails, Fact: "windsurf.exit-other"},
		},
		Text:   Text{From: Stdout, Fact: "windsurf.exit-0"},
		Others: Others{Reason: Unsure, Rewrite: Unsure, Join: "\n", Fact: "windsurf.several"},
	}
	c.Events = windsurfEvents()
	c.Tools = Tools{Fact: "windsurf.no-matcher"}
	told := witness{"windsurf", ThirdParty, "a survey of agents that quotes the makers' documentation", "2026-07-30"}.says
	guess := witness{"windsurf", Guess, "nothing: nobody has looked", "2026-11-22"}.says
	c.Facts = []Fact{
		guess("ending", "how a hook is ended, and how long its pipes are read"),
		guess("duplicates", "whether the same command twice runs twice"),
		guess("timeout", "no timeout is documented; a minute stands for none"),
		told("no-matcher", "there are no matchers: each tool has events of its own"),
		told("exit-0", "hooks have no other answer than their exit code; nothing on stdout decides"),
		told("exit-2", "exit code 2 keeps from happening what the hook runs before, and the model reads stderr"),
		told("exit-other", "everything else lets the agent go on"),
		told("afterwards", "a hook that runs afterwards can't undo anything"),
		told("trust", "in Restricted Mode, which is that of a folder nobody trusts, no hook runs"),
		guess("several", "whose reason counts where several hooks refuse"),
		guess("cut-off", "what becomes of a hook that does not end"),
		told("stdin", "agent_action_name, trajectory_id, execution_id, timestamp and tool_info; what is in tool_info was nowhere seen"),
	}
	return c
})

// windsurfEvents are those before something happens, then those afterwards.
func windsurfEvents() []Event {
	event := func(name hook.Event, moment Moment, info string, refused Reply, works ...Work) Event {
		cutOff := Reply{Outcome: Unknown, Fact: "windsurf.cut-off"}
		return Event{
			Name: name, Moment: moment, Subject: Subject{Rule: "windsurf.no-matcher"}, Works: works,
			Fields: known("windsurf.stdin", Field{Name: "tool_info", Kind: "object", Sample: info}),
			Rules: Rules{Replies: map[Demand]Reply{
				Refuses: refused, Fails: {Outcome: Proceeds}, Misses: {Outcome: Proceeds, Fact: "windsurf.exit-other"},
				Dies: cutOff, Lags: cutOff,
			}},
		}
	}
	const (
		command = `{"command_line": "ls", "cwd": "/home/user/project"}`
		file    = `{"file_path": "/home/user/project/notes.txt"}`
		edit    = `{"file_path": "/home/user/project/notes.txt", "edits": [{"old_string": "hello", "new_string": "goodbye"}]}`
		call    = `{"mcp_server_name": "files", "mcp_tool_name": "list", "mcp_tool_arguments": {}}`
	)
	asks := func(e Event) Event {
		e.Fields[0].Prompt, e.Fields[0].PromptIn = true, "user_prompt"
		return e
	}
	before := Reply{Outcome: Prevented, Model: "{reason}"}
	after := Reply{Outcome: Proceeds, Fact: "windsurf.afterwards"}
	return []Event{
		event("pre_run_command", ToolBefore, command, before, Work{RunShell, "tool_info.command_line"}),
		event("pre_write_code", ToolBefore, edit, before, Work{WriteFile, "tool_info.file_path"}, Work{EditFile, "tool_info.file_path"}),
		event("pre_read_code", ToolBefore, file, before, Work{ReadFile, "tool_info.file_path"}),
		event("pre_mcp_tool_use", ToolBefore, call, before),
		asks(event("pre_user_prompt", TurnBefore, `{"user_prompt": "List the files of this project."}`, before)),
		event("post_run_command", ToolAfter, command, after, Work{RunShell, "tool_info.command_line"}),
		event("post_write_code", ToolAfter, edit, after, Work{WriteFile, "tool_info.file_path"}, Work{EditFile, "tool_info.file_path"}),
		event("post_read_code", ToolAfter, file, after, Work{ReadFile, "tool_info.file_path"}),
		event("post_mcp_tool_use", ToolAfter, call, after),
		event("post_cascade_response", TurnAfter, `{"response": "There is one file, notes.txt."}`, after),
		event("post_cascade_response_with_transcript", TurnAfter, `{"transcript_path": "/home/user/.windsurf/transcripts/session.jsonl"}`, after),
		event("post_setup_worktree", "", `{"worktree_path": "/home/user/worktree"}`, after),
	}
}
