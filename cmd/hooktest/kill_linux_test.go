package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// When hooktest is killed, every process that it has started is killed too, in any process group
// or session, and no temporary folder remains.
func TestKilled(t *testing.T) {
	const hook = "#!/bin/sh\nexec 9>'ALIVE'\ntrap '' TERM HUP INT\nsleep 300 &\necho \"hook $$ $!\" >&9\nsleep 300\n"
	settings := `{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [
		{"type": "command", "command": "./hook.sh"}, {"type": "command", "command": "exec ./hook.sh"}, {"type": "command", "command": "./hook.sh; true"}]}]}}`
	tests := []struct {
		name, adapter string
		args          []string
		// heard are the first words of the lines that the processes write.
		heard []string
	}{
		{name: "run", args: []string{"run", "--agents", "llxprt", "./hook.sh", "--bash", "ls"}, heard: []string{"hook"}},
		{name: "probe", args: []string{"probe", "--no-sandbox", "--agents", "llxprt", "./hook.sh", "--bash", "ls"}, heard: []string{"hook"}},
		{name: "fire", args: []string{"fire", "--yes", "BeforeTool", "write_file", "--settings", "settings.json", "--agents", "llxprt"}, heard: []string{"hook", "hook", "hook"}},
		{name: "conform", args: []string{"conform", "--cases", "cases"}, heard: []string{"hook"}},
		{
			name: "adapter", adapter: "exec 9>'ALIVE'\necho \"adapter $$\" >&9\nexec ./hooktest adapter\n",
			args: []string{"conform", "--cases", "cases", "--", "sh", "adapter.sh"}, heard: []string{"adapter", "hook"},
		},
		{
			name: "adapter with children in sessions of their own", adapter: "exec 9>'ALIVE'\nsetsid sh -c 'sleep 300 & sleep 300' &\necho \"adapter $$ $!\" >&9\n./hooktest adapter\n",
			args: []string{"conform", "--cases", "cases", "--", "sh", "adapter.sh"}, heard: []string{"adapter", "hook"},
		},
		{
			name: "adapter that does not answer", adapter: "exec 9>'ALIVE'\ntrap '' QUIT TERM\nsleep 300 &\necho \"adapter $$ $!\" >&9\nsleep 300\n",
			args: []string{"conform", "doctor", "--", "sh", "adapter.sh"}, heard: []string{"adapter"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.write("hook.sh", hook)
			s.write("settings.json", settings)
			s.write("cases/HOOK-021-lingers.txtar", lingering)
			s.write("adapter.sh", tt.adapter)
			cmd, _ := s.start(tt.args...)
			var pids []int
			for _, word := range tt.heard {
				pids = append(pids, s.hear(word)...)
			}
			pids = append(pids, guardsOf(t, cmd.Process.Pid)...)
			require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
			require.Error(t, cmd.Wait())
			s.deserted(pids)
		})
	}
}

// The same holds for the programs that a proof builds and judges, and for their hooks.
func TestKilledWhileProving(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	tree := filepath.Join(s.folder, "tree")
	require.NoError(t, copySource(tree, []string{"HOOK-010"}, false))
	off := filepath.Join("tree", "testscripts", "02-zero-overhead", "HOOK-010-off.txtar")
	text, err := os.ReadFile(filepath.Join(s.folder, off))
	require.NoError(t, err)
	head, _, ok := strings.Cut(string(text), "-- guard --\n")
	require.True(t, ok, "the case has the hook")
	_, body, _ := strings.Cut(lingering, "-- lingers --\n")
	s.write(off, head+"-- guard --\n"+body)

	cmd := s.command("HOOK-010.1/configured-means-on")
	prove, err := proveProgram()
	require.NoError(t, err)
	cmd.Path, cmd.Dir = prove, tree
	caches, err := goCaches()
	require.NoError(t, err)
	for name, folder := range caches {
		cmd.Env = append(cmd.Env, name+"="+folder)
	}
	require.NoError(t, cmd.Start())
	pids := append(s.hear("hook"), guardsOf(t, cmd.Process.Pid)...)
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	require.Error(t, cmd.Wait())
	s.deserted(pids)
}

// guardsOf returns the guard processes among a process's children. There must be exactly one.
func guardsOf(t *testing.T, pid int) []int {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	var guards []int
	for _, file := range lines {
		line, err := os.ReadFile(file)
		if err != nil || string(line) != "hooktest-guard\x00" {
			continue
		}
		stat, err := os.ReadFile(filepath.Join(filepath.Dir(file), "stat"))
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			guard, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			require.NoError(t, err)
			guards = append(guards, guard)
		}
	}
	require.Len(t, guards, 1)
	return guards
}

// deserted waits until all processes have exited and no temporary folders remain. That must not
// take long.
func (s *stage) deserted(pids []int) {
	s.t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// Copying ends when no process holds the pipe open.
		_, _ = io.Copy(io.Discard, s.lines)
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		s.t.Error("somebody still holds the pipe")
	}
	for _, pid := range pids {
		assert.Eventually(s.t, func() bool { return gone(pid) }, 20*time.Second, 5*time.Millisecond, "process %d lives on", pid)
	}
	s.swept()
}
