//go:build unix

package suite

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func startGroup(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	return cmd
}

func TestGroupAlive(t *testing.T) {
	cmd := startGroup(t, "sleep", "60")
	assert.True(t, groupAlive(cmd.Process.Pid), "a process that runs")
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	assert.False(t, groupAlive(cmd.Process.Pid), "one that has ended")
}

func TestGroupOfZombiesIsGone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("zombies can be recognized only on Linux")
	}
	stdout, stdoutEnd, err := os.Pipe()
	require.NoError(t, err)
	defer stdout.Close()
	cmd := exec.Command("true")
	cmd.Stdout = stdoutEnd
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, cmd.Start())
	defer func() { _ = cmd.Wait() }()
	require.NoError(t, stdoutEnd.Close())
	// The end of its output is the end of the process, which is not waited for yet.
	_, _ = stdout.Read(make([]byte, 1))
	assert.True(t, groupExists(cmd.Process.Pid))
	assert.False(t, groupAlive(cmd.Process.Pid))
}

func TestGroupOutlivesItsLeader(t *testing.T) {
	cmd := startGroup(t, "sh", "-c", "sleep 60 & exit 0")
	_ = cmd.Wait()
	assert.True(t, groupAlive(cmd.Process.Pid))
}
