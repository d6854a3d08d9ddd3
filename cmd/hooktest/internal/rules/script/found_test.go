package script_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/hook"
)

// In addition to the examples: other languages, other forms, and what Use adds.
func TestFound(t *testing.T) {
	t.Parallel()
	claude, gemini := of(t, "claude"), of(t, "gemini")
	fetches := gemini
	fetches.Tools = []string{"web_fetch"}
	before := claude
	before.Events = []hook.Event{"PreToolUse"}
	mcp, printed, done := of(t, "cursor"), of(t, "codex"), of(t, "claude")
	mcp.Events, printed.Events, done.Events = []hook.Event{"beforeMCPExecution"}, []hook.Event{"PostToolUse"}, []hook.Event{"PostToolUse"}
	printed.Tools, done.Tools = []string{"Bash"}, []string{"Bash"}
	stop := of(t, "claude")
	stop.Events = []hook.Event{"Stop"}
	tests := []struct {
		name, path, text string
		use              script.Use
		want             string
		reason           string
	}{
		{"exit 1 behind a here-document", "a.sh", sh + "cat <<END >&2\nBlocked: no.\nEND\nexit 1\n", script.Use{}, "5:1 HT303", "cat says it"},
		{"exit 1 in a function", "a.sh", sh + "no() { echo \"refused: $1\" >&2; exit 1; }\nno sudo\n", script.Use{}, "2:32 HT303", "whoever calls it"},
		{"exit 1 behind &&", "a.sh", sh + "grep -q sudo && echo 'not allowed' >&2 && exit 1\n", script.Use{}, "2:43 HT303", "a chain is a sequence"},
		{"exit 1 in Python", "a.py", py + "if 'sudo' in sys.stdin.read():\n    print('Blocked: sudo', file=sys.stderr)\n    sys.exit(1)\n", script.Use{}, "5:5 HT303", "the same in Python"},
		{"the value of main in Python", "a.py", py + "def main():\n    if 'sudo' in sys.stdin.read():\n        print('Blocked: sudo', file=sys.stderr)\n        return 1\n    return 0\nif __name__ == '__main__':\n    sys.exit(main())\n", script.Use{}, "6:9 HT303", "the program ends with what main gives"},
		{"a text for sys.exit", "a.py", py + "if 'sudo' in sys.stdin.read():\n    sys.exit('Blocked: sudo')\n", script.Use{}, "4:5 HT303", "a text stands for code 1"},
		{"exit 1 in Node", "a.js", node + "if (require('fs').readFileSync(0, 'utf8').includes('sudo')) {\n  console.error(\n    'Blocked: sudo');\n  process.exit(1);\n}\n", script.Use{}, "5:3 HT303", "the same in Node"},
		{"exit 1 where one of two goes on", "a.sh", sh + "echo blocked >&2\nexit 1\n", of(t, "copilot", "claude"), "3:1 HT303", "Claude Code does"},

		{"arguments in Python", "hooks/a.py", "#!/usr/bin/env python3\nimport sys\nif sys.argv[1].endswith('.pem'):\n    sys.exit(2)\n", script.Use{}, "3:8 HT319", "no agent gives them"},
		{"arguments in Node", "hooks/a.cjs", node + "if (process.argv[2].endsWith('.pem')) process.exit(2);\n", script.Use{}, "2:13 HT319", "no agent gives them"},
		{"an argument in a variable", "a.sh", bash + "path=$1\nif grep -q pem <<<\"$path\"; then exit 2; fi\n", script.Use{}, "3:19 HT319", "it is the same"},
		{"a variable in Python", "hooks/a.py", "#!/usr/bin/env python3\nimport os, sys\nif 'sudo' in os.environ.get('CLAUDE_TOOL_INPUT', ''):\n    sys.exit(2)\n", script.Use{}, "3:29 HT305", "no agent sets it"},
		{"a variable in Node", "hooks/a.js", node + "const given = process.env.CLAUDE_TOOL_INPUT;\nif (given.includes('sudo')) process.exit(2);\n", script.Use{}, "2:27 HT305", "no agent sets it"},
		{"a variable without the agent", "a.sh", bash + "[[ $TOOL_INPUT == *sudo* ]] && exit 2\n", script.Use{Command: "./a.sh"}, "2:4 HT305", "settings start it, and they set none"},
		{"a variable for a list of files", "a.sh", bash + "for f in $CLAUDE_FILE_PATHS; do gofmt -w \"$f\"; done\n", script.Use{}, "2:10 HT305", "the plural is none either"},
		{"another agent's variable", "a.sh", bash + "cat >\"$LLXPRT_PROJECT_DIR/last.json\"\n", claude, "2:7 HT305", "LLxprt Code sets it"},

		{"a field in Python", "a.py", py + "call = json.load(sys.stdin)\nif 'damn' in call['user_prompt']:\n    sys.exit(2)\n", script.Use{}, "4:14 HT308", "the same in Python"},
		{"a field that a function has read", "a.py", py + "def call():\n    return json.load(sys.stdin)\ndef main():\n    c = call()\n    print(c.get('user_prompt', ''))\nmain()\n", script.Use{}, "7:11 HT308", "it is the input"},
		{"a field in Node", "a.js", node + "let text = '';\nprocess.stdin.on('data', (part) => (text += part));\nprocess.stdin.on('end', () => {\n  const call = JSON.parse(text);\n  if (/damn/.test(call.userPrompt)) process.exit(2);\n});\n", script.Use{}, "6:19 HT308", "the same in Node"},
		{"a field taken apart in Node", "a.js", node + "const { toolName, tool_input: input } = JSON.parse(require('fs').readFileSync(0, 'utf8'));\nif (toolName === 'Bash') process.exit(2);\n", claude, "2:9 HT308", "it is another agent's"},
		{"a field by a function", "a.sh", bash + jq + "input=$(cat)\nfield() { jq -r \"$1\" <<<\"$input\"; }\nif [[ $(field .user_prompt) == *damn* ]]; then exit 2; fi\n", script.Use{}, "5:15 HT308", "the function is jq"},
		{"a tool by a function", "a.sh", bash + jq + "input=$(cat)\nget() { printf '%s' \"$input\" | jq -r \"$1 // empty\"; }\nfield() { printf '%s' \"$input\" | jq -r \"$1\"; }\ntool=$(field '.tool_name // \"\"')\n[ \"$tool\" = bash ] && exit 2\n", claude, "7:13 HT325", "letters count"},
		{"a part of a text", "a.sh", bash + jq + "input=$(cat)\nsql=$(jq -r '.tool_input.sql // .tool_input.query // \"\"' <<<\"$input\")\ngrep -qi drop <<<\"$sql\" && exit 2\n", mcp, "4:14 HT308", "what an MCP server is called with is a text there"},
		{"a part of a text in Python", "a.py", py + "call = json.load(sys.stdin)\nif 'drop' in call.get('tool_input', {}).get('sql', ''):\n    sys.exit(2)\n", mcp, "4:14 HT308", "a text has no get"},
		{"a part of what a command has printed", "a.sh", bash + jq + "[ -z \"$(jq -r .tool_response.stderr)\" ] || exit 2\n", printed, "3:15 HT308", "the result is a text there"},
		{"the code of a command that has not failed", "a.sh", bash + jq + "[ \"$(jq -r '.tool_response.exit_code // 0')\" = 0 ] || exit 2\n", done, "3:13 HT308", "of those that fail another event tells"},
		{"the code of a command in Python", "a.py", py + "result = json.load(sys.stdin)['tool_response']\nif result.get('returncode'):\n    sys.exit(2)\n", script.Use{Contracts: done.Contracts, Events: done.Events, Tools: done.Tools}, "4:4 HT308", "the same by another name"},
		{"a field of what is read on the spot", "a.py", py + "if 'damn' in json.load(sys.stdin)['user_prompt']:\n    sys.exit(2)\n", script.Use{}, "3:14 HT308", "nobody keeps it in a variable"},
		{"a field of what is read on the spot in Node", "a.js", node + "const fs = require('fs');\nconst text = JSON.parse(fs.readFileSync(0, 'utf8')).userPrompt;\nif (/damn/.test(text)) process.exit(2);\n", script.Use{}, "3:14 HT308", "nobody keeps it in a variable"},
		{"a part of a field's name", "a.sh", bash + "jq -r '.transcript // empty'\n", script.Use{}, "2:8 HT308", "agents spell it in two ways, and it is one field"},
		{"an argument at the top", "a.sh", bash + "input=$(cat)\npath=$(jq -r '.file_path' <<<\"$input\")\n", before, "3:15 HT308", "it stands in tool_input"},
		{"another agent's field", "a.sh", bash + "jq -r .toolName\n", claude, "2:7 HT308", "Claude Code spells it otherwise"},
		{"an argument behind a pipe", "a.sh", bash + "jq -r '.tool_input | .filepath'\n", claude, "2:22 HT309", "the path goes on from the one before"},
		{"a program of jq that ends too early", "a.sh", bash + jq + "jq -r '.tool_input | select(.command'\n", claude, "3:37 HT341", "the bracket is open"},
		{"a program of jq with a word too many", "a.sh", bash + jq + "jq -r \".tool_name is Bash\"\n", claude, "3:7 HT341", "a text in double quotes has no exact place"},
		{"an argument of this role", "a.sh", bash + "jq -r .tool_input.url\n", fetches, "2:7 HT309", "web_fetch has a prompt there"},
		{"a tool in a list", "a.py", py + "call = json.load(sys.stdin)\nif call['tool_name'] in ('write', 'edit'):\n    sys.exit(2)\n", claude, "4:26 HT325 4:35 HT325", "letters count"},
		{"a tool in a case", "a.sh", bash + jq + "input=$(cat)\ntool=$(jq -r .tool_name <<<\"$input\")\ncase \"$tool\" in\nWrites|Edit) exit 2 ;;\nesac\n", claude, "6:1 HT325", "one letter too many"},
		{"a tool in an expression", "a.sh", bash + jq + "tool=$(jq -r .tool_name)\n[[ $tool =~ ^(Writ|Edit)$ ]] && exit 2\n", claude, "4:13 HT325", "one letter is missing"},
		{"a name that hooks do not read", "a.sh", bash + jq + "[ \"$(jq -r .tool_name)\" = Task ] && exit 2\n", claude, "3:27 HT325", "hooks are told Agent"},
		{"another agent's tool", "a.sh", bash + jq + "[ \"$(jq -r .tool_name)\" = Bash ] && exit 2\n", gemini, "3:27 HT325", "it is called run_shell_command there"},

		{"a code that is asked for too late", "a.sh", bash + "set -euo pipefail\nout=$(npm test 2>&1)\nif [ $? -ne 0 ]; then\n  echo \"$out\" >&2\n  exit 2\nfi\n", script.Use{}, "3:1 HT313", "the script has ended there"},
		{"the code of a command that is asked for too late", "a.sh", bash + "set -e\nnpx tsc --noEmit\nif [[ $? -ne 0 ]]; then\n  echo 'types' >&2\n  exit 2\nfi\n", script.Use{}, "3:1 HT313", "the script has ended there"},
		{"quotes that nobody closes", "a.sh", sh + "echo 'no\nexit 2\n", script.Use{}, "2:6 HT320", "the text goes on to the end"},
		{"Windows' line ends under bash", "a.sh", "echo closed >&2\r\nexit 2\r\n", script.Use{Command: "bash a.sh"}, "1:16 HT302", "the shell reads them as parts of words"},
		{"python without an interpreter", "a.py", "import sys\nsys.exit(2)\n", script.Use{Command: "./a.py"}, "1:1 HT301", "a shell reads it"},
		{"a byte order mark", "a.sh", "\ufeff#!/bin/sh\nexit 0\n", script.Use{}, "1:1 HT301", "it has no column, and #! is not the first"},
		{"JSON without quotes around the variable", "a.sh", bash + "input=$(cat)\necho $input | jq -r .tool_name\n", script.Use{}, "3:1 HT307", "blanks are lost"},
		{"an answer that is no JSON", "a.sh", sh + "grep -q sudo && echo '{\"decision\": \"block\", \"reason\": \"no\",}'\n", script.Use{}, "2:22 HT310", "the last comma"},
		{"words with a quote in JSON", "a.sh", bash + "deny() { echo \"{\\\"decision\\\": \\\"block\\\", \\\"reason\\\": \\\"$1\\\"}\"; }\ndeny 'no \"force\" pushes'\n", script.Use{}, "2:15 HT310", "one of the callers has one"},
		{"printf of a command", "a.sh", bash + jq + "command=$(jq -r .tool_input.command)\nprintf '{\"decision\":\"block\",\"reason\":\"%s\"}' \"$command\"\n", script.Use{}, "4:8 HT324", "the format has the quotes"},
		{"a here-document with a diff", "a.sh", bash + "cat <<END\n{\"decision\": \"block\", \"reason\": \"$(git diff)\"}\nEND\n", script.Use{}, "3:1 HT324", "a diff has everything in it"},
		{"alternatives of a basic expression", "a.sh", sh + "grep -q 'git (push|pull)' && exit 2\n", script.Use{}, "2:9 HT322", "they are letters there"},
		{"digits in bash", "a.sh", bash + "[[ $(cat) =~ port\\ \\d+ ]] && exit 2\n", script.Use{}, "2:14 HT322", "bash asks the system"},
		{"sed that cuts", "a.sh", sh + "x=$(cat)\nprintf '%s' \"$x\" | sed -n 's/.*\"command\":\"\\([^\"]*\\)\".*/\\1/p' | grep -q sudo && exit 2\n", script.Use{}, "3:27 HT323", "an escaped quote ends it"},
		{"a module in Python", "a.py", "#!/usr/bin/env python3\nimport sys\n\ndef main():\n    sys.exit(2)\n", script.Use{}, "4:1 HT314", "nobody calls main"},
		{"a module that only exports", "hooks/a.mjs", "#!/usr/bin/env node\nimport { x } from './x.mjs';\nconst words = ['rm'];\nexport default async function guard(input) {\n  if (words.some((w) => input.command.includes(w))) return { decision: 'block' };\n}\n", script.Use{Command: "node hooks/a.mjs"}, "1:1 HT314", "nobody calls what it exports"},
		{"a module of Node that only exports", "hooks/a.js", "const fs = require('fs');\nmodule.exports = async (input) => {\n  if (/rm/.test(input.command)) process.exit(2);\n};\n", script.Use{Command: "node hooks/a.js"}, "1:1 HT314", "nobody calls what it exports"},
		{"an agent that a program starts", "a.py", py + "import subprocess\ncall = json.load(sys.stdin)\nsubprocess.run(['claude', '-p', 'sum up'], check=True)\n", stop, "5:18 HT339", "the inner session ends, too"},
		{"an agent in a substitution", "a.sh", bash + "cat >/dev/null\nsum=$(claude --model haiku -p 'sum up')\necho \"$sum\" >&2\n", stop, "3:7 HT339", "the inner session ends, too"},
		{"a date of GNU", "a.sh", bash + "cat >/dev/null\nlast=$(date -d yesterday +%F)\necho \"$last\" >>log\n", script.Use{}, "3:8 HT340", "macOS has -v"},
		{"functions that settings start", "a.sh", sh + "guard() { grep -q sudo && exit 2; }\n", script.Use{Command: "./a.sh"}, "1:1 HT314", "nobody calls guard"},
		{"a turn's end in Python", "a.py", py + "sys.stdin.read()\nprint(json.dumps({'decision': 'block', 'reason': 'more'}))\n", stop, "4:31 HT312", "it says so each time"},
		{"a here-string under sh", "a.sh", sh + "x=$(cat)\ngrep -q sudo <<<\"$x\" && exit 2\n", script.Use{}, "3:14 HT316", "dash has none"},
		{"python3 in a shell", "a.sh", bash + "x=$(python3 -c 'import json,sys; print(json.load(sys.stdin)[\"tool_name\"])')\n[ \"$x\" = Bash ] && exit 2\n", script.Use{}, "2:5 HT306", "it may be missing"},
		{"jq whose failure is passed over", "a.sh", bash + "x=$(jq -r .tool_name) || exit 0\n[ \"$x\" = Bash ] && exit 2\n", script.Use{}, "2:5 HT306", "it goes on without"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var found []string
			for _, f := range script.Look(tt.path, []byte(tt.text), tt.use).Findings {
				found = append(found, strings.TrimPrefix(f.Place.Position.String(), tt.path+":")+" "+f.Rule.ID)
			}
			assert.Equal(t, tt.want, strings.Join(found, " "), tt.reason)
		})
	}
}

func TestSilencers(t *testing.T) {
	t.Parallel()
	const open = "jq -r .tool_input.command | grep -q sudo && exit 2\n"
	tests := []struct {
		name, text             string
		found, silenced, unuse string
		reason                 string
	}{
		{"none", bash + open, "HT306", "", "", ""},
		{"on the line", bash + "true\n" + strings.TrimSpace(open) + " # hooktest:ignore HT306 the image has jq\n", "", "HT306", "", "its own line"},
		{"on the line above", bash + "true\n# hooktest:ignore HT306\n" + open, "", "HT306", "", "the next line"},
		{"two lines above", bash + "true\n# hooktest:ignore HT306\ntrue\n" + open, "HT306", "", "HT306", "it is too far"},
		{"at the top", bash + "# A guard.\n# hooktest:ignore HT306, HT303 the image has jq\n\ntrue\n" + open, "", "HT306", "HT303", "the whole file, and each id for itself"},
		{"of another rule", bash + "# hooktest:ignore HT307\n" + open, "HT306", "", "HT307", "one silences what it names"},
		{"of another family", bash + "# hooktest:ignore HT604\n" + open, "HT306", "", "HT604", "it is no finding of a text's"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := script.Look("a.sh", []byte(tt.text), script.Use{})
			assert.Equal(t, tt.found, strings.Join(ids(r.Findings), " "), tt.reason)
			assert.Equal(t, tt.silenced, strings.Join(ids(r.Silenced), " "), tt.reason)
			var unused []string
			for _, s := range r.Unused {
				unused = append(unused, s.ID)
			}
			assert.Equal(t, tt.unuse, strings.Join(unused, " "), tt.reason)
		})
	}
	r := script.Look("a.js", []byte("// hooktest:ignore HT303 people read it\nlet a;\n"), script.Use{})
	assert.Equal(t, "people read it", r.Unused[0].Reason)
	assert.True(t, r.Unused[0].Whole)
	assert.Equal(t, "a.js:1:1", r.Unused[0].Place.Position.String())
}
