//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// lead makes the command the leader of its own process group, which does not get
// the terminal's signals.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// A group is identified by the pid of its leader. The system does not reuse the
// number while a process of the group lives.
type group struct{ id int }

func newGroup(leader *os.Process) group { return group{leader.Pid} }

// quit makes programs in Go, Java and other languages write their stacks.
func (g group) quit() { g.signal(syscall.SIGQUIT) }

func (g group) terminate() { g.signal(syscall.SIGTERM) }

func (g group) kill() { g.signal(syscall.SIGKILL) }

// signal ignores the error for a group without processes: ending them all is the
// purpose of every signal here.
func (g group) signal(s syscall.Signal) { _ = syscall.Kill(-g.id, s) }

func (g group) release() {}
