//go:build unix

package procgroup

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes make the process the leader of a new session, and so of a new group
// without a terminal. A hook that opens /dev/tty then always gets an error; otherwise
// it would be stopped if the engine has a terminal.
//
//hooktest:impl HOOK-125
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// A group is identified by the pid of its leader.
type group struct{ id int }

func newGroup(leader *os.Process) group { return group{leader.Pid} }

// terminate also continues stopped processes, which would not see SIGTERM otherwise.
//
//hooktest:impl HOOK-117
func (g group) terminate() error {
	err := unix.Kill(-g.id, unix.SIGTERM)
	_ = unix.Kill(-g.id, unix.SIGCONT)
	return err
}

//hooktest:impl HOOK-118
func (g group) kill() error { return unix.Kill(-g.id, unix.SIGKILL) }

func (g group) release() {}

func exitOf(state *os.ProcessState) Exit {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return Exit{Code: state.ExitCode()}
	}
	name := unix.SignalName(status.Signal())
	if name == "" {
		name = fmt.Sprintf("signal %d", status.Signal())
	}
	return Exit{Signal: name}
}
