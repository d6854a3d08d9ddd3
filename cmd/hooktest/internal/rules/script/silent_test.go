package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

const (
	sh   = "#!/bin/sh\n"
	bash = "#!/usr/bin/env bash\n"
	py   = "#!/usr/bin/env python3\nimport json, sys\n"
	node = "#!/usr/bin/env node\n"
	jq   = "command -v jq >/dev/null || exit 2\n"
)

// of returns the use of a script by some agents.
func of(t *testing.T, agents ...string) script.Use {
	t.Helper()
	var use script.Use
	for _, name := range agents {
		c, ok := dialect.Named(name)
		require.True(t, ok, name)
		use.Contracts = append(use.Contracts, c)
	}
	return use
}

// Correct code that looks wrong has no finding.
func TestSilent(t *testing.T) {
	t.Parallel()
	claude := of(t, "claude")
	stop, before := claude, claude
	stop.Events, before.Events = []hook.Event{"Stop"}, []hook.Event{"PreToolUse"}
	mcp, done, both, fetched := of(t, "cursor"), of(t, "claude"), of(t, "claude", "codex"), of(t, "claude")
	mcp.Events, done.Events, both.Events, fetched.Events = []hook.Event{"beforeMCPExecution"}, []hook.Event{"PostToolUse"}, []hook.Event{"PostToolUse"}, []hook.Event{"PostToolUse"}
	done.Tools, both.Tools, fetched.Tools = []string{"Bash"}, []string{"Bash"}, []string{"Bash", "WebFetch"}
	tests := []struct {
		name, path, text string
		use              script.Use
		reason           string
	}{
		{"an empty file", "a.sh", "", script.Use{}, "there is nothing to be read"},
		{"a program", "a.sh", "#!/bin/sh\nexit 2\x00\xff\xfe", script.Use{}, "it is no text"},
		{"a language that nobody reads here", "a.rb", "#!/usr/bin/env ruby\nif nonsense(", script.Use{}, "its rules are others"},
		{"zsh", "a.sh", "#!/bin/zsh\nfor f (*) { print $f }\n", script.Use{}, "bash's rules are not its own"},
		{"sh by its path alone", "a.sh", "grep -q sudo && exit 2\n", script.Use{}, "what it says every shell understands"},
		{"python without an interpreter line", "a.py", "import sys\n", script.Use{}, "python3 a.py may start it"},
		{"python that python starts", "a.py", "import sys\r\nsys.exit(2)\r\n", script.Use{Command: "python3 a.py"}, "Python takes both line ends"},
		{"bash by the command", "a.sh", "#!/bin/sh\n[[ -f FREEZE ]] && exit 2\n", script.Use{Command: `bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh`}, "sh does not read it"},
		{"one line of a document with a carriage return", "a.sh", sh + "cat <<'END' >message.txt\nHello\r\nworld\nEND\n", script.Use{}, "it belongs to a text"},

		{"a text that is read as JSON", "a.sh", bash + jq + "input=$(cat)\nsql=$(jq -r '.tool_input | fromjson | .sql // \"\"' <<<\"$input\")\ngrep -qi drop <<<\"$sql\" && exit 2\n", mcp, "as it is meant to be"},
		{"a text or an object", "a.sh", bash + jq + "input=$(cat)\nsql=$(jq -r 'if (.tool_input | type) == \"string\" then (.tool_input | fromjson | .sql) else .tool_input.sql end' <<<\"$input\")\ngrep -qi drop <<<\"$sql\" && exit 2\n", mcp, "it asks first"},
		{"a text or an object in Python", "a.py", py + "call = json.load(sys.stdin)\ngiven = call['tool_input']\nif isinstance(given, str):\n    given = json.loads(given)\nif 'drop' in call['tool_input']['sql']:\n    sys.exit(2)\n", mcp, "it asks first"},
		{"a part of a text, and of another field", "a.sh", bash + jq + "input=$(cat)\nsql=$(jq -r '.tool_input.sql // .command' <<<\"$input\")\ngrep -qi drop <<<\"$sql\" && exit 2\n", mcp, "the other one is there"},
		{"an object where the other agent has a text", "a.sh", bash + jq + "[ -z \"$(jq -r .tool_response.stderr)\" ] || exit 2\n", both, "Claude Code has one"},
		{"a part of what a command gives", "a.sh", bash + jq + "[ -z \"$(jq -r .tool_response.stderr)\" ] || exit 2\n", done, "it is there"},
		{"a part that a command may give", "a.sh", bash + jq + "[ -z \"$(jq -r .tool_response.backgroundTaskId)\" ] || exit 2\n", done, "not every part has been seen"},
		{"the code of another tool", "a.sh", bash + jq + "[ \"$(jq -r '.tool_response.code // 0')\" = 0 ] || exit 2\n", fetched, "its values were never observed"},
		{"both names of a tool", "a.sh", bash + jq + "case $(jq -r .tool_name) in Task|Agent) exit 2 ;; esac\n", claude, "one of them is for older versions"},
		{"a name that hooks of another agent read", "a.sh", bash + jq + "[ \"$(jq -r .tool_name)\" = Task ] && exit 2\n", of(t, "claude", "droid"), "the other one tells it"},
		{"code 1 without a refusal", "a.sh", sh + "echo 'disk is full' >&2\nexit 1\n", script.Use{}, "the hook failed, and says so"},
		{"the system refused", "a.sh", sh + "echo 'open log: permission denied' >&2\nexit 1\n", script.Use{}, "the script objects to nothing"},
		{"an answer beside code 1", "a.sh", sh + "echo '{\"decision\": \"block\", \"reason\": \"blocked\"}'\nexit 1\n", script.Use{}, "some agents read answers at any code"},
		{"code 1 refuses", "a.sh", sh + "echo 'blocked' >&2\nexit 1\n", of(t, "copilot"), "with this agent it does"},
		{"the settings refuse", "a.sh", sh + "echo 'blocked' >&2\nexit 1\n", script.Use{Command: "./a.sh || exit 2"}, "whatever the code was"},
		{"nothing can be refused", "a.sh", sh + "echo 'blocked' >&2\nexit 1\n", script.Use{Contracts: claude.Contracts, Events: []hook.Event{"SessionEnd"}}, "no code would"},
		{"a trap", "a.sh", sh + "trap 'exit 2' EXIT\necho 'blocked' >&2\nexit 1\n", script.Use{}, "it changes the code"},
		{"a substitution ends", "a.sh", sh + "x=$(if true; then echo blocked; exit 1; fi)\n", script.Use{}, "the script goes on"},
		{"a hook of git's", ".githooks/pre-push", sh + "echo 'blocked' >&2\nexit 1\n", script.Use{}, "git goes by other rules"},

		{"context without input", "a.sh", sh + "git status --short\n", script.Use{}, "it needs to know nothing"},
		{"a lock", "a.sh", sh + "if [ -f FREEZE ]; then cat FREEZE >&2; exit 2; fi\n", script.Use{}, "it refuses everything or nothing"},
		{"another program reads", "a.sh", bash + "exec ./check \"$@\"\n", script.Use{}, "stdin is handed on"},
		{"another script may set it", "a.sh", bash + ". ./lib.sh\ncommand=$(echo \"$input\" | jq -r '.tool_input.command')\n[[ $command == *push* ]] && exit 2\n", script.Use{}, "lib.sh reads it"},
		{"arguments that settings give", "a.sh", bash + "[[ $1 == *.pem ]] && exit 2\n", script.Use{Command: "./a.sh key.pem"}, "there is one"},
		{"a mode among the arguments", "a.sh", bash + "case $1 in\npre) echo no >&2; exit 2 ;;\npost) exit 0 ;;\nesac\n", script.Use{}, "the script may serve two events"},
		{"a flag among the arguments", "a.sh", bash + "case $1 in\n--strict*) exit 2 ;;\nesac\n", script.Use{}, "people give it"},
		{"arguments of a function", "a.sh", bash + "check() { [[ $1 == *.pem ]] && exit 2; }\ncheck \"$(cat)\"\n", script.Use{}, "they are the script's own"},
		{"a program with a usage", "hooks/a.py", "import sys\nif len(sys.argv) < 2:\n    print('usage: a.py FILE')\n    sys.exit(2)\nopen(sys.argv[1])\n", script.Use{}, "people start it"},

		{"a variable with another value", "a.sh", bash + "[[ ${CLAUDE_TOOL_INPUT:-$(cat)} == *sudo* ]] && exit 2\n", script.Use{}, "it does without"},
		{"a variable that is asked for", "a.sh", bash + "if [ -n \"$CLAUDE_TOOL_INPUT\" ]; then x=$CLAUDE_TOOL_INPUT; else x=$(cat); fi\n[[ $x == *sudo* ]] && exit 2\n", script.Use{}, "it does without"},
		{"a variable of the user's", "a.sh", bash + "[[ -n $CLAUDE_GUARD_OFF ]] && exit 0\ngrep -q sudo && exit 2\n", script.Use{}, "settings may set it"},
		{"a variable that a caller sets", "a.sh", bash + "[[ $TOOL_INPUT == *sudo* ]] && exit 2\n", script.Use{}, "nobody knows who starts it"},
		{"the project's folder", "a.sh", bash + "cat >\"$CLAUDE_PROJECT_DIR/last.json\"\n", claude, "the agent sets it"},

		{"a field of one agent or another", "a.sh", bash + "name=$(jq -r '.tool_name // .toolName // .tool')\n", claude, "the first that is there is taken"},
		{"a field beside one that is known", "a.sh", bash + "text=$(jq -r '.message // .user_prompt')\n", script.Use{}, "the first that is there is taken"},
		{"a field of each line", "a.sh", bash + "while read -r input; do jq -r .user_prompt <<<\"$input\"; done <log.jsonl\n", script.Use{}, "the lines are those of a log"},
		{"a variable that becomes longer", "a.sh", bash + "input=$(cat)\ninput+=$(./more)\njq -r .user_prompt <<<\"$input\"\n", script.Use{}, "it is not the input any more"},
		{"fields of two agents, one by one", "a.sh", bash + "input=$(cat)\na=$(jq -r .tool_name <<<\"$input\")\nb=$(jq -r .toolName <<<\"$input\")\n", claude, "the right one is among them"},
		{"a field that nobody knows", "a.sh", bash + "jq -r .flavour\n", claude, "agents have more with every version"},
		{"a field below another that is computed", "a.sh", bash + "jq -r '.tool_input | to_entries | .filepath'\n", script.Use{}, "what the path begins at is not known"},
		{"alternatives behind a pipe", "a.sh", bash + "jq -r '.tool_input | .filepath // .file_path'\n", claude, "one of them is there"},
		{"a program of jq in double quotes with backslashes", "a.sh", bash + jq + "jq -r \"\\\"\\(.tool_name)\\\"\"\n", script.Use{}, "the shell removes some of them"},
		{"a program of jq with a variable", "a.sh", bash + jq + "jq -r \".tool_input.$1\"\n", script.Use{}, "the rest is not known"},
		{"a program of jq in a file", "a.sh", bash + jq + "jq -rf '(' \n", script.Use{}, "it is a name"},
		{"a field of a file", "a.sh", bash + "jq -r .user_prompt settings.json\n", script.Use{}, "it is not the input"},
		{"a field of the script's own object", "a.sh", bash + "input=$(cat)\ninput=$(./enrich)\njq -r .user_prompt <<<\"$input\"\n", script.Use{}, "the variable is not the input any more"},
		{"a field of a list", "a.sh", bash + "jq -r '.items[] | .user_prompt'\n", script.Use{}, "who knows what is in it"},
		{"a field that is asked for", "a.py", py + "call = json.load(sys.stdin)\nif 'user_prompt' in call:\n    print(call['user_prompt'])\n", script.Use{}, "the script knows that it may be missing"},
		{"one field or the other", "a.py", py + "call = json.load(sys.stdin)\ntext = call.get('prompt') or call.get('user_prompt')\n", script.Use{}, "the first that is there is taken"},
		{"a parameter of the same name", "a.py", py + "def show(call):\n    print(call['user_prompt'])\ncall = json.load(sys.stdin)\n", script.Use{}, "it is another object"},
		{"another file's fields", "a.py", py + "call = json.load(open('log.json'))\nprint(call['user_prompt'])\n", script.Use{}, "it is not the input"},
		{"an argument of an MCP tool", "a.sh", bash + "jq -r .tool_input.pull_number\n", claude, "servers name theirs as they like"},
		{"an argument that agents call differently", "a.sh", bash + "jq -r '.tool_input.path'\n", claude, "which tool it is for is not known"},
		{"a tool that nobody knows", "a.sh", bash + "[ \"$(jq -r .tool_name)\" = Teleport ] && exit 2\n" + jq, claude, "agents have more with every version"},
		{"another agent's tool beside the own", "a.sh", bash + jq + "case $(jq -r .tool_name) in\nBash|run_shell_command|bash) exit 2 ;;\nesac\n", claude, "the script serves several agents"},
		{"a tool of an MCP server", "a.sh", bash + jq + "[ \"$(jq -r .tool_name)\" = mcp__db__query ] && exit 2\n", claude, "the name has its form"},
		{"fields of several events", "a.sh", bash + "input=$(cat)\ncase $(jq -r .hook_event_name <<<\"$input\") in\nStop) jq -r .last_assistant_message <<<\"$input\" ;;\nesac\n", before, "the script asks which event it is"},

		{"a subagent's field", "a.sh", bash + "jq -r .agent_type\n", script.Use{Contracts: of(t, "qwen").Contracts, Events: before.Events}, "subagents call tools, too"},
		{"jq that is handed a failure", "a.sh", bash + "command=$(jq -r .tool_input.command) || { echo 'no jq' >&2; exit 2; }\n[[ $command == *sudo* ]] && exit 2\n", script.Use{}, "it refuses without"},
		{"jq in a log", "a.sh", bash + "jq -r .tool_name >>tools.log\n", script.Use{}, "without it nothing is lost but a line"},
		{"jq for the answer alone", "a.sh", bash + "grep -q sudo && jq -n '{decision: \"block\"}'\n", script.Use{}, "the input is seen without it"},
		{"grep under set -e that may find nothing", "a.sh", bash + "set -e\nx=$(grep -o sudo || true)\n[[ -n $x ]] && exit 2\n", script.Use{}, "that is taken care of"},
		{"an assignment under set -e that may fail", "a.sh", bash + "set -e\nx=$(grep -o sudo) || x=\n[[ -n $x ]] && exit 2\n", script.Use{}, "that is taken care of"},
		{"grep under set -e as a question", "a.sh", bash + "set -e\nif grep -q sudo; then exit 2; fi\n", script.Use{}, "set -e does not count there"},
		{"a code that is kept with set +e", "a.sh", bash + "set -e\nset +e\nout=$(npm test 2>&1)\ncode=$?\nset -e\n[ $code -eq 0 ] || { echo \"$out\" >&2; exit 2; }\n", script.Use{}, "it is off there"},
		{"a code of an assignment without set -e", "a.sh", bash + "out=$(npm test 2>&1)\nif [ $? -ne 0 ]; then echo \"$out\" >&2; exit 2; fi\n", script.Use{}, "the script goes on"},
		{"a code under set -e that is asked for at once", "a.sh", bash + "set -e\ncode=0\nout=$(npm test 2>&1) || code=$?\n[ $code -eq 0 ] || { echo \"$out\" >&2; exit 2; }\n", script.Use{}, "a failure is looked at"},
		{"a code of a text under set -e", "a.sh", bash + "set -e\nx=1\nif [ $? -ne 0 ]; then exit 2; fi\n", script.Use{}, "that never fails"},
		{"a module that nobody starts", "hooks/lib.mjs", "export const deny = (reason) => ({ decision: 'block', reason });\n", script.Use{}, "others read it in"},
		{"a module that is a program as well", "hooks/a.cjs", node + "function judge(call) { return call.tool_name; }\nmodule.exports = { judge };\nif (require.main === module) judge(JSON.parse(require('fs').readFileSync(0, 'utf8')));\n", script.Use{Command: "node hooks/a.cjs"}, "it is called there"},
		{"a module that calls itself", "hooks/a.mjs", node + "import { readFileSync } from 'node:fs';\nexport function judge(call) { return call; }\n(async () => { judge(JSON.parse(readFileSync(0, 'utf8'))); })();\n", script.Use{Command: "node hooks/a.mjs"}, "it is called there"},
		{"an agent after a tool", "a.sh", bash + "cat >/dev/null\nclaude -p 'sum up' >>sum.txt\n", done, "the inner one need not use the tool"},
		{"another agent", "a.sh", bash + "cat >/dev/null\ncodex exec 'sum up' >>sum.txt\n", stop, "it has other hooks"},
		{"an agent without hooks", "a.sh", bash + "cat >/dev/null\nclaude --settings '{\"disableAllHooks\": true}' -p 'sum up' >>sum.txt\n", stop, "the inner one runs none"},
		{"an agent with a variable", "a.py", py + "import os, subprocess\njson.load(sys.stdin)\nif not os.environ.get('IN_HOOK'):\n    subprocess.run(['claude', '-p', 'sum up'], env={**os.environ, 'IN_HOOK': '1'})\n", stop, "the script knows where it is"},
		{"an agent in a comment", "a.sh", bash + "cat >/dev/null\n# claude -p would do as well\nmake test >/dev/null 2>&1\nexit 0\n", stop, "it is not started"},
		{"the agent by name alone", "a.sh", bash + "cat >/dev/null\nnotify-send 'claude' 'done'\n", stop, "it is a title"},
		{"a date of either system", "a.sh", bash + "cat >/dev/null\nlast=$(date -d yesterday +%F 2>/dev/null || date -v-1d +%F)\necho \"$last\" >>log\n", script.Use{}, "the other form follows"},
		{"a script that asks for its system", "a.sh", bash + "cat >/dev/null\ncase $(uname) in Linux) stat -c %s x >>log ;; *) stat -f %z x >>log ;; esac\n", script.Use{}, "each has its own"},
		{"a format of date", "a.sh", bash + "cat >/dev/null\ndate +%Y-%m-%d >>log\n", script.Use{}, "every system knows it"},
		{"grep in front of the pipe", "a.sh", bash + "set -e\nx=$(grep -o sudo | head -1)\n[[ -n $x ]] && exit 2\n", script.Use{}, "the last program's code counts"},
		{"a local variable", "a.sh", bash + "set -e\nf() { local x=$(grep -o sudo); [[ -n $x ]] && exit 2; }\nf\n", script.Use{}, "local has a code of its own"},

		{"a bracket in a sh script", "a.sh", sh + "grep -q '[[:space:]]sudo' && exit 2\n", script.Use{}, "it is an expression, and no command"},
		{"local in a sh script", "a.sh", sh + "f() { local x=1; echo \"$x\"; }\nf\n", script.Use{}, "every sh in use knows it"},
		{"pipefail where it is there", "a.sh", sh + "(set -o pipefail) 2>/dev/null && set -o pipefail\ngrep -q sudo && exit 2\n", script.Use{}, "the script tries first"},
		{"a terminal that is asked for", "a.sh", sh + "if [ -t 0 ]; then read -r x </dev/tty; fi\n", script.Use{}, "people start it, too"},
		{"a terminal that may be missing", "a.sh", sh + "printf '\\a' 2>/dev/null >/dev/tty || true\n", script.Use{}, "it does without"},
		{"a terminal and what happens without", "a.sh", sh + "cat >/dev/null\nread -r x </dev/tty || x=n\n", script.Use{}, "it does without"},
		{"a job without the streams", "a.sh", sh + "./index >/dev/null 2>&1 &\n(./index &) >/dev/null 2>&1\n{ ./index & } >>log 2>&1\n", script.Use{}, "they lead elsewhere"},
		{"a job that is waited for", "a.sh", sh + "./a & ./b & wait\n", script.Use{}, "the script ends last"},
		{"a job where nobody waits", "a.sh", sh + "./index &\n", claude, "this agent goes by the script's end"},

		{"echo in bash", "a.sh", bash + "input=$(cat)\necho \"$input\" | jq -r .tool_name\n", script.Use{}, "bash's echo leaves backslashes alone"},
		{"echo of a word", "a.sh", sh + "x=$(jq -r .tool_name)\necho \"$x\" | grep -q Bash\n", script.Use{}, "there is no backslash in a name"},
		{"a number in JSON", "a.sh", bash + "n=$(git diff | wc -l)\necho \"{\\\"decision\\\": \\\"block\\\", \\\"reason\\\": \\\"$n lines, ${#n} digits, $(date)\\\"}\"\n", script.Use{}, "there is nothing to escape"},
		{"words in JSON", "a.sh", bash + "deny() { echo \"{\\\"decision\\\": \\\"block\\\", \\\"reason\\\": \\\"$1\\\"}\"; exit 0; }\ndeny 'no force pushes'\ndeny closed\n", script.Use{}, "all of them stand in the script"},
		{"an escaped text in JSON", "a.sh", bash + "x=$(cat)\nx=${x//\\\"/}\necho \"{\\\"decision\\\": \\\"block\\\", \\\"reason\\\": $(printf '%s' \"$x\" | jq -Rs .)}\"\n", script.Use{}, "jq has escaped it"},
		{"JSON in a log", "a.sh", bash + "x=$(cat)\necho \"{\\\"reason\\\": \\\"$x\\\"}\" >>log.jsonl\n", script.Use{}, "it is no answer"},

		{"a text that a function of another file has escaped", "a.sh", bash + ". ./lib.sh\nx=$(fit_in \"$(cat)\")\necho \"{\\\"reason\\\": \\\"$x\\\"}\"\n", script.Use{}, "who knows what it does"},
		{"an escaped text by its name", "a.sh", bash + "escaped=$(./fit \"$(cat)\")\necho \"{\\\"reason\\\": \\\"$escaped\\\"}\"\n", script.Use{}, "its author has thought of it"},
		{"a part in bash without an interpreter line", "adapter.sh", "say() { [[ -n $1 ]] && echo \"$1\"; }\n", script.Use{}, "others read it in"},
		{"a part that returns", "adapter.sh", "[[ -n $LOADED ]] && return 0\nLOADED=1\n. ./lib.sh\n", script.Use{}, "only what is read in can"},
		{"a look-ahead for Perl", "a.sh", sh + "[ \"$(uname)\" = Linux ] || exit 0\ngrep -qP 'push(?! --dry-run)' && exit 2\n", script.Use{}, "grep -P knows it"},
		{"letters that look like one", "a.sh", sh + "grep -qF '(?=' && exit 2\ngrep -qE '[(?=]' && exit 2\ngrep -qE 'f\\(?=' && exit 2\n", script.Use{}, "they are letters there"},
		{"a pipe that is meant", "a.sh", sh + "grep -q 'curl.*|.*sh' && exit 2\n", script.Use{}, "the command line has one"},
		{"a basic expression with alternatives", "a.sh", sh + "grep -q '\\(push\\|pull\\)' && exit 2\n", script.Use{}, "that is how grep writes them"},
		{"a search that cuts nothing", "a.sh", sh + "grep -q '\"stop_hook_active\": *true' && exit 0\n", script.Use{}, "it only asks"},
		{"JSON cut where jq is missing", "a.sh", bash + "x=$(cat)\nif command -v jq; then jq -r .tool_name <<<\"$x\"; else grep -o '\"tool_name\": *\"[^\"]*\"' <<<\"$x\"; fi\n", script.Use{}, "better than nothing"},

		{"a part of something", "lib.sh", bash + "say() { echo \"$1\"; }\n", script.Use{}, "others read it in"},
		{"functions that a table calls", "a.py", py + "def main():\n    pass\nTABLE = {'go': main}\nTABLE['go']()\n", script.Use{}, "something is called"},
		{"a turn's end that is let pass", "a.py", py + "call = json.load(sys.stdin)\nif not call.get('stop_hook_active'):\n    sys.exit(2)\n", stop, "the second time"},
		{"a turn's end that is counted", "a.sh", sh + "cat >/dev/null\n[ -f asked ] && exit 0\ntouch asked\nexit 2\n", stop, "the script remembers"},
		{"bash that the parser of others stumbles over", "a.sh", bash + "shopt -s extglob\ncase $(cat) in\n@(*sudo*|*su\\ -*)) exit 2 ;;\nesac\necho $((16#ff)) ${x[@]:1:2} ${!x*}\n", script.Use{}, "bash reads it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Empty(t, ids(script.Look(tt.path, []byte(tt.text), tt.use).Findings), tt.reason)
		})
	}
}
