package script

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/hook"
)

// hookFile is a script in a project's hooks folder.
func hookFile(name, text string) finding.Example {
	return finding.Example{Agents: []string{"claude"}, File: finding.File{Path: ".claude/hooks/" + name, Text: text}}
}

// geminiFile is a script of an agent that waits for all processes that a hook has started.
func geminiFile(name, text string) finding.Example {
	return finding.Example{Agents: []string{"gemini"}, File: finding.File{Path: ".gemini/hooks/" + name, Text: text}}
}

// codexFile is a script of an agent that ignores a refusal without a reason.
func codexFile(name, text string) finding.Example {
	return finding.Example{Agents: []string{"codex"}, File: finding.File{Path: ".codex/hooks/" + name, Text: text}}
}

// copilotFile is an example of an agent that treats every code but 0 as a refusal, on an event.
func copilotFile(event hook.Event, name, text string) finding.Example {
	return finding.Example{Agents: []string{"copilot"}, Event: event, File: finding.File{Path: ".github/hooks/" + name, Text: text}}
}

// onStop moves an example to the event at the end of a turn.
func onStop(e finding.Example) finding.Example {
	e.Event = "Stop"
	return e
}

// onPermission moves an example to the event at which the agent would ask the user.
func onPermission(e finding.Example) finding.Example {
	e.Event = "PermissionRequest"
	return e
}

// beforeTool moves an example to the event before a tool.
func beforeTool(e finding.Example) finding.Example {
	e.Event = "PreToolUse"
	return e
}

// inBackground marks an example as one that settings start in the background.
func inBackground(e finding.Example) finding.Example {
	e = beforeTool(e)
	e.Background = true
	return e
}

// onShell limits an example to the shell tool.
func onShell(e finding.Example) finding.Example {
	e.Tools = []string{"Bash"}
	return e
}

// startedBy sets the command by which settings start an example.
func startedBy(command string, e finding.Example) finding.Example {
	e.Hook = command
	return e
}

// Parts of the examples.
const (
	inBash      = "#!/bin/bash\n"
	inSh        = "#!/bin/sh\n"
	needsJQ     = "command -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }\n"
	getsCommand = "command=$(jq -r '.tool_input.command // \"\"')\n"
	inPython    = "#!/usr/bin/env python3\nimport json, sys\ncall = json.load(sys.stdin)\n"
	refuse      = "[[ $command == *'git push'* ]] || exit 0\necho 'no pushes' >&2\nexit 2\n"
)

// rules returns every rule, ordered by ID.
func rules() []rule {
	all := slices.Concat(startRules(), inputRules(), fieldRules(), textRules(), endRules())
	slices.SortFunc(all, func(a, b rule) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	return all
}

// startRules are about whether the script is read at all.
func startRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT301", Title: "no line that names the interpreter", Severity: finding.Warning,
			Why:  "A script without #! is read by the shell that starts it: with some agents that is sh, which does not know what bash knows, with none of them Python or Node.",
			Bad:  hookFile("no-push.sh", needsJQ+getsCommand+refuse),
			Good: hookFile("no-push.sh", inBash+needsJQ+getsCommand+refuse),
		}, noInterpreter},
		{finding.Rule{
			ID: "HT302", Title: "line ends of Windows", Severity: finding.Error,
			Why:  "The carriage return belongs to the name of the interpreter, and to the last word of every line. The script does not start, and the agent goes on without it.",
			Bad:  hookFile("closed.sh", "#!/bin/sh\r\necho closed >&2\r\nexit 2\r\n"),
			Good: hookFile("closed.sh", "#!/bin/sh\necho closed >&2\nexit 2\n"),
		}, carriageReturns},
		{finding.Rule{
			ID: "HT306", Title: "a program is used that may be missing", Severity: finding.Warning,
			Why:  "Where jq or an interpreter is not installed, the script gets nothing of its input, goes on, and lets everything through.",
			Bad:  hookFile("no-push.sh", inBash+getsCommand+refuse),
			Good: hookFile("no-push.sh", inBash+needsJQ+getsCommand+refuse),
		}, uncheckedTools},
		{finding.Rule{
			ID: "HT314", Title: "nothing is called", Severity: finding.Error,
			Why:  "A file that only defines functions runs none of them.",
			Bad:  hookFile("no-push.sh", inSh+"main() {\n  grep -q 'git push' || exit 0\n  echo 'no pushes' >&2\n  exit 2\n}\n"),
			Good: hookFile("no-push.sh", inSh+"main() {\n  grep -q 'git push' || exit 0\n  echo 'no pushes' >&2\n  exit 2\n}\nmain\n"),
		}, noEntry},
		{finding.Rule{
			ID: "HT316", Title: "bash's own language, read by sh", Severity: finding.Warning,
			Why:  "On many systems sh is a shell that does not know what bash knows. It complains in the middle of the script, and the check is not made.",
			Bad:  hookFile("no-push.sh", inSh+needsJQ+getsCommand+refuse),
			Good: hookFile("no-push.sh", inBash+needsJQ+getsCommand+refuse),
		}, bashisms},
		{finding.Rule{
			ID: "HT340", Title: "a program or flag that macOS lacks", Severity: finding.Info,
			Why:  "The programs of GNU know flags that those of macOS do not. There they end with an error, nothing is found, and nothing refused.",
			Bad:  hookFile("no-push.sh", inSh+"if grep -qP 'git\\s+push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-push.sh", inSh+"if grep -qE 'git[[:space:]]+push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
		}, onlyGNU},
		{finding.Rule{
			ID: "HT320", Title: "a shell can't read the script", Severity: finding.Error,
			Why:    "A shell ends with code 2 where it does not understand, and that is the code that refuses: everything is blocked, with a syntax error for a reason.",
			Bad:    hookFile("no-push.sh", inSh+"if grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\n"),
			Good:   hookFile("no-push.sh", inSh+"if grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
			Unless: []string{"HT302"},
		}, brokenSyntax},
	}
}

// inputRules are about where the script reads its input.
func inputRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT304", Title: "the script never reads its input", Severity: finding.Error,
			Why:    "What the agent is about to do stands on stdin, as JSON. A script that takes fields out of anything else finds none, and lets everything through.",
			Bad:    hookFile("no-push.sh", inBash+needsJQ+"command=$(echo \"$input\" | jq -r '.tool_input.command')\n"+refuse),
			Good:   hookFile("no-push.sh", inBash+needsJQ+"input=$(cat)\ncommand=$(echo \"$input\" | jq -r '.tool_input.command')\n"+refuse),
			Unless: []string{"HT305", "HT319"},
		}, unread},
		{finding.Rule{
			ID: "HT305", Title: "a variable that no agent sets", Severity: finding.Error,
			Why:  "The input of a hook stands on stdin, and in no variable of the environment. One that nobody sets is empty, and nothing is ever refused.",
			Bad:  hookFile("no-rm.sh", inSh+"case $CLAUDE_TOOL_INPUT in\n*'rm -rf'*) echo 'no rm -rf' >&2; exit 2 ;;\nesac\n"),
			Good: hookFile("no-rm.sh", inSh+"case $(cat) in\n*'rm -rf'*) echo 'no rm -rf' >&2; exit 2 ;;\nesac\n"),
		}, unsetVariables},
		{finding.Rule{
			ID: "HT307", Title: "JSON that the shell changes on its way", Severity: finding.Warning,
			Why:  "The echo of many a sh reads backslashes, and words without quotes are split: the JSON that arrives is another, or none.",
			Bad:  hookFile("no-push.sh", inSh+needsJQ+"input=$(cat)\nif echo \"$input\" | jq -r '.tool_input.command' | grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-push.sh", inSh+needsJQ+"input=$(cat)\nif printf '%s' \"$input\" | jq -r '.tool_input.command' | grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
		}, echoedJSON},
		{finding.Rule{
			ID: "HT318", Title: "the script asks for the terminal", Severity: finding.Warning,
			Why:  "Most agents start hooks without a terminal. Whoever wants to ask the user there gets an error, and an empty answer.",
			Bad:  hookFile("ask.sh", inSh+"cat >/dev/null\nread -r answer </dev/tty\nif [ \"$answer\" != y ]; then\n  echo 'the user says no' >&2\n  exit 2\nfi\n"),
			Good: hookFile("ask.sh", inSh+"cat >/dev/null\necho '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"ask\", \"permissionDecisionReason\": \"really?\"}}'\n"),
		}, terminals},
		{finding.Rule{
			ID: "HT319", Title: "the script looks for its input among its arguments", Severity: finding.Error,
			Why:  "Agents start hooks without arguments. $1 is empty, so that nothing is ever refused.",
			Bad:  hookFile("no-keys.sh", inBash+"if [[ $1 == *.pem ]]; then\n  echo \"$1 is a key\" >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-keys.sh", inBash+"if grep -q '\\.pem\"'; then\n  echo 'this is a key' >&2\n  exit 2\nfi\n"),
		}, argued},
	}
}

// fieldRules are about names that agents know.
func fieldRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT308", Title: "a field that the input does not have", Severity: finding.Error,
			Why:  "jq and other readers of JSON say null or nothing for a field that is not there, and the check finds nothing to object to.",
			Bad:  hookFile("language.sh", inSh+needsJQ+"if jq -r .user_prompt | grep -qi damn; then\n  echo 'mind your language' >&2\n  exit 2\nfi\n"),
			Good: hookFile("language.sh", inSh+needsJQ+"if jq -r .prompt | grep -qi damn; then\n  echo 'mind your language' >&2\n  exit 2\nfi\n"),
		}, func(s *source) []finding.Finding { return append(unknownFields(s), missingParts(s)...) }},
		{finding.Rule{
			ID: "HT309", Title: "an argument that the tool does not have", Severity: finding.Error,
			Why:  "Each agent's tools have arguments of their own names. One that the tool does not have is never there, and the check finds nothing to object to.",
			Bad:  hookFile("no-keys.sh", inBash+needsJQ+"path=$(jq -r '.tool_input.filePath // \"\"')\nif [[ $path == *.pem ]]; then\n  echo \"$path is a key\" >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-keys.sh", inBash+needsJQ+"path=$(jq -r '.tool_input.file_path // \"\"')\nif [[ $path == *.pem ]]; then\n  echo \"$path is a key\" >&2\n  exit 2\nfi\n"),
		}, foreignArguments},
		{finding.Rule{
			ID: "HT321", Title: "a field of another event", Severity: finding.Warning,
			Why:  "Each event has fields of its own. Those of the others are not there.",
			Bad:  onStop(hookFile("summary.sh", inSh+"jq -r .prompt >>summary.txt\n")),
			Good: onStop(hookFile("summary.sh", inSh+"jq -r .last_assistant_message >>summary.txt\n")),
		}, fieldsElsewhere},
		{finding.Rule{
			ID: "HT325", Title: "a tool that no agent has", Severity: finding.Error,
			Why:  "Names of tools are compared letter by letter. One that is none never fits, and the check behind it is never made.",
			Bad:  hookFile("no-push.sh", inBash+needsJQ+"input=$(cat)\n[ \"$(echo \"$input\" | jq -r .tool_name)\" = bash ] || exit 0\nif echo \"$input\" | jq -r .tool_input.command | grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-push.sh", inBash+needsJQ+"input=$(cat)\n[ \"$(echo \"$input\" | jq -r .tool_name)\" = Bash ] || exit 0\nif echo \"$input\" | jq -r .tool_input.command | grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
		}, unknownTools},
	}
}

// textRules are about texts that the script parses or builds.
func textRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT310", Title: "JSON put together by hand", Severity: finding.Warning,
			Why:    "What is put between the quotes of JSON has to be escaped, and JSON has a strict form. An answer that is no JSON decides nothing.",
			Bad:    hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo \"{'decision': 'block', \\\"reason\\\": \\\"closed\\\"}\"\nfi\n"),
			Good:   hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo '{\"decision\": \"block\", \"reason\": \"closed\"}'\nfi\n"),
			Unless: []string{"HT324"},
		}, handmadeJSON},
		{finding.Rule{
			ID: "HT322", Title: "an expression in another tool's language", Severity: finding.Warning,
			Why:  "grep, sed and bash know the expressions of POSIX. What Perl and Python know besides is taken for letters there, or for an error, and nothing is found.",
			Bad:  hookFile("no-push.sh", inSh+"if grep -qE 'git push(?! --dry-run)'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-push.sh", inSh+"if grep 'git push' | grep -qv 'git push --dry-run'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
		}, foreignPatterns},
		{finding.Rule{
			ID: "HT323", Title: "JSON cut with grep or sed", Severity: finding.Warning,
			Why:  "An expression that fits the JSON of today misses it where a blank, an escaped quote or another order of the fields comes in: then nothing is found, and nothing refused.",
			Bad:  hookFile("no-push.sh", inSh+"if grep -o '\"command\": *\"[^\"]*\"' | grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-push.sh", inSh+needsJQ+"if jq -r .tool_input.command | grep -q 'git push'; then\n  echo 'no pushes' >&2\n  exit 2\nfi\n"),
		}, cutJSON},
		{finding.Rule{
			ID: "HT324", Title: "a foreign text pasted into JSON", Severity: finding.Warning,
			Why:  "Commands, paths and what programs print have quotes and line breaks in them. Then the answer is no JSON, and decides nothing, just where it matters.",
			Bad:  hookFile("no-eval.sh", inBash+needsJQ+getsCommand+"case $command in\n*eval*) echo \"{\\\"decision\\\": \\\"block\\\", \\\"reason\\\": \\\"refused: $command\\\"}\" ;;\nesac\n"),
			Good: hookFile("no-eval.sh", inBash+needsJQ+getsCommand+"case $command in\n*eval*) jq -n --arg reason \"refused: $command\" '{decision: \"block\", reason: $reason}' ;;\nesac\n"),
		}, pastedText},
	}
}

// endRules are about how the script ends and what it leaves running.
func endRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT303", Title: "exit 1 next to a refusal", Severity: finding.Error, Agents: "those that go on after code 1",
			Why:  "Code 1 says that the hook itself has failed, and most agents go on then. Code 2 refuses.",
			Bad:  hookFile("no-sudo.sh", inSh+"if grep -q sudo; then\n  echo 'Blocked: no sudo on this machine' >&2\n  exit 1\nfi\n"),
			Good: hookFile("no-sudo.sh", inSh+"if grep -q sudo; then\n  echo 'Blocked: no sudo on this machine' >&2\n  exit 2\nfi\n"),
		}, failedRefusals},
		{finding.Rule{
			ID: "HT311", Title: "a job in the background has the script's streams", Severity: finding.Warning, Agents: "those that wait until the streams are closed",
			Why:  "Some agents wait for the job, until the timeout if need be, and then take the hook for one that failed.",
			Bad:  geminiFile("log.sh", inSh+"cat >last.json\n./upload last.json &\n"),
			Good: geminiFile("log.sh", inSh+"cat >last.json\n./upload last.json >/dev/null 2>&1 &\n"),
		}, heldStreams},
		{finding.Rule{
			ID: "HT312", Title: "the end of a turn is refused for ever", Severity: finding.Warning, Agents: "those that say so by " + active,
			Why:  "A hook that keeps the agent at work is asked again when the agent has gone on. Where it only repeats itself, the agent works on until somebody stops it.",
			Bad:  onStop(hookFile("tests.sh", inSh+"cat >/dev/null\nif [ ! -f tests-passed ]; then\n  echo 'run the tests' >&2\n  exit 2\nfi\n")),
			Good: onStop(hookFile("tests.sh", inSh+"grep -q '\"stop_hook_active\": *true' && exit 0\nif [ ! -f tests-passed ]; then\n  echo 'run the tests' >&2\n  exit 2\nfi\n")),
		}, endlessStops},
		{finding.Rule{
			ID: "HT313", Title: "set -e ends the script before it has refused", Severity: finding.Warning,
			Why:  "grep ends with code 1 where it finds nothing, and under set -e so does the script, which means that it failed: agents go on, and what comes behind is not checked.",
			Bad:  hookFile("no-clean.sh", inBash+"set -euo pipefail\n"+needsJQ+"found=$(jq -r '.tool_input.command // \"\"' | grep -o 'git clean -[a-z]*f')\nif [[ -n $found ]]; then\n  echo 'that deletes what nobody else has' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-clean.sh", inBash+"set -euo pipefail\n"+needsJQ+"found=$(jq -r '.tool_input.command // \"\"' | grep -o 'git clean -[a-z]*f' || true)\nif [[ -n $found ]]; then\n  echo 'that deletes what nobody else has' >&2\n  exit 2\nfi\n"),
		}, errexitOpens},
		{finding.Rule{
			ID: "HT326", Title: "stdin is read twice", Severity: finding.Error,
			Why:  "Whoever reads stdin to its end leaves nothing for the next: the field is empty, no check fits it, and nothing is refused.",
			Bad:  hookFile("no-push.sh", inBash+needsJQ+"tool=$(jq -r .tool_name)\n"+getsCommand+"[[ $tool == Bash ]] || exit 0\n"+refuse),
			Good: hookFile("no-push.sh", inBash+needsJQ+"input=$(cat)\ntool=$(jq -r .tool_name <<<\"$input\")\ncommand=$(jq -r '.tool_input.command // \"\"' <<<\"$input\")\n[[ $tool == Bash ]] || exit 0\n"+refuse),
		}, readTwice},
		{finding.Rule{
			ID: "HT327", Title: "exit 2 in a shell of its own", Severity: finding.Error,
			Why:  "A part of a pipeline, and what stands in ( ), runs in another process. exit ends that one, the script itself goes on and ends with the code of what comes behind.",
			Bad:  hookFile("no-words.sh", inBash+needsJQ+getsCommand+"grep -v '^#' words.txt | while read -r word; do\n  if [[ $command == *\"$word\"* ]]; then\n    echo \"not $word\" >&2\n    exit 2\n  fi\ndone\nexit 0\n"),
			Good: hookFile("no-words.sh", inBash+needsJQ+getsCommand+"while read -r word; do\n  if [[ $command == *\"$word\"* ]]; then\n    echo \"not $word\" >&2\n    exit 2\n  fi\ndone < <(grep -v '^#' words.txt)\nexit 0\n"),
		}, lostExits},
		{finding.Rule{
			ID: "HT328", Title: "the reason of exit 2 goes to stdout", Severity: finding.Error, Agents: "those that read the reason from stderr",
			Why:  "Beside code 2 the reason is read from stderr. On stdout it is lost, which is a warning, and where there is none some agents take the refusal for a failure and go on.",
			Bad:  codexFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed'\n  exit 2\nfi\n"),
			Good: codexFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed' >&2\n  exit 2\nfi\n"),
		}, unreadReasons},
		{finding.Rule{
			ID: "HT329", Title: "grep -q in a pipe under pipefail", Severity: finding.Warning,
			Why:  "grep -q does not read to the end. With a text of more than the 64 KiB that fit into a pipe, whoever writes it is killed, and with pipefail the pipeline fails though grep has found something: the long text with a secret at its beginning passes.",
			Bad:  hookFile("no-keys.sh", inBash+"set -o pipefail\n"+needsJQ+"if jq -r '.tool_input.content' | grep -q 'BEGIN PRIVATE KEY'; then\n  echo 'that is a key' >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-keys.sh", inBash+"set -o pipefail\n"+needsJQ+"if jq -r '.tool_input.content' | grep 'BEGIN PRIVATE KEY' >/dev/null; then\n  echo 'that is a key' >&2\n  exit 2\nfi\n"),
		}, brokenPipes},
		{finding.Rule{
			ID: "HT330", Title: "an answer in another agent's words", Severity: finding.Error,
			Why:  "Every agent reads its own fields, at its own level, with its own words. An answer that refuses in the words of another, or a level too high, is read as none: the agent goes on.",
			Bad:  beforeTool(hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo '{\"permissionDecision\": \"deny\", \"permissionDecisionReason\": \"closed\"}'\nfi\n")),
			Good: beforeTool(hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"deny\", \"permissionDecisionReason\": \"closed\"}}'\nfi\n")),
		}, foreignAnswers},
		{finding.Rule{
			ID: "HT338", Title: "a question that nobody asks", Severity: finding.Error, Agents: "those that ask nobody",
			Why:  "Some agents have the user decide where a hook says so. Others know the word and go on, or take the answer for a failure and go on as well: what was to be confirmed just happens.",
			Bad:  beforeTool(codexFile("flash.sh", inSh+"cat >/dev/null\nif [ -f BENCH ]; then\n  echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"ask\", \"permissionDecisionReason\": \"is the bench free?\"}}'\nfi\n")),
			Good: beforeTool(codexFile("flash.sh", inSh+"cat >/dev/null\nif [ -f BENCH ]; then\n  echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"deny\", \"permissionDecisionReason\": \"somebody is at the bench\"}}'\nfi\n")),
		}, unaskedQuestions},
		{finding.Rule{
			ID: "HT339", Title: "a hook that starts its own agent again", Severity: finding.Warning,
			Why:  "An agent that a hook starts reads the same settings. At the end of its turn it fires the same event, and runs the hook again, which starts the next: each of them costs tokens, and none of them ends.",
			Bad:  onStop(hookFile("review.sh", inSh+"cat >/dev/null\nclaude -p 'review the last change' >>review.txt\n")),
			Good: onStop(hookFile("review.sh", inSh+"cat >/dev/null\n[ -z \"$IN_HOOK\" ] || exit 0\nIN_HOOK=1 claude -p 'review the last change' >>review.txt\n")),
		}, startedAgents},
		{finding.Rule{
			ID: "HT333", Title: "a refusal in the background", Severity: finding.Error, Agents: "those that start hooks in the background",
			Why:  "An agent does not wait for a hook in the background. What it refuses has happened by then.",
			Bad:  inBackground(hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed' >&2\n  exit 2\nfi\n")),
			Good: beforeTool(hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed' >&2\n  exit 2\nfi\n")),
		}, lateRefusals},
		{finding.Rule{
			ID: "HT334", Title: "code 2 where it refuses nothing", Severity: finding.Warning,
			Why:  "What code 2 does depends on the event. On some the agent reads an answer alone, and on others nothing can be refused any more: it goes on, and the model learns nothing.",
			Bad:  onPermission(hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed' >&2\n  exit 2\nfi\n")),
			Good: onPermission(hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PermissionRequest\", \"decision\": {\"behavior\": \"deny\", \"message\": \"the tree is closed\"}}}'\nfi\n")),
		}, unheededRefusals},
		{finding.Rule{
			ID: "HT335", Title: "a new input that lacks what the tool needs", Severity: finding.Error, Agents: "those that put it in the place of the whole",
			Why:  "Where the new input takes the place of the old one, whatever it does not name is gone: a command with another timeout and without the command itself is none, and the agent does not run it.",
			Bad:  onShell(beforeTool(hookFile("longer.py", inPython+"print(json.dumps({'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'allow', 'updatedInput': {'timeout': 600000}}}))\n"))),
			Good: onShell(beforeTool(hookFile("longer.py", inPython+"print(json.dumps({'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'allow', 'updatedInput': {**call['tool_input'], 'timeout': 600000}}}))\n"))),
		}, rewrittenInPart},
		{finding.Rule{
			ID: "HT336", Title: "a context that nobody reads", Severity: finding.Error,
			Why:  "Each agent reads texts for the model under a name of its own, and on some events alone. A text in another place is lost, and nobody says so.",
			Bad:  copilotFile("sessionStart", "rules.sh", inSh+"cat >/dev/null\necho '{\"hookSpecificOutput\": {\"hookEventName\": \"SessionStart\", \"additionalContext\": \"write tests first\"}}'\n"),
			Good: copilotFile("sessionStart", "rules.sh", inSh+"cat >/dev/null\necho '{\"additionalContext\": \"write tests first\"}'\n"),
		}, unreadContexts},
		{finding.Rule{
			ID: "HT337", Title: "a condition decides over the code of the script", Severity: finding.Error, Agents: "those for which code 1 refuses",
			Why:  "A script ends with the code of its last command. A condition that does not hold is code 1, and where that refuses, so does every call that the condition is not about.",
			Bad:  copilotFile("preToolUse", "log.sh", inBash+needsJQ+"tool=$(jq -r .toolName)\n[ \"$tool\" = bash ] && date >>log.txt\n"),
			Good: copilotFile("preToolUse", "log.sh", inBash+needsJQ+"tool=$(jq -r .toolName)\n[ \"$tool\" = bash ] && date >>log.txt\nexit 0\n"),
		}, accidentalCodes},
		{finding.Rule{
			ID: "HT332", Title: "words on stdout in front of the answer", Severity: finding.Error,
			Why:  "An answer is all that stands on stdout. With a line of text in front of it, it is no JSON, and the agent goes on as if there were no answer.",
			Bad:  beforeTool(hookFile("closed.sh", inSh+"cat >/dev/null\necho 'looking for a freeze'\nif [ -f FREEZE ]; then\n  echo '{\"decision\": \"block\", \"reason\": \"closed\"}'\nfi\n")),
			Good: beforeTool(hookFile("closed.sh", inSh+"cat >/dev/null\necho 'looking for a freeze' >&2\nif [ -f FREEZE ]; then\n  echo '{\"decision\": \"block\", \"reason\": \"closed\"}'\nfi\n")),
		}, textInFront},
		{finding.Rule{
			ID: "HT331", Title: "the settings swallow the refusal", Severity: finding.Error,
			Why:  "|| true makes code 0 of every code, that of a refusal among them.",
			Bad:  startedBy(`"$CLAUDE_PROJECT_DIR"/.claude/hooks/closed.sh || true`, hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed' >&2\n  exit 2\nfi\n")),
			Good: startedBy(`"$CLAUDE_PROJECT_DIR"/.claude/hooks/closed.sh`, hookFile("closed.sh", inSh+"cat >/dev/null\nif [ -f FREEZE ]; then\n  echo 'the tree is closed' >&2\n  exit 2\nfi\n")),
		}, swallowedRefusals},
	}
}
