package script_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/hook"
)

// Which command reads, writes and ends which stream, in subshells.
func TestStreams(t *testing.T) {
	t.Parallel()
	claude, codex, gemini, copilot := of(t, "claude"), of(t, "codex"), of(t, "gemini"), of(t, "copilot")
	asked := of(t, "claude")
	asked.Tools = []string{"Bash"}
	after := of(t, "claude")
	after.Events = []hook.Event{"SessionEnd"}
	by := func(use script.Use, command string) script.Use {
		use.Command = command
		return use
	}
	const (
		field  = jq + "tool=$(jq -r .tool_name)\n"
		finds  = "if grep -q sudo; then\n"
		refuse = "echo 'no sudo' >&2\nexit 2\n"
	)
	tests := []struct {
		name, text string
		use        script.Use
		want       []string
		reason     string
	}{
		{"cat first", bash + jq + "cat >/dev/null\njq -r .tool_name\n", script.Use{}, []string{"HT326"}, "nothing is left for jq"},
		{"in a condition", bash + jq + "if [[ $(jq -r .tool_name) == Bash ]]; then exit 0; fi\njq -r .cwd\n", script.Use{}, []string{}, "nobody looks into [[ ]] here"},
		{"in one branch each", bash + jq + "if [[ -f x ]]; then jq -r .tool_name; else jq -r .cwd; fi\n", script.Use{}, []string{}, "one of them runs"},
		{"in a function", bash + field + "again() { jq -r .cwd; }\nagain <saved.json\n", script.Use{}, []string{}, "it may be given another input"},
		{"from a file", bash + field + "jq -r .cwd saved.json\n", script.Use{}, []string{}, "it is no second reader"},
		{"made anew", bash + field + "jq -n '{a: 1}'\n", script.Use{}, []string{}, "it reads nothing"},
		{"from a variable", bash + jq + "input=$(cat)\njq -r .cwd <<<\"$input\"\n", script.Use{}, []string{}, "as it should be"},
		{"stdin is another", bash + field + "exec <saved.json\njq -r .cwd\n", script.Use{}, []string{}, "the script has changed it"},

		{"in brackets", sh + "(\n" + finds + refuse + "fi\n)\nexit 0\n", script.Use{}, []string{"HT327"}, "the brackets are a process"},
		{"in braces", sh + "{\n" + finds + refuse + "fi\n}\nexit 0\n", script.Use{}, []string{}, "the braces are none"},
		{"at the end", sh + "(\n" + finds + refuse + "fi\n)\n", script.Use{}, []string{}, "its code is the script's"},
		{"its code is looked at", sh + "(\n" + finds + refuse + "fi\n)\n[ $? -ne 2 ] || exit 2\nexit 0\n", script.Use{}, []string{}, "the code is handed on"},
		{"handed on by ||", sh + "(\n" + finds + refuse + "fi\n) || exit 2\nexit 0\n", script.Use{}, []string{}, "the code is handed on"},
		{"under set -e", bash + "set -e\n(\n" + finds + refuse + "fi\n)\nexit 0\n", script.Use{}, []string{}, "the script ends there with that code"},
		{"the last part in the same shell", bash + "shopt -s lastpipe\ncat | while read -r l; do\nif [[ $l == *sudo* ]]; then\n" + refuse + "fi\ndone\nexit 0\n", script.Use{}, []string{}, "bash was asked for it"},

		{"an agent that goes on", sh + finds + "echo 'no sudo'\nexit 2\nfi\n", codex, []string{"HT328"}, "without a reason the code counts for nothing"},
		{"an agent that reads stdout", sh + finds + "echo 'no sudo'\nexit 2\nfi\n", gemini, []string{}, "it takes the reason from there"},
		{"printed by a function", sh + "no() { echo \"no $1\"; exit 2; }\ngrep -q sudo && no sudo\n", claude, []string{"HT328"}, "whoever calls it leaves stdout as it is"},
		{"a function that is led to stderr", sh + "no() { echo \"no $1\"; exit 2; }\ngrep -q sudo && no sudo >&2\n", claude, []string{}, "the reason stands there"},
		{"a function that nobody calls", sh + "no() { echo \"no $1\"; exit 2; }\ncat >/dev/null\n", claude, []string{}, "nobody knows who would"},
		{"braces that are led to stderr", sh + finds + "{ echo 'no sudo'; exit 2; } >&2\nfi\n", claude, []string{}, "the reason stands there"},
		{"the script leads stdout to stderr", sh + "exec >&2\n" + finds + "echo 'no sudo'\nexit 2\nfi\n", claude, []string{}, "the reason stands there"},
		{"the settings lead stdout to stderr", sh + finds + "echo 'no sudo'\nexit 2\nfi\n", by(claude, "./a.sh >&2"), []string{}, "the reason stands there"},
		{"on both", sh + finds + "echo 'no sudo'\necho 'no sudo' >&2\nexit 2\nfi\n", claude, []string{}, "the reason stands on stderr, too"},
		{"something else may say it", sh + finds + "echo 'no sudo'\n./explain\nexit 2\nfi\n", claude, []string{}, "nobody knows where that writes"},

		{"of a command", bash + "set -o pipefail\n" + jq + "if jq -r .tool_input.command | grep -q sudo; then\n" + refuse + "fi\n", claude, []string{}, "commands are short"},
		{"of the whole input about commands", bash + "set -o pipefail\ninput=$(cat)\nif echo \"$input\" | grep -q sudo; then\n" + refuse + "fi\n", asked, []string{}, "commands are short"},
		{"of the whole input about anything", bash + "set -o pipefail\ninput=$(cat)\nif echo \"$input\" | grep -q sudo; then\n" + refuse + "fi\n", claude, []string{"HT329"}, "a file may be long"},
		{"without a pipe", bash + "set -o pipefail\ninput=$(cat)\nif grep -q sudo <<<\"$input\"; then\n" + refuse + "fi\n", claude, []string{}, "nobody writes into one"},
		{"without pipefail", bash + "input=$(cat)\nif echo \"$input\" | grep -q sudo; then\n" + refuse + "fi\n", claude, []string{}, "the code is that of grep"},

		{"exit 0 behind ||", sh + finds + refuse + "fi\n", by(claude, "./a.sh || exit 0"), []string{"HT331"}, "the same in other words"},
		{"swallowed where nothing can be refused", sh + finds + refuse + "fi\n", by(after, "./a.sh || true"), []string{}, "no code would refuse"},
		{"swallowed without a refusal", sh + "cat >>log\n", by(claude, "./a.sh || true"), []string{}, "there is none to lose"},
		{"a refusal in the answer", sh + finds + "echo '{\"decision\": \"block\", \"reason\": \"no\"}'\nfi\n", by(claude, "./a.sh || true"), []string{}, "the answer is on stdout"},

		{"a job that sleeps", sh + "cat >/dev/null\n(sleep 60; rm -f lock) &\n", gemini, []string{"HT311"}, "it has the streams for a minute"},
		{"a notifier", sh + "sed -n 's/.*\"message\": *\"\\([^\"]*\\)\".*/\\1/p' | wall\n", claude, []string{}, "no verdict depends on what it cuts out"},
		{"a word that an expression has found", bash + jq + "c=$(jq -r .tool_input.command)\nif [[ $c =~ (sudo|doas) ]]; then printf '{\"decision\":\"block\",\"reason\":\"no %s\"}' \"${BASH_REMATCH[1]}\"; fi\n", claude, []string{}, "the expression says what it may be"},
		{"a program that fails closed", bash + "set -euo pipefail\ncommand=$(jq -r .toolArgs.command)\nif [[ $command == *sudo* ]]; then\n" + refuse + "fi\n", copilot, []string{}, "the agent takes every failure for a refusal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, ids(script.Look("a.sh", []byte(tt.text), tt.use).Findings), "%s\n%s", tt.reason, tt.text)
		})
	}
}

// The reason of code 2 in other languages: an error if the agent continues without one, a warning
// if only the reason is lost, and nothing if something may be on stderr.
func TestReasonsThatProgramsPrint(t *testing.T) {
	t.Parallel()
	claude, codex, gemini := of(t, "claude"), of(t, "codex"), of(t, "gemini")
	const reads, reader = "if 'sudo' in sys.stdin.read():\n", "const fs = require('fs');\nif (fs.readFileSync(0, 'utf8').includes('sudo')) {\n"
	tests := []struct {
		name, path, text string
		use              script.Use
		want             finding.Severity
		reason           string
	}{
		{"Python, an agent that goes on", "a.py", py + reads + "    print('no sudo')\n    sys.exit(2)\n", codex, finding.Error, "without a reason the code counts for nothing"},
		{"Python, an agent that refuses", "a.py", py + reads + "    print(f'no {1}', flush=True)\n    print('ask')\n    raise SystemExit(2)\n", claude, finding.Warning, "the model does not learn it"},
		{"Python in one line", "a.py", py + reads + "    print('no sudo'); sys.exit(2)\n", codex, finding.Error, "the same"},
		{"Python, an agent that reads stdout", "a.py", py + reads + "    print('no sudo')\n    sys.exit(2)\n", gemini, "", "it takes the reason from there"},
		{"Python to stderr", "a.py", py + reads + "    print('no sudo', file=sys.stderr)\n    sys.exit(2)\n", codex, "", "the reason stands there"},
		{"Python on both", "a.py", py + reads + "    print('no sudo', file=sys.stderr)\n    print('no sudo')\n    sys.exit(2)\n", codex, "", "the reason stands on stderr, too"},
		{"Python, words before", "a.py", py + "print('looking', file=sys.stderr)\n" + reads + "    print('no sudo')\n    sys.exit(2)\n", codex, "", "something stands on stderr"},
		{"Python, another end has words", "a.py", py + "if not sys.stdin.isatty:\n    print('what?', file=sys.stderr)\n    sys.exit(1)\n" + reads + "    print('no sudo')\n    sys.exit(2)\n", codex, finding.Error, "they are for that end alone"},
		{"Python, a block deeper", "a.py", py + reads + "    if True:\n        print('no sudo')\n    sys.exit(2)\n", codex, "", "it may not be printed"},
		{"Python, an answer", "a.py", py + reads + "    print(json.dumps({'decision': 'block', 'reason': 'no'}))\n    sys.exit(2)\n", codex, "", "that is no text"},
		{"Python, a program in between", "a.py", py + "import subprocess\nsubprocess.run(['ruff'])\n" + reads + "    print('no sudo')\n    sys.exit(2)\n", codex, "", "the program may write to stderr"},
		{"Python, the value of main", "a.py", py + "def main():\n    " + reads + "        print('no sudo')\n        return 2\n    return 0\nsys.exit(main())\n", codex, finding.Error, "the program ends with what main gives"},
		{"Python, the value of an async main", "a.py", py + "async def main() -> int:\n    " + reads + "        print('no sudo')\n        return 2\nraise SystemExit(main())\n", codex, finding.Error, "it is a function as well"},
		{"Python, the value of a function that main calls", "a.py", py + "def verdict():\n    print('two')\n    return 2\ndef main():\n    verdict()\n    return 0\nsys.exit(main())\n", codex, "", "main does what it likes with it"},
		{"Python, the value of a function in main", "a.py", py + "def main():\n    def two():\n        print('two')\n        return 2\n    return 0\nsys.exit(main())\n", codex, "", "it is not main's own"},
		{"Python, a value that nobody ends with", "a.py", py + "def main():\n    " + reads + "        print('no sudo')\n        return 2\nmain()\n", codex, "", "the code is 0"},
		{"Python, another value", "a.py", py + "def main():\n    " + reads + "        print('no sudo')\n        return 2 - 2\nsys.exit(main())\n", codex, "", "nobody works it out"},
		{"Python, the value of main, to stderr", "a.py", py + "def main():\n    " + reads + "        print('no sudo', file=sys.stderr)\n        return 2\n    return 0\nsys.exit(main())\n", codex, "", "the reason stands there"},
		{"Node, the value of main", "a.js", node + "function main() {\n" + reader + "  console.log('no sudo');\n  return 2;\n}\nreturn 0;\n}\nprocess.exit(main());\n", codex, finding.Error, "the same in Node"},
		{"Node, the value of a function in main", "a.js", node + "function main() {\n  const two = () => {\n    console.log('no sudo');\n    return 2;\n  };\n  return 0;\n}\nprocess.exitCode = main();\n", codex, "", "it is not main's own"},
		{"Node", "a.js", node + reader + "  console.log('no sudo');\n  process.exit(2);\n}\n", codex, finding.Error, "the same in Node"},
		{"Node to stderr", "a.js", node + reader + "  console.error('no sudo');\n  process.exit(2);\n}\n", codex, "", "the reason stands there"},
		{"Node, a branch without braces", "a.js", node + "const fs = require('fs');\nif (fs.readFileSync(0, 'utf8').includes('sudo'))\n  console.log('no sudo');\nprocess.exit(2);\n", codex, "", "it may not be printed"},
		{"Node, the brace is closed", "a.js", node + reader + "  console.log('no sudo') }\nprocess.exit(2);\n", codex, "", "it may not be printed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got finding.Severity
			for _, f := range script.Look(tt.path, []byte(tt.text), tt.use).Findings {
				if f.Rule.ID == "HT328" {
					got = f.Rule.Severity
				}
			}
			assert.Equal(t, tt.want, got, "%s\n%s", tt.reason, tt.text)
		})
	}
}

// Programs and flags that macOS lacks, next to what it has.
func TestOnlyGNU(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line   string
		want   bool
		reason string
	}{
		{"sed -i 's/a/b/' notes", true, "sed of macOS takes the script for the suffix"},
		{"sed -i '/secret/d' notes", true, "the same for an address"},
		{"sed --in-place 's/a/b/' notes", true, "it knows no long flags"},
		{"sed -i '' 's/a/b/' notes", false, "that is how macOS has it"},
		{"sed -i.bak 's/a/b/' notes", false, "both know a suffix"},
		{"sed -i .bak 's/a/b/' notes", false, "that is a suffix, on macOS"},
		{"sed -i \"$script\" notes", false, "nobody knows what is in it"},
		{"sed -n '/-i/p' notes", false, "that is a script"},
		{"readlink -e notes", true, "macOS has -f and -n"},
		{"readlink -f notes", false, "macOS has it since 12.3"},
		{"head -n -1 notes", true, "macOS counts from the beginning alone"},
		{"head -n -$n notes", true, "the number does not matter"},
		{"head -c-5 notes", true, "bytes, too"},
		{"head -n 1 notes", false, "all have that"},
		{"head -1 notes", false, "all have that"},
		{"tail -n -1 notes", false, "tail counts from the end everywhere"},
		{"cp --parents a/b c", true, "cp of macOS knows no long flags"},
		{"cp -R a/b c", false, "all have that"},
		{"stat --format=%s notes", true, "stat of macOS knows -f"},
		{"date --date=\"$day\" +%F", true, "the value does not matter"},
		{"mktemp --suffix=.json", true, "mktemp of macOS knows no long flags"},
		{"realpath --relative-to=. notes", true, "realpath of macOS takes paths alone"},
		{"realpath notes", false, "macOS has it since 13"},
		{"xargs -r rm <notes", false, "macOS takes -r and ignores it"},
		{"sed -i 's/a/b/' notes || sed -i '' 's/a/b/' notes", false, "the script has the other way, too"},
		{"if [ \"$(uname)\" = Linux ]; then sed -i 's/a/b/' notes; fi", false, "the script asks for the system"},
	}
	for _, tt := range tests {
		found := ids(script.Look("a.sh", []byte(bash+"cat >/dev/null\n"+tt.line+"\n"), script.Use{}).Findings)
		assert.Equal(t, tt.want, slices.Contains(found, "HT340"), "%s\n%s\n%v", tt.line, tt.reason, found)
	}
}
