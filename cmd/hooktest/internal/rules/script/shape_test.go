package script_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// An answer is judged by the agents that read it. There is no finding if one may accept it or if
// the agents are unknown.
func TestAnswersInAnothersWords(t *testing.T) {
	t.Parallel()
	on := func(c *dialect.Contract, events ...hook.Event) script.Use {
		return script.Use{Contracts: []*dialect.Contract{c}, Events: events}
	}
	claude, gemini := on(dialect.Known("claude"), "PreToolUse"), on(dialect.Known("gemini"), "BeforeTool")
	const (
		nested = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}`
		above  = `{"permissionDecision": "deny", "permissionDecisionReason": "no"}`
		older  = `{"decision": "block", "reason": "no"}`
		sh     = "#!/bin/sh\ncat >/dev/null\n"
		py     = "#!/usr/bin/env python3\nimport json, sys\ndata = json.load(sys.stdin)\n"
		js     = "#!/usr/bin/env node\nconst input = JSON.parse(require('fs').readFileSync(0, 'utf8'))\n"
	)
	told, silent := []string{"HT330"}, []string{}
	tests := []struct {
		name, file, text string
		use              script.Use
		want             []string
		reason           string
	}{
		{"a level too high", "a.sh", sh + "echo '" + above + "'\n", claude, told, "only hookSpecificOutput is read"},
		{"at its level", "a.sh", sh + "echo '" + nested + "'\n", claude, silent, "it refuses"},
		{"no name of the event", "a.sh", sh + `echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}'` + "\n", on(dialect.Known("codex"), "PreToolUse"), told, "Codex takes the answer for a failure"},
		{"the older words", "a.sh", sh + "echo '" + older + "'\n", claude, silent, "they count still"},
		{"another agent's word", "a.sh", sh + `echo '{"decision": "deny", "reason": "no"}'` + "\n", claude, told, "the word is block here"},
		{"and in its own place", "a.sh", sh + `echo '{"decision": "deny", "reason": "no"}'` + "\n", gemini, silent, "Gemini CLI reads it"},
		{"a here-document", "a.sh", sh + "cat <<'END'\n" + above + "\nEND\n", claude, told, "it is printed as it stands"},
		{"jq makes it", "a.sh", sh + "command -v jq >/dev/null || exit 0\njq -n --arg reason \"$1\" '{permissionDecision: \"deny\", permissionDecisionReason: $reason}'\n", claude, told, "what is put in decides nothing"},
		{"printf", "a.sh", sh + `printf '{"permission": "deny"}\n'` + "\n", claude, told, "that is Cursor's"},
		{"Python", "a.py", py + "print(json.dumps({\"permissionDecision\": \"deny\", \"reason\": f\"no {data}\"}))\n", claude, told, "texts that are put together decide nothing"},
		{"Python at its level", "a.py", py + "print(json.dumps({\"hookSpecificOutput\": {\"hookEventName\": data[\"hook_event_name\"], \"permissionDecision\": \"deny\", \"permissionDecisionReason\": \"no\"}}))\n", claude, silent, "the event's name may be right"},
		{"Python by a variable", "a.py", py + "out = {\"permissionDecision\": \"deny\", \"reason\": \"no\"}\nprint(json.dumps(out))\n", claude, told, "it is printed as it stands"},
		{"Python by a variable in a function", "a.py", py + "def main():\n    if data:\n        out = {\n            \"permissionDecision\": \"deny\",\n        }\n        print(json.dumps(out))\n        sys.exit(0)\nmain()\n", claude, told, "the same in a function"},
		{"Python by a variable that is changed", "a.py", py + "out = {\"permissionDecision\": \"deny\", \"reason\": \"no\"}\nout[\"hookSpecificOutput\"] = data\nprint(json.dumps(out))\n", claude, silent, "nobody knows what it is then"},
		{"Python by the text of it", "a.py", py + "out = json.dumps({\"permissionDecision\": \"deny\"})\nprint(out)\n", claude, told, "it is printed as it stands"},
		{"Python by the text of it, which is changed", "a.py", py + "out = json.dumps({\"permissionDecision\": \"deny\"})\nout = out.replace(\"x\", \"y\")\nprint(out)\n", claude, silent, "nobody knows what it is then"},
		{"Python by the text of it, to stderr", "a.py", py + "out = json.dumps({\"permissionDecision\": \"deny\"})\nprint(out, file=sys.stderr)\n", claude, silent, "it is no answer there"},
		{"JavaScript by the text of it", "a.js", js + "const out = JSON.stringify({ permissionDecision: 'deny' });\nprocess.stdout.write(out + '\\n');\n", claude, told, "it is printed as it stands"},
		{"Python into stdout", "a.py", py + "json.dump({\"permissionDecision\": \"deny\"}, sys.stdout)\n", claude, told, "stdout is where answers stand"},
		{"Python nested for Copilot's own events", "a.py", py + "if data:\n    out = " + nested + "\n    print(json.dumps(out))\n    sys.exit(0)\n", on(dialect.Known("copilot"), "preToolUse"), told, "it reads the answer a level above"},
		{"Python for Copilot at its level", "a.py", py + "if data:\n    out = " + above + "\n    print(json.dumps(out))\n    sys.exit(0)\n", on(dialect.Known("copilot"), "preToolUse"), silent, "it refuses"},
		{"Python nested for Copilot, and code 1", "a.py", py + "if data:\n    out = " + nested + "\n    print(json.dumps(out))\n    sys.exit(1)\n", on(dialect.Known("copilot"), "preToolUse"), silent, "the code refuses"},
		{"Python nested for Copilot, and nothing behind", "a.py", py + "if data:\n    print(\n        json.dumps(\n            " + nested + "\n        )\n    )\n", on(dialect.Known("copilot"), "preToolUse"), told, "the code is 0 then"},
		{"Python nested for Copilot in a function of which the code is 0", "a.py", py + "def main():\n    print(json.dumps(" + nested + "))\n    return 0\nsys.exit(main())\n", on(dialect.Known("copilot"), "preToolUse"), told, "it returns nothing else"},
		{"Python nested for Copilot in a function of which nobody knows the code", "a.py", py + "def main():\n    print(json.dumps(" + nested + "))\n    return len(data)\nsys.exit(main())\n", on(dialect.Known("copilot"), "preToolUse"), silent, "the code may refuse"},
		{"Python nested for Copilot, and an exception", "a.py", py + "if data:\n    print(json.dumps(" + nested + "))\n    raise ValueError\n", on(dialect.Known("copilot"), "preToolUse"), silent, "the code is 1 then"},
		{"sh nested for Copilot, and nothing behind", "a.sh", sh + "if [ -f x ]; then\n  echo '" + nested + "'\nfi\n", on(dialect.Known("copilot"), "preToolUse"), told, "the code is that of echo"},
		{"sh nested for Copilot in an else, and exit 0", "a.sh", sh + "if [ -f x ]; then\n  :\nelse\n  echo '" + nested + "'\n  exit 0\nfi\nfalse\n", on(dialect.Known("copilot"), "preToolUse"), silent, "nobody follows what stands behind the whole"},
		{"sh nested for Copilot in a function that ends the script", "a.sh", sh + "deny() {\n  echo '" + nested + "'\n  exit 0\n}\n[ -f x ] && deny\nmake check\n", on(dialect.Known("copilot"), "preToolUse"), told, "the code is 0"},
		{"sh nested for Copilot in a function", "a.sh", sh + "deny() {\n  echo '" + nested + "'\n}\n[ -f x ] && deny\nmake check\n", on(dialect.Known("copilot"), "preToolUse"), silent, "what comes behind may refuse"},
		{"JavaScript, one of two", "a.js", js + "console.log(JSON.stringify(input.cwd ? { permissionDecision: 'deny', reason: input.cwd } : { permissionDecision: 'allow' }));\n", claude, told, "either is printed as it stands"},
		{"JavaScript, one of two that are right", "a.js", js + "console.log(JSON.stringify(input.cwd ? { decision: 'block', reason: 'no' } : {}));\n", claude, silent, "it refuses"},
		{"Python, one of two", "a.py", py + "print(json.dumps({\"permissionDecision\": \"deny\"} if data else {}))\n", claude, told, "either is printed as it stands"},
		{"Python, what a function makes of it", "a.py", py + "print(json.dumps(whole({\"permissionDecision\": \"deny\"})))\n", claude, silent, "nobody knows what comes of it"},
		{"sh nested for Copilot in a case", "a.sh", sh + "case $PWD in\n/srv/*) echo '" + nested + "' ;;\nesac\nexit 0\n", on(dialect.Known("copilot"), "preToolUse"), told, "the code is 0"},
		{"sh nested for Copilot, and something behind", "a.sh", sh + "[ -f x ] && echo '" + nested + "'\nmake check\n", on(dialect.Known("copilot"), "preToolUse"), silent, "its code may refuse"},
		{"sh nested for Copilot, and a trap", "a.sh", sh + "trap 'exit 1' EXIT\necho '" + nested + "'\n", on(dialect.Known("copilot"), "preToolUse"), silent, "its code refuses"},
		{"Python into stdout with more behind", "a.py", py + "json.dump(\n    {\"permissionDecision\": \"deny\"},\n    sys.stdout,\n    indent=2,\n)\n", claude, told, "how it looks does not matter"},
		{"JavaScript", "a.js", js + "console.log(JSON.stringify({ permissionDecision: 'deny', reason: input.cwd }))\n", claude, told, "names need no quotes there"},
		{"a word that is worked out", "a.py", py + "print(json.dumps({\"permissionDecision\": \"deny\" if data else \"allow\"}))\n", claude, silent, "nobody knows which it is"},
		{"something spread into it", "a.js", js + "console.log(JSON.stringify({ ...input, permissionDecision: 'deny' }))\n", claude, silent, "nobody knows what else is in it"},
		{"to stderr", "a.sh", sh + "echo '" + above + "' >&2\n", claude, silent, "it is no answer there"},
		{"into a file", "a.sh", sh + "echo '" + above + "' >last.json\n", claude, silent, "it is none there either"},
		{"one for each of two agents", "a.sh", sh + "if [ -f gemini ]; then echo '{\"decision\": \"deny\", \"reason\": \"no\"}'; else echo '" + older + "'; fi\n", claude, silent, "one of them is for this one"},
		{"code 2 beside it", "a.sh", sh + "if [ -f x ]; then echo no >&2; exit 2; fi\necho '" + above + "'\n", claude, silent, "the code may refuse"},
		{"an agent for which every failure refuses", "a.sh", sh + "echo '" + nested + "'\nexit 1\n", on(dialect.Known("copilot"), "preToolUse"), silent, "the code refuses"},
		{"nobody knows who starts it", "a.sh", sh + "echo '" + above + "'\n", script.Use{}, silent, "it may be another agent's"},
		{"nobody knows on which event", "a.sh", sh + "echo '" + above + "'\n", on(dialect.Known("claude")), silent, "each has its own answers"},
		{"on an event that can't be refused", "a.sh", sh + "echo '" + above + "'\n", on(dialect.Known("claude"), "SessionEnd"), silent, "nobody expects it to"},
		{"no refusal", "a.sh", sh + `echo '{"systemMessage": "deny"}'` + "\n", claude, silent, "the word stands in a text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, ids(script.Look(tt.file, []byte(tt.text), tt.use).Findings), tt.reason)
		})
	}
}

func TestWordsInFrontOfAnAnswer(t *testing.T) {
	t.Parallel()
	claude := script.Use{Contracts: []*dialect.Contract{dialect.Known("claude")}, Events: []hook.Event{"PreToolUse"}}
	const answer = `echo '{"decision": "block", "reason": "no"}'` + "\n"
	told, silent := []string{"HT332"}, []string{}
	tests := []struct {
		text   string
		want   []string
		reason string
	}{
		{"echo looking\n" + answer, told, "the line makes the answer none"},
		{"echo \"looking at $PWD\"\n" + answer, told, "so does one with a variable in it"},
		{"echo looking >&2\n" + answer, silent, "stderr is for words"},
		{"cat\n" + answer, told, "cat prints the payload"},
		{"cat >/dev/null\n" + answer, silent, "it drops the payload"},
		{"cat | grep -q rm\n" + answer, silent, "it hands the payload on"},
		{"input=$(cat)\n" + answer, silent, "a variable has the payload"},
		{"cat <notes\n" + answer, silent, "the file may be empty"},
		{"echo looking >>log\n" + answer, silent, "a file is, too"},
		{"[ -f quiet ] || echo looking\n" + answer, silent, "it may not be printed"},
		{"say() { echo looking; }\n" + answer, silent, "nobody calls it"},
		{answer + "echo done\n", silent, "what comes behind is another matter"},
		{"echo\n" + answer, silent, "an empty line is white space"},
		{"log() { echo \"[guard] $*\"; }\nlog looking\n" + answer, told, "the function writes to stdout"},
		{"log() { local now=1; printf '%s\\n' \"$*\"; }\nlog looking\n" + answer, told, "it writes what it is given"},
		{"log() { echo \"[guard] $*\"; }\nif [ -f x ]; then\nlog looking\n" + answer + "fi\n", told, "on the way to the answer"},
		{"log() { echo \"[guard] $*\"; }\nif [ -f x ]; then\nlog looking\nelse\n" + answer + "fi\n", silent, "on another way"},
		{"log() { echo \"[guard] $*\" >&2; }\nlog looking\n" + answer, silent, "stderr is for words"},
		{"log() { echo \"[guard] $*\"; } >&2\nlog looking\n" + answer, silent, "the function is led to stderr"},
		{"log() { echo \"[guard] $*\"; }\nlog looking >>log\n" + answer, silent, "the call is led to a file"},
		{"log() { [ -n \"$DEBUG\" ] || return 0; echo \"[guard] $*\"; }\nlog looking\n" + answer, silent, "it may not be printed"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nlog looking\nif [ -f x ]; then deny; fi\n", told, "the other function prints the answer"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nlog looking\nfor f in *; do\nif [ -f x ]; then deny; exit 0; fi\ndone\n", told, "it is called further in"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nrefuse() { deny; exit 0; }\nmain() {\nlog looking\n[ -f x ] || refuse\n}\nmain\n", told, "by a function that calls the one that prints"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nif [ -f x ]; then log looking; else deny; fi\n", silent, "it is called on another way"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nlog looking\n", silent, "nobody calls it"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nlog looking\nsaid=$(deny)\n", silent, "what it prints stays in a variable"},
		{"log() { echo \"[guard] $*\"; }\ndeny() { " + answer + "}\nlog looking\ndeny >answer.json\n", silent, "what it prints goes to a file"},
		{"printf '%s' '{\"decision\": \"block\", \"reason\": \"no\"}'\n", silent, "the format puts the answer in"},
		{"printf -- '%s\\n' '{\"decision\": \"block\", \"reason\": \"no\"}'\n", silent, "a flag of printf is not printed"},
		{"printf '\\n%s\\n' '{\"decision\": \"block\", \"reason\": \"no\"}'\n", silent, "a line break in front is white space"},
		{"printf '%s\\n' 'looking at' '{\"decision\": \"block\", \"reason\": \"no\"}'\n", told, "the format is used for each argument"},
		{"printf 'looking: %s\\n' '{\"decision\": \"block\", \"reason\": \"no\"}'\n", told, "the format has the words"},
		{"printf -v line 'looking at %s' x\n" + answer, silent, "it is kept in a variable"},
		{"echo -n '{\"decision\": \"block\", \"reason\": \"no\"}'\n", silent, "a flag of echo is not printed"},
		{"echo -e '\\n{\"decision\": \"block\", \"reason\": \"no\"}'\n", silent, "a line break in front is white space"},
		{"printf '\\n'\n" + answer, silent, "an empty line is white space"},
		{"{ echo looking; echo more; } 1>&2\n" + answer, silent, "both are led to stderr"},
		{"if [ -f x ]; then echo looking; fi >/dev/null\n" + answer, silent, "all of it is led elsewhere"},
		{"echo looking >/dev/stderr\n" + answer, silent, "stderr is for words"},
		{"echo looking &>>log\n" + answer, silent, "both streams are led to a file"},
		{"emit() { printf '%s\\n' \"$1\"; }\nemit \"$found\"\n" + answer, silent, "nobody knows what is in it"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, ids(script.Look("a.sh", []byte(bash+"cat >/dev/null\n"+tt.text), claude).Findings), tt.text+tt.reason)
	}
}

// In a program, text counts if it is certain that it is printed on the way to the answer.
func TestWordsInFrontOfAProgramsAnswer(t *testing.T) {
	t.Parallel()
	claude := script.Use{Contracts: []*dialect.Contract{dialect.Known("claude")}, Events: []hook.Event{"PreToolUse"}}
	const (
		load   = py + "data = json.load(sys.stdin)\n"
		answer = "print(json.dumps({\"decision\": \"block\", \"reason\": \"no\"}))\n"
		read   = node + "const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"
		says   = "console.log(JSON.stringify({ decision: 'block', reason: 'no' }));\n"
	)
	tests := []struct {
		file, text string
		want       bool
		reason     string
	}{
		{"a.py", load + "print('checking')\n" + answer, true, "the line makes the answer none"},
		{"a.py", load + "print('checking')\nif data:\n    " + answer, true, "on the way to the answer"},
		{"a.py", load + "def main():\n    print(f'checking {data}')\n    if data:\n        " + answer + "main()\n", true, "the same in a function"},
		{"a.py", load + "sys.stdout.write('checking\\n')\n" + answer, true, "the same by write"},
		{"a.py", load + "print('checking', file=sys.stderr)\n" + answer, false, "stderr is for words"},
		{"a.py", load + "if data.get('debug'):\n    print('checking')\n" + answer, false, "it may not be printed"},
		{"a.py", load + "if data:\n    print('fine')\nelse:\n    " + answer, false, "on another way"},
		{"a.py", load + answer + "print('done')\n", false, "what comes behind is another matter"},
		{"a.py", load + "print()\n" + answer, false, "an empty line is white space"},
		{"a.py", load + "def log():\n    print('checking')\n" + answer, false, "nobody calls it"},
		{"a.py", load + "sys.stdout = sys.stderr\nprint('checking')\nsys.stdout = sys.__stdout__\n" + answer, false, "stdout is led to stderr"},
		{"a.py", load + "from contextlib import redirect_stdout\nwith redirect_stdout(sys.stderr):\n    print('checking')\n" + answer, false, "stdout is led to stderr"},
		{"a.py", load + "print(data)\n" + answer, false, "nobody knows what is in it"},
		{"a.py", load + "if not data:\n    print('nothing to check')\n    sys.exit(0)\n" + answer, false, "the program has ended there"},
		{"a.js", read + "console.log('checking');\n" + says, true, "the line makes the answer none"},
		{"a.js", read + "console.log(`checking ${input.cwd}`);\nif (input.cwd) {\n  " + says + "}\n", true, "on the way to the answer"},
		{"a.js", read + "console.error('checking');\n" + says, false, "stderr is for words"},
		{"a.js", read + "if (input.debug) console.log('checking');\n" + says, false, "it may not be printed"},
		{"a.js", read + "if (input.debug) {\n  console.log('checking');\n}\n" + says, false, "it may not be printed"},
		{"a.js", read + "function log() {\n  console.log('checking');\n}\n" + says, false, "nobody calls it"},
		{"a.js", read + "console.log = console.error;\nconsole.log('checking');\n" + says, false, "log is another function"},
	}
	for _, tt := range tests {
		found := ids(script.Look(tt.file, []byte(tt.text), claude).Findings)
		assert.Equal(t, tt.want, slices.Contains(found, "HT332"), "%s\n%s\n%v", tt.text, tt.reason, found)
	}
}

// A question counts only if the agent asks it.
func TestQuestionsThatNobodyAsks(t *testing.T) {
	t.Parallel()
	on := func(event hook.Event, agents ...string) script.Use {
		use := of(t, agents...)
		use.Events = []hook.Event{event}
		return use
	}
	const (
		ask   = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "sure?"}}`
		deny  = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}`
		asked = sh + "cat >/dev/null\necho '" + ask + "'\n"
		load  = py + "call = json.load(sys.stdin)\n"
	)
	told, silent := []string{"HT338"}, []string{}
	tests := []struct {
		name, file, text string
		use              script.Use
		want             []string
		reason           string
	}{
		{"Codex", "a.sh", asked, on("PreToolUse", "codex"), told, "it takes the word for a failure, and goes on"},
		{"Codex in Python", "a.py", load + "json.dump(\n    " + ask + ",\n    sys.stdout,\n)\n", on("PreToolUse", "codex"), told, "the same"},
		{"Codex in Node", "a.js", node + "require('fs').readFileSync(0)\nconsole.log(JSON.stringify(" + ask + "))\n", on("PreToolUse", "codex"), told, "the same"},
		{"Copilot's own events, a level too low", "a.sh", asked, on("preToolUse", "copilot"), told, "it reads nothing there"},
		{"Claude Code", "a.sh", asked, on("PreToolUse", "claude"), silent, "it asks"},
		{"Codex and Claude Code", "a.sh", asked, on("PreToolUse", "codex", "claude"), silent, "it is for the other"},
		{"Claude Code's for Gemini CLI", "a.sh", asked, on("BeforeTool", "gemini"), told, "it reads decision alone"},
		{"Gemini CLI's own", "a.sh", sh + "cat >/dev/null\necho '{\"decision\": \"ask\", \"reason\": \"sure?\"}'\n", on("BeforeTool", "gemini"), silent, "it asks"},
		{"one that works for Gemini CLI besides", "a.sh", sh + "cat >/dev/null\nif [ -f gemini ]; then echo '{\"decision\": \"ask\"}'; else echo '" + ask + "'; fi\n", on("BeforeTool", "gemini"), silent, "the other may be for another agent"},
		{"a refusal", "a.sh", sh + "cat >/dev/null\necho '" + deny + "'\n", on("PreToolUse", "codex"), silent, "it refuses"},
		{"code 2 besides", "a.sh", asked + "echo no >&2\nexit 2\n", on("PreToolUse", "codex"), silent, "the code refuses"},
		{"an event that can't be refused", "a.sh", asked, on("SessionStart", "codex"), silent, "nobody expects it to"},
		{"nobody knows who starts it", "a.sh", asked, script.Use{}, silent, "it may be one that asks"},
		{"the word in a text", "a.sh", sh + "cat >/dev/null\necho '{\"systemMessage\": \"ask\"}'\n", on("PreToolUse", "codex"), silent, "it is no decision"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, ids(script.Look(tt.file, []byte(tt.text), tt.use).Findings), "%s\n%s", tt.reason, tt.text)
		})
	}
}
