package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/hook"
)

// An answer's other content is judged by the contracts of the agents that read it.
func TestWhatAnswersGive(t *testing.T) {
	t.Parallel()
	on := func(event hook.Event, agents ...string) script.Use {
		use := of(t, agents...)
		use.Events = []hook.Event{event}
		return use
	}
	bashOf := func(use script.Use, tools ...string) script.Use {
		use.Tools = append([]string{"Bash"}, tools...)
		return use
	}
	before := bashOf(on("PreToolUse", "claude"))
	const (
		part  = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"timeout": 600000}}}`
		whole = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"command": "true", "timeout": 600000}}}`
		start = `{"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "write tests first"}}`
		stop  = `{"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "there is no test"}}`
		ended = `{"hookSpecificOutput": {"hookEventName": "SessionEnd", "additionalContext": "there is no test"}}`
		flat  = `{"additionalContext": "write tests first"}`
		heard = "command -v jq >/dev/null || exit 0\n"
	)
	echo := func(text string) string { return sh + "cat >/dev/null\necho '" + text + "'\n" }
	tests := []struct {
		name, path, text string
		use              script.Use
		want             []string
		reason           string
	}{
		{"a part of the input", "a.sh", echo(part), before, []string{"HT335"}, "the command is gone"},
		{"all that the tool needs", "a.sh", echo(whole), before, []string{}, "the command is there"},
		{"a part by jq", "a.sh", bash + heard + "jq '{hookSpecificOutput: {hookEventName: \"PreToolUse\", permissionDecision: \"allow\", updatedInput: {timeout: 600000}}}'\n", before, []string{"HT335"}, "the command is gone"},
		{"laid over by jq", "a.sh", bash + heard + "jq '{hookSpecificOutput: {hookEventName: \"PreToolUse\", permissionDecision: \"allow\", updatedInput: (.tool_input + {timeout: 600000})}}'\n", before, []string{}, "the old input is in it"},
		{"another key by jq", "a.sh", bash + heard + "jq '{hookSpecificOutput: {hookEventName: \"PreToolUse\", permissionDecision: \"allow\", updatedInput: {command: (\"nice \" + .tool_input.command)}}}'\n", before, []string{}, "what it is does not matter"},
		{"a part in Node", "a.js", node + "const fs = require('fs');\nfs.readFileSync(0);\nprocess.stdout.write(\n  JSON.stringify({\n    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { timeout: 600_000 } },\n  }),\n);\n", before, []string{"HT335"}, "the same in Node"},
		{"a part in a variable in Node", "a.js", node + "require('fs').readFileSync(0);\nconst out = " + part + ";\nconsole.log(JSON.stringify(out));\n", before, []string{"HT335"}, "it is printed as it stands"},
		{"a variable in Node that is changed", "a.js", node + "require('fs').readFileSync(0);\nconst out = " + part + ";\nout.hookSpecificOutput.updatedInput.command = 'true';\nconsole.log(JSON.stringify(out));\n", before, []string{}, "nobody knows what it is then"},
		{"spread in Node", "a.js", node + "const call = JSON.parse(require('fs').readFileSync(0, 'utf8'));\nconsole.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { ...call.tool_input, timeout: 1 } } }));\n", before, []string{}, "the old input is in it"},
		{"in Python by a name", "a.py", py + "call = json.load(sys.stdin)\nkey = 'command'\nprint(json.dumps({'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'updatedInput': {key: 'true'}}}))\n", before, []string{}, "nobody works it out"},
		{"a part of what is written", "a.py", py + "call = json.load(sys.stdin)\nprint(json.dumps({'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'allow', 'updatedInput': {'file_path': '/tmp/a'}}}))\n", func() script.Use { u := before; u.Tools = []string{"Write"}; return u }(), []string{"HT335"}, "the content is gone"},
		{"all of what is written", "a.py", py + "call = json.load(sys.stdin)\nprint(json.dumps({'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'allow', 'updatedInput': {'file_path': '/tmp/a', 'content': call['tool_input']['content']}}}))\n", func() script.Use { u := before; u.Tools = []string{"Write"}; return u }(), []string{}, "both are there"},
		{"for tools of which one needs nothing that is known", "a.sh", echo(part), bashOf(on("PreToolUse", "claude"), "Skill"), []string{}, "it may be meant for that one"},
		{"for tools that nobody knows", "a.sh", echo(part), on("PreToolUse", "claude"), []string{}, "it may be meant for another one"},
		{"for another agent that looks", "a.sh", echo(part), bashOf(on("PreToolUse", "codex")), []string{"HT335"}, "a run has shown that the call is refused"},
		{"where nobody looks", "a.sh", echo(part), bashOf(on("PreToolUse", "droid")), []string{}, "nobody has seen what becomes of the call"},

		{"a context a level too low", "a.sh", echo(start), on("sessionStart", "copilot"), []string{"HT336"}, "Copilot's own events read it at the top"},
		{"a context at its level", "a.sh", echo(flat), on("sessionStart", "copilot"), []string{}, "it is read"},
		{"a context a level too high", "a.sh", echo(flat), on("SessionStart", "claude"), []string{"HT336"}, "only hookSpecificOutput is read"},
		{"a context with the event's name", "a.sh", echo(start), on("SessionStart", "claude"), []string{}, "it is read"},
		{"a context without it", "a.py", py + "sys.stdin.read()\nprint(json.dumps({'hookSpecificOutput': {'additionalContext': 'x'}}))\n", on("SessionStart", "claude"), []string{"HT336"}, "the agent takes it for a mistake"},
		{"a context where the session is over", "a.sh", echo(ended), on("SessionEnd", "claude"), []string{"HT336"}, "there is nobody to read it"},
		{"a context that one of two reads", "a.sh", echo(start), on("SessionStart", "claude", "codex"), []string{}, "it is for both"},
		{"a context of the end of a turn where it is not read", "a.sh", echo(stop), on("Stop", "codex"), []string{"HT336"}, "the agent ends its turn"},
		{"a context on an event that is asked for", "a.sh", bash + heard + "[ \"$(jq -r .hook_event_name)\" = SessionStart ] && exit 0\n" + "echo '" + start + "'\n", on("SessionEnd", "claude"), []string{}, "other events may be meant"},
		{"a context and a refusal", "a.sh", echo(`{"decision": "block", "reason": "no", "additionalContext": "x"}`), on("PreToolUse", "claude"), []string{}, "the refusal counts"},
		{"a context of nobody's", "a.sh", echo(start), script.Use{}, []string{}, "nobody knows who starts it"},
		{"no context", "a.sh", echo(`{"systemMessage": "write tests first"}`), on("SessionEnd", "claude"), []string{}, "it is for the user"},

		{"a context that keeps the agent at work", "a.sh", echo(stop), on("Stop", "claude"), []string{"HT312"}, "it is given again at the end of each turn"},
		{"a context that is given once", "a.sh", bash + heard + "[ \"$(jq -r .stop_hook_active)\" = true ] && exit 0\necho '" + stop + "'\n", on("Stop", "claude"), []string{}, "the script asks"},
		{"a context that leaves a mark", "a.sh", sh + "cat >/dev/null\n[ -f told ] && exit 0\ntouch told\necho '" + stop + "'\n", on("Stop", "claude"), []string{}, "it may be given once"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, id := range ids(script.Look(tt.path, []byte(tt.text), tt.use).Findings) {
				if id != "HT306" && id != "HT316" {
					got = append(got, id)
				}
			}
			assert.ElementsMatch(t, tt.want, got, "%s\n%s", tt.reason, tt.text)
		})
	}
}

// A condition may decide the script's exit code by accident or on purpose.
func TestConditionsThatDecideOverTheCode(t *testing.T) {
	t.Parallel()
	copilot, claude, later := of(t, "copilot"), of(t, "claude"), of(t, "copilot")
	copilot.Events, claude.Events, later.Events = []hook.Event{"preToolUse"}, []hook.Event{"PreToolUse"}, []hook.Event{"postToolUse"}
	closed, opened := claude, copilot
	closed.Command, opened.Command = `"$CLAUDE_PROJECT_DIR"/a.sh || exit 2`, "./a.sh || true"
	told, silent := []string{"HT337"}, []string{}
	tests := []struct {
		text   string
		use    script.Use
		want   []string
		reason string
	}{
		{"[ -f x ] && date >>log\n", copilot, told, "without the file every call is refused"},
		{"[[ -f x && -f y ]] && date >>log\n", copilot, told, "the same in bash's words"},
		{"[ -f x ] && [ -f y ] && date >>log\n", copilot, told, "either of them"},
		{"test -f x && { date; uname; } >>log\n", copilot, told, "whatever is done"},
		{"main() {\n[ -f x ] && date >>log\n}\nmain \"$@\"\n", copilot, told, "the code of the function is the script's"},
		{"[ -f x ] && date >>log\n", closed, told, "the settings make a refusal of it"},
		{"[ -f x ] && date >>log\nexit 0\n", copilot, silent, "the code is 0"},
		{"[ -f x ] && date >>log || true\n", copilot, silent, "the code is 0"},
		{"if [ -f x ]; then date >>log; fi\n", copilot, silent, "the code of an if that is not taken is 0"},
		{"[ -f x ] || date >>log\n", copilot, silent, "one of them is true"},
		{"[ -f x ] && exit 0\n", copilot, silent, "it may be meant: what is not allowed is refused"},
		{"[ -f x ] && { date >>log; exit 0; }\n", copilot, silent, "it may be meant"},
		{"allow() { exit 0; }\n[ -f x ] && allow\n", copilot, silent, "it may be meant"},
		{"[ -f x ] && echo '{\"permissionDecision\": \"allow\"}'\n", copilot, silent, "it may be meant"},
		{"[ -f x ] && test -f y\n", copilot, silent, "nothing is done: the conditions are what decides"},
		{"[ -f x ] && ! [ -f y ]\n", copilot, silent, "the same with one that must not hold"},
		{"allowed() {\n[ -f x ] && [[ -f y ]]\n}\nallowed\n", copilot, silent, "the same in a function"},
		{"[ -f x ] && grep -q bash x\n", copilot, silent, "it looks up what may be done"},
		{"[ -f x ] && cat x | grep -q bash\n", copilot, silent, "the same at the end of a pipeline"},
		{"[ -f x ]\n", copilot, silent, "it can be meant for nothing else"},
		{"grep -q x && date >>log\n", copilot, silent, "it looks into what is about to be done, and may be meant"},
		{"trap 'exit 0' EXIT\n[ -f x ] && date >>log\n", copilot, silent, "the trap says how it ends"},
		{"[ -f x ] && date >>log\n", opened, silent, "the settings say how it ends"},
		{"[ -f x ] && date >>log\n", claude, silent, "the agent goes on"},
		{"[ -f x ] && date >>log\n", later, silent, "no code refuses there"},
		{"[ -f x ] && date >>log\n", of(t, "copilot"), silent, "nobody knows on which event"},
	}
	for _, tt := range tests {
		found := script.Look("a.sh", []byte(bash+"cat >input.json\n"+tt.text), tt.use).Findings
		assert.Equal(t, tt.want, ids(found), "%s\n%s", tt.text, tt.reason)
	}
}
