package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// On a terminal, progress is one line that is updated and finally erased.
func TestConformProgress(t *testing.T) {
	failing := strings.ReplaceAll(strings.ReplaceAll(quick, "HOOK-022", "HOOK-023"), "ran ends 1", "ran ends 7")
	tests := []struct {
		name    string
		columns int
		args    []string
		environ string
		want    []string
	}{
		{"a line", 80, nil, "TERM=xterm", []string{
			"", "0 of 2 cases: HOOK-022-ends", "1 of 2 cases", "1 of 2 cases: HOOK-023-für immer-\\x1b[2J", "2 of 2 cases, 1 failure", "",
		}},
		{"an adapter", 80, []string{"--", "./hooktest", "adapter"}, "TERM=xterm", []string{
			"", "starting the adapter", "0 of 2 cases: HOOK-022-ends", "1 of 2 cases", "1 of 2 cases: HOOK-023-für immer-\\x1b[2J", "2 of 2 cases, 1 failure", "",
		}},
		{"a narrow terminal", 21, nil, "TERM=xterm", []string{
			"", "0 of 2 cases: HOOK-0", "1 of 2 cases", "1 of 2 cases: HOOK-0", "2 of 2 cases, 1 fail", "",
		}},
		{"quiet", 80, []string{"--quiet"}, "TERM=xterm", nil},
		{"a terminal that can't go back", 80, nil, "TERM=dumb", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			s.write("cases/HOOK-022-ends.txtar", quick)
			s.write("cases/HOOK-023-für immer-\x1b[2J.txtar", strings.ReplaceAll(failing, "budget: 30s", "budget: 20s"))
			term := newTerminal(t, tt.columns)
			cmd := s.command(append([]string{"conform", "--cases", "cases", "-j", "1"}, tt.args...)...)
			var stdout bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, term.slave
			cmd.Env = append(cmd.Env, tt.environ)
			_ = cmd.Run()
			assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "a case fails")
			shown, left := term.screen(t, term.hangUp(t))
			assert.Equal(t, tt.want, shown)
			assert.Empty(t, left)
			assert.NotContains(t, stdout.String(), "\r")
		})
	}
}

// If results or notes go to the same terminal, the progress line is erased first.
func TestConformProgressMakesRoom(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-022-ends.txtar", quick)
	term := newTerminal(t, 400)
	cmd := s.command("conform", "--cases", "cases", "--keep-work")
	cmd.Stdout, cmd.Stderr = term.slave, term.slave
	cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=1")
	require.NoError(t, cmd.Run())
	shown, left := term.screen(t, term.hangUp(t))
	assert.Contains(t, shown, "0 of 1 cases: HOOK-022-ends")
	require.Greater(t, len(left), 2)
	assert.Regexp(t, `^note: the cases' folders are in `, left[0])
	assert.Regexp(t, `^conformance of hooktest`, left[1])
	assert.Regexp(t, `^as-expected: `, left[len(left)-1])
	for _, line := range left {
		assert.NotRegexp(t, `of 1 cases`, line)
	}
}

// An interruption may take seconds, and the line shows that.
func TestConformProgressInterrupted(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-021-lingers.txtar", lingering)
	term := newTerminal(t, 120)
	cmd := s.command("conform", "--cases", "cases")
	cmd.Stderr = term.slave
	cmd.Env = append(cmd.Env, "TERM=xterm")
	require.NoError(t, cmd.Start())
	s.hear("hook")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	s.ends(cmd, 130)
	shown, left := term.screen(t, term.hangUp(t))
	assert.Contains(t, shown, "interrupted: waiting for what was started to end (interrupt again not to wait)")
	assert.Empty(t, left)
}

// Commands that start hooks one after another say which of how many they are at.
func TestProgressOfHooks(t *testing.T) {
	record := `{"v":1,"agent":"claude","event":"PreToolUse","command":"./g.sh","stdin":"{}"}` + "\n"
	tests := []struct {
		name string
		args []string
		want []string
	}{
		{"doctor", []string{"doctor", "--start", "--agents", "claude"}, []string{
			"", "0 of 2 hooks of Claude Code", "1 of 2 hooks of Claude Code", "",
		}},
		{"replay", []string{"replay", "two.jsonl", "--hook", "./g.sh"}, []string{"", "0 of 2 records", "1 of 2 records", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			s.write("g.sh", "#!/bin/sh\n")
			s.write(".claude/settings.json", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./g.sh"},{"type":"command","command":"./g.sh x"}]}]}}`)
			s.write("two.jsonl", record+record)
			term := newTerminal(t, 80)
			cmd := s.command(tt.args...)
			cmd.Stderr = term.slave
			cmd.Env = append(cmd.Env, "TERM=xterm")
			output, err := cmd.Output()
			require.NoError(t, err, string(output))
			shown, left := term.screen(t, term.hangUp(t))
			assert.Equal(t, tt.want, shown)
			assert.Empty(t, left)
		})
	}
}
