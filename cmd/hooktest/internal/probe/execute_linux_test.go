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

	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/sandboxstart" // the test is the launcher of its sandboxes
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// executing are hooks that execute their input, each beside one that handles the same text
// as data.
func executing() []struct{ name, by, bad, good string } {
	const command = "command=$(jq -r .tool_input.command)\n"
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
		{"os.system", "a shell", "#!/usr/bin/env python3\n" + parse + "import os\nos.system('echo ' + command + ' >/dev/null')", "#!/usr/bin/env python3\n" + parse + "import subprocess\nsubprocess.run(['echo', command], stdout=subprocess.DEVNULL)"},
		{"Python's eval", "Python", "#!/usr/bin/env python3\n" + parse + "eval(command)", "#!/usr/bin/env python3\n" + parse + "import ast\ntry:\n    ast.literal_eval(command)\nexcept (ValueError, SyntaxError):\n    pass"},
		{"exec of Node", "a shell", "#!/usr/bin/env node\n" + read + "require('child_process').execSync('echo ' + command);", "#!/usr/bin/env node\n" + read + "require('child_process').execFileSync('echo', [command]);"},
	}
}

func TestAHookThatExecutesItsInput(t *testing.T) {
	t.Parallel()
	if sandbox.Available() == sandbox.None {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have a sandbox")
		t.Skip("this machine has no sandbox")
	}
	for _, tt := range executing() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, tool := range []string{"jq", "python3", "node", "sqlite3"} {
				if _, err := exec.LookPath(tool); err != nil && strings.Contains(tt.bad, tool) {
					require.NotEqual(t, "true", os.Getenv("CI"), "CI must have %s", tool)
					t.Skip(tool + " is missing")
				}
			}
			bad := executed(t, tt.bad)
			require.Len(t, bad, 1)
			assert.Equal(t, probe.Executes, bad[0].Rule.ID)
			assert.Contains(t, bad[0].Text, tt.by+" ran ")
			assert.Regexp(t, `\(line \d+: `, bad[0].Text)
			assert.Empty(t, executed(t, tt.good))
		})
	}
}

// executed puts a script through the probe, in a sandbox.
func executed(t *testing.T, script string) []probe.Found {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hook")
	require.NoError(t, os.WriteFile(file, []byte(script), 0o755))
	contract := dialect.Claude()
	asked, err := probe.Happening(contract, "PreToolUse", dialect.RunShell, "ls")
	require.NoError(t, err)
	probes := slices.DeleteFunc(probe.All(), func(p probe.Probe) bool { return !slices.Contains(p.Rules, probe.Executes) })
	report, err := probe.Run(t.Context(), contract, probe.Hook{Name: "hook", Command: file, Text: []byte(script), Environ: os.Environ(), Sandbox: true}, []probe.Occasion{asked}, probes, nil)
	require.NoError(t, err)
	return report.Findings()
}
