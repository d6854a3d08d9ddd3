//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/portion"
	"github.com/hooktest/hooktest/skills"
)

// A guard and settings without a defect. The guard allows one command: so no spelling of another passes.
const (
	skilledSettings = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/guard.sh"}]}]}}
`
	skilledGuard = `#!/bin/bash
# hooktest: deny 'rm -rf build'
# hooktest: allow 'ls'
payload=$(cat)
command=$(jq -er .tool_input.command <<<"$payload") || { echo "the input can't be read" >&2; exit 2; }
case $command in
  *[\;\&\|\<\>]* | *'$('*) ;;
  ls | 'ls '*) exit 0 ;;
esac
echo "only ls is allowed here" >&2
exit 2
`
)

// A defect replaces a part of the settings or of the guard. An agent that reads a finding with one of the ids in a
// report knows what to write instead; without one it changes nothing.
type defect struct {
	name      string
	good, bad string
	ids       []string
	// mode, if not 0, is the mode of the guard's file.
	mode os.FileMode
}

func defects() []defect {
	entry := `{"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/guard.sh"}]}`
	return []defect{
		{name: "a comma after the last element", good: `]}]}}`, bad: `]},]}}`, ids: []string{"HT101", "HT122"}},
		{name: "an event in the wrong case", good: "PreToolUse", bad: "PreTooluse", ids: []string{"HT102"}},
		{name: "no group", good: entry, bad: `{"matcher": "Bash", "type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/guard.sh"}`},
		{name: "no type", good: `"type": "command", `, bad: ""},
		{name: "an unknown type", good: `"type": "command"`, bad: `"type": "shell"`, ids: []string{"HT105"}},
		{name: "a tool in the wrong case", good: `"Bash"`, bad: `"bash"`},
		{name: "a tool of another agent", good: `"Bash"`, bad: `"run_shell_command"`, ids: []string{"HT202"}},
		{name: "arguments in the matcher", good: `"Bash"`, bad: `"Bash(rm *)"`, ids: []string{"HT205"}},
		{name: "no regular expression", good: `"Bash"`, bad: `"[Bash"`, ids: []string{"HT206"}},
		{name: "a list as the matcher", good: `"Bash"`, bad: `["Bash"]`, ids: []string{"HT131", "HT207"}},
		{name: "a script that is not there", good: `/guard.sh`, bad: `/guards.sh`, ids: []string{"HT110"}},
		{name: "not executable", mode: 0o644, ids: []string{"HT111"}},
		{name: "a fault elsewhere in the file", good: `{"hooks": {`, bad: `{"disableAllHooks": "no", "hooks": {`, ids: []string{"HT126", "HT131"}},
		{name: "two patterns in a condition", good: `"type"`, bad: `"if": "Bash(rm *)|Bash(mv *)", "type"`, ids: []string{"HT143"}},
		{name: "started in the background", good: `"type"`, bad: `"async": true, "type"`, ids: []string{"HT333"}},
		{name: "exit code 1", good: "here\" >&2\nexit 2", bad: "here\" >&2\nexit 1", ids: []string{"HT303", "HT501", "HT701"}},
		{name: "Windows line endings", good: "\n", bad: "\r\n"},
		{name: "another agent's argument", good: ".tool_input.command", bad: ".tool_input.cmd", ids: []string{"HT309"}},
		{name: "arguments instead of stdin", good: "payload=$(cat)", bad: "payload=$1", ids: []string{"HT304", "HT319"}},
		{name: "the reason on stdout", good: "here\" >&2", bad: "here\"", ids: []string{"HT328", "HT504"}},
		{name: "a refusal that this agent ignores", good: "echo \"only ls is allowed here\" >&2\nexit 2", bad: `echo '{"decision": "deny", "reason": "only ls"}'`, ids: []string{"HT330", "HT405", "HT406"}},
		{name: "a syntax error", good: "esac", bad: "fi", ids: []string{"HT320"}},
		{name: "exit in a subshell", good: "echo \"only ls is allowed here\" >&2\nexit 2", bad: "(echo \"only ls is allowed here\" >&2; exit 2)\nexit 0", ids: []string{"HT327"}},
	}
}

// An agentByTheSkill does what SKILL.md says, and no more.
type agentByTheSkill struct {
	t      *testing.T
	folder string
	defect defect
	// read counts the bytes that it has read.
	read int
}

// command runs a command line of hooktest, and returns the report and whether the exit code is 0.
func (a *agentByTheSkill) command(line string) (report map[string]any, ok bool) {
	a.t.Helper()
	c := exec.Command("/bin/sh", "-c", line)
	c.Dir = a.folder
	var out bytes.Buffer
	c.Stdout = &out
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(a.t, err)
	}
	a.read += out.Len()
	if strings.Contains(line, "json") {
		require.NoError(a.t, json.Unmarshal(out.Bytes(), &report), "%s: %s", line, out.String())
	}
	return report, err == nil
}

// fix reads the ids of a report's findings, starts the fix that next names, and else writes what it has learned.
func (a *agentByTheSkill) fix(report map[string]any) {
	next, _ := report["next"].([]any)
	for _, one := range next {
		if line, _ := one.(string); strings.Contains(line, "--fix") {
			if _, ok := a.command(line); ok {
				return
			}
		}
	}
	text, err := json.Marshal(report)
	require.NoError(a.t, err)
	if slices.ContainsFunc(a.defect.ids, func(id string) bool { return bytes.Contains(text, []byte(`"id":"`+id+`"`)) }) {
		write(a.t, a.folder, defect{})
	}
}

// verdict returns what a run-report says of Claude Code.
func verdict(report map[string]any) string {
	runs, _ := report["runs"].([]any)
	for _, one := range runs {
		if run, _ := one.(map[string]any); run["agent"] == "claude" {
			text, _ := run["verdict"].(string)
			return text
		}
	}
	return ""
}

// work follows the steps until each command ends with exit code 0.
func (a *agentByTheSkill) work(probes bool) bool {
	for range 5 {
		report, ok := a.command("hooktest lint --format json")
		if !ok {
			a.fix(report)
			continue
		}
		refused, _ := a.command("hooktest run ./guard.sh --format json --bash 'rm -rf build'")
		if verdict(refused) != "deny" {
			a.fix(refused)
			continue
		}
		if allowed, _ := a.command("hooktest run ./guard.sh --format json --bash ls"); verdict(allowed) != "allow" {
			a.fix(allowed)
			continue
		}
		if probes {
			if report, ok := a.command("hooktest probe ./guard.sh --bash 'rm -rf build' --format json"); !ok {
				a.fix(report)
				continue
			}
		}
		if report, ok := a.command("hooktest test --yes --format json"); !ok {
			a.fix(report)
			continue
		}
		return true
	}
	return false
}

func write(t *testing.T, folder string, d defect) {
	t.Helper()
	for name, text := range map[string]string{".claude/settings.json": skilledSettings, "guard.sh": skilledGuard} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if d.good != "" {
			text = strings.ReplaceAll(text, d.good, d.bad)
		}
		require.NoError(t, os.WriteFile(path, []byte(text), 0o755))
	}
	if d.mode != 0 {
		require.NoError(t, os.Chmod(filepath.Join(folder, "guard.sh"), d.mode))
	} else {
		require.NoError(t, os.Chmod(filepath.Join(folder, "guard.sh"), 0o755))
	}
}

// An agent that does literally what the skill says turns broken hooks into ones that guard.
func TestTheSkillRepairsHooks(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	probes, err := condition("turn:1/4")
	require.NoError(t, err)
	for i, d := range portion.Of(defects(), 3, 0) {
		t.Run(d.name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, d)
			a := &agentByTheSkill{t: t, folder: folder, defect: d}
			assert.True(t, a.work(i == 0 && probes), "the skill ends with a hook that guards")
		})
	}
}

// The skill, a look at the settings and the first verdict are short enough for an agent that pays for each word.
func TestTheFirstVerdictIsSixKilobytesAway(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	folder := t.TempDir()
	write(t, folder, defect{})
	a := &agentByTheSkill{t: t, folder: folder, read: len(skills.Hooktest)}
	_, ok := a.command("hooktest lint --format json")
	require.True(t, ok)
	report, _ := a.command("hooktest run ./guard.sh --format json --bash 'rm -rf build'")
	assert.Equal(t, "deny", verdict(report))
	assert.LessOrEqual(t, a.read, 6000)
}
