package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func TestCommandsForWindows(t *testing.T) {
	t.Parallel()
	hook := func(fields string) finding.Example {
		return claude(`"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", ` + fields + `}]}]`)
	}
	command := func(text string) finding.Example { return hook(fmt.Sprintf(`"command": %q`, text)) }
	power := func(text string) finding.Example {
		return hook(fmt.Sprintf(`"shell": "powershell", "command": %q`, text))
	}
	gemini := func(text string) finding.Example {
		return in("gemini", ".gemini/settings.json", fmt.Sprintf(`{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": %q}]}]}}`, text))
	}
	copilot := func(fields string) finding.Example {
		return in("copilot", ".github/hooks/a.json", `{"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "true", `+fields+`}]}}`)
	}
	none := []string{}
	tests := []struct {
		example finding.Example
		want    []string
		reason  string
	}{
		{command(`C:\Users\me\hooks\guard.exe`), []string{"HT703"}, "the shell removes them"},
		{command(`python C:\hooks\guard.py`), []string{"HT703"}, "an argument, too"},
		{command(`.claude\hooks\guard.cmd --strict`), []string{"HT703"}, "a relative path"},
		{command(`node hooks\guard.js`), []string{"HT703"}, "a relative path after a program"},
		{command(`powershell -File C:\hooks\guard.ps1`), []string{"HT703"}, "bash reads the line first"},
		{command(`"C:\Program Files\guard\guard.exe"`), none, "between quotes they stay"},
		{command(`'C:\hooks\guard.exe'`), none, "between quotes they stay"},
		{command(`grep -E a\.b\.sh`), none, "these are signs of an expression"},
		{command(`grep -q \\.env || printf 'a\nb'`), none, "that is not a path"},
		{command(`jq -r .tool_input.command | grep -E rm\ -rf`), none, "a blank is escaped"},
		{command(`find . -name \*.py -exec ruff {} \;`), none, "signs of the shell are escaped"},
		{gemini(`C:\hooks\guard.exe`), none, "PowerShell reads it on Windows"},

		{command(`pwsh -NoProfile -ExecutionPolicy Bypass -Command ./guard.ps1`), []string{"HT704"}, "code 2 is lost"},
		{command(`powershell.exe -c "& ./guard.ps1"`), []string{"HT704"}, "by the short flag"},
		{command(`pwsh -NoProfile -ExecutionPolicy Bypass -File ./guard.ps1`), none, "-File keeps it"},
		{command(`pwsh -Command "./guard.ps1; exit $LASTEXITCODE"`), none, "it is handed on"},

		{command(`cmd.exe /d /s /c guard.bat`), []string{"HT705"}, "with flags in front"},
		{command(`cmd //c guard.bat`), none, "that is one flag to cmd"},
		{command(`echo 'cmd /c' >/dev/null`), none, "it is a text"},
		{gemini(`cmd /c guard.bat`), none, "PowerShell changes nothing"},

		{power(`"${CLAUDE_PROJECT_DIR}"/hooks/guard.ps1`), []string{"HT706"}, "a text and a word are not a command"},
		{power(`"$env:CLAUDE_PROJECT_DIR/hooks/guard.ps1"`), []string{"HT706"}, "a text alone is printed"},
		{power(`./guard.ps1 2>/dev/null`), []string{"HT706"}, "the file does not exist"},
		{power(`if [ -f x ]; then exit 2; fi`), []string{"HT706"}, "a condition of sh"},
		{power(`& "$env:CLAUDE_PROJECT_DIR/hooks/guard.ps1"`), none, "that starts it"},
		{power(`./guard.ps1`), none, "so does this"},
		{power(`$in = [Console]::In.ReadToEnd(); if ($in -match 'rm') { exit 2 }`), none, "it is written for PowerShell"},
		{copilot(`"powershell": "\"$HOOKS_DIR/guard.ps1\""`), []string{"HT706"}, "the field is for PowerShell"},
		{copilot(`"powershell": "./guard.ps1"`), none, "that starts it"},
	}
	for _, tt := range tests {
		for _, path := range []string{"guard.ps1", "hooks/guard.ps1"} {
			tt.example.OtherFiles = append(tt.example.OtherFiles, finding.File{Path: path, Executable: true})
		}
		all := found(t, tt.example)
		assert.Equal(t, tt.want, ids(all), "%s\n%s\n%v", tt.reason, tt.example.File.Text, texts(all))
	}
}

// The hooks of one tool are counted across groups.
func TestManyHooks(t *testing.T) {
	t.Parallel()
	group := func(matcher string, from, n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`{"type": "command", "command": "check %d", "timeout": %d}`, from+i, 5+i))
		}
		return fmt.Sprintf(`{"matcher": %q, "hooks": [%s]}`, matcher, strings.Join(all, ", "))
	}
	on := func(event string, groups ...string) []finding.Finding {
		return found(t, claude(fmt.Sprintf(`"%s": [%s]`, event, strings.Join(groups, ", "))))
	}
	all := on("PreToolUse", group("Bash", 0, 20), group("*", 100, 9))
	assert.Equal(t, []string{"HT141"}, ids(all))
	assert.Contains(t, all[0].Text, "29 hooks run at each call of Bash on PreToolUse, and Claude Code waits for the slowest, up to 24 s")
	all = on("PreToolUse", group("*", 0, 20))
	require.Equal(t, []string{"HT141"}, ids(all))
	assert.Contains(t, all[0].Text, "20 hooks run at each call of every tool on PreToolUse")
	assert.Empty(t, on("PreToolUse", group("Bash", 0, 8), group("Edit", 100, 8)), "each tool has 8")
	assert.Empty(t, on("SessionEnd", group("", 0, 20)), "that is once a session")

	lone := strings.Repeat(`, {"type": "command", "bash": "check", "timeoutSec": 3}`, 13)[2:]
	all = found(t, in("copilot", ".github/hooks/all.json", `{"version": 1, "hooks": {"preToolUse": [`+lone+`]}}`))
	require.Contains(t, ids(all), "HT141")
	i := slices.Index(ids(all), "HT141")
	assert.Contains(t, all[i].Text, "waits for one after another, up to 39 s", "Copilot runs the hooks of an event one by one")
}
