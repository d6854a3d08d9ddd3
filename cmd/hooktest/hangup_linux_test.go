package main

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// If the user closes the terminal during a run, there is no terminal output any more, but files
// are still written.
func TestConformOnAClosedTerminal(t *testing.T) {
	s := newStage(t)
	s.write("adapter.sh", "exec 9>'ALIVE'\nsleep 300 &\necho \"adapter $$ $!\" >&9\nexec ./hooktest adapter\n")
	window := newTerminal(t, 80)
	cmd := s.command(append(s.lingeringRun(), "--", "sh", "adapter.sh")...)
	cmd.Env = append(cmd.Env, "TERM=xterm")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = window.slave, window.slave, window.slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	require.NoError(t, window.slave.Close())
	pids := append(s.hear("adapter"), s.hear("hook")...)
	require.NoError(t, window.master.Close())
	s.ends(cmd, 130)
	s.silent()
	for _, pid := range pids {
		assert.True(t, gone(pid), "process %d is gone", pid)
	}
	s.swept()
	s.reportsSay("interrupted")
}

// The shell and the system both send a hang-up for a closed terminal. The second one doesn't mean
// that the user is impatient.
func TestHangUpTwiceAtOnce(t *testing.T) {
	s := newStage(t)
	cmd, _ := s.start(s.lingeringRun()...)
	s.hear("hook")
	require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
	require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
	s.ends(cmd, 130)
	s.silent()
	s.reportsSay("interrupted")
}

// A process started by nohup survives its terminal.
func TestHangUpIgnored(t *testing.T) {
	s := newStage(t)
	s.write("hook.sh", "#!/bin/sh\nexec 9>'ALIVE'\necho \"hook $$\" >&9\nread -r _ <go\n")
	require.NoError(t, syscall.Mkfifo(filepath.Join(s.folder, "go"), 0o600))
	cmd := s.command("run", "--agents", "llxprt", "./hook.sh", "--bash", "ls", "--project", ".", "--expect", "allow")
	cmd.Args = append([]string{"sh", "-c", "trap '' HUP; exec \"$@\"", "sh"}, append([]string{s.hooktest}, cmd.Args[1:]...)...)
	sh, err := exec.LookPath("sh")
	require.NoError(t, err)
	cmd.Path = sh
	require.NoError(t, cmd.Start())
	s.hear("hook")
	require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
	s.write("go", "on\n")
	require.NoError(t, cmd.Wait())
}
