package probe_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox" // the test binary launches its own sandboxes
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/portion"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// executing returns hooks that execute their input, each with one that handles the same text as
// data.
func executing() []struct{ name, by, bad, good string } {
	const command = "command=$(jq -r .tool_input.command)\n"
	const file, number = "file=$(jq -r '.tool_input.file_path // empty')\n", "t=$(jq -r '.tool_input.timeout // 0')\n"
	const parse = "import json, sys\ncommand = json.load(sys.stdin)['tool_input']['command']\n"
	const read = "const command = JSON.parse(require('fs').readFileSync(0, 'utf8')).tool_input.command;\n"
	return []struct{ name, by, bad, good string }{
		{"eval", "a shell", "#!/bin/bash\n" + command + `eval "echo $command" >/dev/null`, "#!/bin/bash\n" + command + `printf '%s\n' "$command" >/dev/null`},
		{"bash -c", "a shell", "#!/bin/bash\n" + command + `bash -c "echo '$command'" >/dev/null`, "#!/bin/bash\n" + command + `bash -c 'echo "$1"' bash "$command" >/dev/null`},
		{"a command of its own", "a shell", "#!/bin/bash\n" + command + `out=$($command 2>&1) || exit 0`, "#!/bin/bash\n" + command + `out=$(printf %s "$command" 2>&1) || exit 0`},
		{"arithmetic", "a shell", "#!/bin/bash\n" + command + `[[ $command -gt 600000 ]] && exit 2; exit 0`, "#!/bin/bash\n" + command + `[[ $command == 600000 ]] && exit 2; exit 0`},
		{"new Function", "Node", "#!/usr/bin/env node\n" + read + "new Function('return `' + command + '`')();", "#!/usr/bin/env node\n" + read + "new Function('command', 'return `${command}`')(command);"},
		{"xargs sh -c", "a shell", "#!/bin/bash\njq -r .tool_input.command | xargs -d '\\n' -I{} sh -c 'echo {}' >/dev/null", "#!/bin/bash\njq -r .tool_input.command | xargs -d '\\n' -I{} echo {} >/dev/null"},
		{"python -c", "Python", "#!/bin/bash\n" + command + `python3 -c "print(len('$command'))" >/dev/null`, "#!/bin/bash\n" + command + `python3 -c 'import sys; print(len(sys.argv[1]))' "$command" >/dev/null`},
		{"node -e", "Node", "#!/bin/bash\n" + command + `node -e "console.log('$command')" >/dev/null`, "#!/bin/bash\n" + command + `node -e 'console.log(process.argv[1])' -- "$command" >/dev/null`},
		{"sed", "sed", "#!/bin/bash\n" + command + `echo y | sed "s/y/$command/" >/dev/null`, "#!/bin/bash\n" + command + `printf %s "$command" | sed s/y/x/ >/dev/null`},
		{"SQL", "SQL", "#!/bin/bash\n" + command + `sqlite3 log.db "create table l(c); insert into l values ('$command')"`, "#!/bin/bash\n" + command + `sqlite3 log.db "create table l(c); insert into l values ('$(printf %s "$command" | sed "s/'/''/g")')"`},
		{"env -S", "env", "#!/bin/bash\n" + command + `env -S "$command" >/dev/null`, "#!/bin/bash\n" + command + `env -S "printf %s" "$command" >/dev/null`},
		{"git's options that write", "git", "#!/bin/bash\n" + command + "git init -q . && git -c user.name=x -c user.email=x@x.invalid commit -q --allow-empty -m x\ngit log $command >/dev/null", "#!/bin/bash\n" + command + `git log -- "$command" >/dev/null`},
		{"git's options that start programs", "git", "#!/bin/bash\n" + command + `git ls-remote $command >/dev/null`, "#!/bin/bash\n" + command + `git ls-remote -- "$command" >/dev/null`},
		{"sed with commas", "sed", "#!/bin/bash\n" + command + `echo y | sed "s,y,$command,g" >/dev/null`, "#!/bin/bash\n" + command + `printf %s "$command" | sed 's,y,x,g' >/dev/null`},
		{"sed with at signs", "sed", "#!/bin/bash\n" + command + `echo y | sed "s@y@$command@g" >/dev/null`, "#!/bin/bash\n" + command + `printf %s "$command" | sed 's@y@x@g' >/dev/null`},
		{"sed with another delimiter", "sed", "#!/bin/bash\n" + command + `echo y | sed "s|y|$command|g" >/dev/null`, "#!/bin/bash\n" + command + `printf %s "$command" | sed 's|y|x|g' >/dev/null`},
		{"awk", "awk", "#!/bin/bash\n" + command + `echo y | awk "{ print \"$command\" }" >/dev/null`, "#!/bin/bash\n" + command + `echo y | awk -v c="$command" '{ print c }' >/dev/null`},
		{"a pattern of awk", "awk", "#!/bin/bash\n" + command + `echo y | awk "/$command/ { print }" >/dev/null`, "#!/bin/bash\n" + command + `printf '%s\n' "$command" | awk '/y/ { print }' >/dev/null`},
		{"perl -e", "Perl", "#!/bin/bash\n" + command + `perl -e "print '$command'" >/dev/null`, "#!/bin/bash\n" + command + `perl -e 'print $ARGV[0]' -- "$command" >/dev/null`},
		{"a pattern of Perl", "Perl", "#!/bin/bash\n" + command + `perl -e "exit 2 if 'y' =~ /$command/" >/dev/null`, "#!/bin/bash\n" + command + `printf %s "$command" | perl -ne 'exit 2 if /y{9}/' >/dev/null`},
		{"Perl's eval", "Perl", "#!/bin/bash\njq -r .tool_input.command | perl -ne 'eval $_'", "#!/bin/bash\njq -r .tool_input.command | perl -ne 'eval { length $_ }'"},
		{"find", "find", "#!/bin/bash\n" + command + `find . -name $command >/dev/null; exit 0`, "#!/bin/bash\n" + command + `find . -name "$command" >/dev/null; exit 0`},
		{"a shell that reads a program", "a shell", "#!/bin/bash\njq -r .tool_input.command | bash >/dev/null; exit 0", "#!/bin/bash\njq -r .tool_input.command | cat >/dev/null; exit 0"},
		{"a program of its arguments", "a shell", "#!/bin/bash\n" + command + `timeout 5 $command >/dev/null 2>&1; exit 0`, "#!/bin/bash\n" + command + `timeout 5 echo "$command" >/dev/null 2>&1; exit 0`},
		{"an integer", "a shell", "#!/bin/bash\n" + command + `declare -i n; n=$command; exit 0`, "#!/bin/bash\n" + command + `declare n; n=$command; exit 0`},
		{"os.system", "a shell", "#!/usr/bin/env python3\n" + parse + "import os\nos.system('echo ' + command + ' >/dev/null')", "#!/usr/bin/env python3\n" + parse + "import subprocess\nsubprocess.run(['echo', command], stdout=subprocess.DEVNULL)"},
		{"Python's eval", "Python", "#!/usr/bin/env python3\n" + parse + "eval(command)", "#!/usr/bin/env python3\n" + parse + "import ast\ntry:\n    ast.literal_eval(command)\nexcept (ValueError, SyntaxError):\n    pass"},
		{"tar", "tar", "#!/bin/bash\n" + command + `tar -czf "$HOME/x.tgz" $command >/dev/null 2>&1; exit 0`, "#!/bin/bash\n" + command + `tar -czf "$HOME/x.tgz" -- $command >/dev/null 2>&1; exit 0`},
		{"an argument of tar", "tar", "#!/bin/bash\n" + command + `tar -cf "$HOME/x.tar" . "$command" >/dev/null 2>&1; exit 0`, "#!/bin/bash\n" + command + `tar -cf "$HOME/x.tar" . -- "$command" >/dev/null 2>&1; exit 0`},
		{"a file of some ending", "a shell", "#!/bin/bash\n" + file + `case $file in *.py) sh -c "echo $file" >/dev/null;; esac; exit 0`, "#!/bin/bash\n" + file + `case $file in *.py) sh -c 'echo "$1"' sh "$file" >/dev/null;; esac; exit 0`},
		{"a number", "a shell", "#!/bin/bash\n" + number + `(( t > 600000 )) && exit 2; exit 0`, "#!/bin/bash\n" + number + `[ "$t" -gt 600000 ] 2>/dev/null && exit 2; exit 0`},
		{"a number in a test", "a shell", "#!/bin/bash\n" + number + `[[ $t -eq 1 ]] && exit 2; exit 0`, "#!/bin/bash\n" + number + `[[ $t == 1 ]] && exit 2; exit 0`},
		{"in the background", "a shell", "#!/bin/bash\n" + command + `setsid sh -c "sleep 0.2; echo $command" >/dev/null 2>&1 </dev/null & exit 0`, "#!/bin/bash\n" + command + `setsid sh -c 'sleep 0.2; echo "$1"' sh "$command" >/dev/null 2>&1 </dev/null & exit 0`},
		{"in its own folder", "a shell", "#!/bin/bash\n" + command + `cd "$(dirname "$0")"; eval "echo $command" >/dev/null`, "#!/bin/bash\n" + command + `cd "$(dirname "$0")"; printf '%s\n' "$command" >/dev/null`},
		{"words of its own", "a shell", "#!/usr/bin/env python3\n" + parse + "import shlex, subprocess\ntry:\n    subprocess.run(shlex.split(command), shell=False)\nexcept (ValueError, OSError):\n    pass", "#!/usr/bin/env python3\n" + parse + "import shlex\ntry:\n    shlex.split(command)\nexcept ValueError:\n    pass"},
		{"exec of Node", "a shell", "#!/usr/bin/env node\n" + read + "require('child_process').execSync('echo ' + command);", "#!/usr/bin/env node\n" + read + "require('child_process').execFileSync('echo', [command]);"},
	}
}

func TestAHookThatExecutesItsInput(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the other tests probe in a sandbox, too")
	}
	if sandbox.Available() == sandbox.None {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have a sandbox")
		t.Skip("this machine has no sandbox")
	}
	for _, tt := range portion.Of(executing(), 8, 0) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, tool := range []string{"jq", "python3", "node", "sqlite3", "perl"} {
				if _, err := exec.LookPath(tool); err != nil && strings.Contains(tt.bad, tool) {
					require.NotEqual(t, "true", os.Getenv("CI"), "CI must have %s", tool)
					t.Skip(tool + " is missing")
				}
			}
			given := !strings.Contains(tt.bad, "file_path")
			bad := executed(t, tt.bad, given)
			require.Len(t, bad, 1)
			assert.Equal(t, probe.Executes, bad[0].Rule.ID)
			assert.Contains(t, bad[0].Text, tt.by+" ran ")
			assert.Regexp(t, `\(line \d+: `, bad[0].Text)
			assert.Empty(t, executed(t, tt.good, given))
		})
	}
}

// A hook that only stores its input executes nothing, even if it uses the input as file names, in
// many folders, or as contents.
func TestWritingTheInputDownIsNoExecution(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the other tests probe in a sandbox, too")
	}
	if sandbox.Available() == sandbox.None {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have a sandbox")
		t.Skip("this machine has no sandbox")
	}
	for name, hook := range map[string]string{
		"by the shell": `#!/bin/bash
exec 2>/dev/null
set -f
input=$(cat)
for word in $input; do
  names+=("$HOME/${word##*/}" "${word##*/}" "${word//[!A-Za-z0-9_-]/}" "${word//[!A-Za-z0-9_.-]/_}")
  printf %s "$input" >"$TMPDIR/${word##*/}"
  echo "$((++n))" >"$HOME/${word##*/}-$n"
done
touch -- "${names[@]}"
printf %s "$input" | jq -r '.tool_input[]' | while IFS= read -r line; do printf '%s\n' "$line" >"$HOME/${line##*/}"; touch -- "$line"; done
printf %s "$input" | tee hooktest-canary >"$HOME/hooktest-canary"
exit 0`,
		"by Python": `#!/usr/bin/env python3
import json, os, re, shlex, sys
text = sys.stdin.read()
names = re.findall(r"[\w.-]+", text)
for value in json.loads(text)["tool_input"].values():
    names += [value, value.strip(), "".join(re.findall(r"[\w-]+", value)), "-".join(re.findall(r"\w+", value)), *value.splitlines()]
    try:
        names += shlex.split(value)
    except ValueError:
        pass
for name in names:
    for file in name, os.path.join(os.environ["HOME"], os.path.basename(name)):
        try:
            open(file, "w").write(text)
        except (OSError, ValueError):
            pass`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Empty(t, executed(t, hook, true))
		})
	}
}

// executed runs the probe on a script in a sandbox. Unless given is set, it also tries the inputs
// of other tools.
func executed(t *testing.T, script string, given bool) []probe.Found {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hook")
	require.NoError(t, os.WriteFile(file, []byte(script), 0o755))
	contract := dialect.Known("claude")
	asked, err := probe.Happening(contract, "PreToolUse", dialect.RunShell, "ls")
	require.NoError(t, err)
	probes := slices.DeleteFunc(probe.All(), func(p probe.Probe) bool { return !slices.Contains(p.Rules, probe.Executes) })
	report, err := probe.Run(t.Context(), probe.Hook{Testbed: execution.Testbed{Contract: contract, Command: file, Environ: os.Environ(), Sandbox: true}, Name: "hook", Text: []byte(script), Given: given}, []probe.EventInput{asked}, probes, nil)
	require.NoError(t, err)
	return report.Findings()
}
