//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// lead makes the command the leader of a process group of its own, and with that
// deaf to the terminal's signals.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// A group is known by the number of its leader. Its number stays taken as long
// as one of its processes lives.
type group struct{ id int }

func newGroup(leader *os.Process) group { return group{leader.Pid} }

// quit asks for a last word: programs in Go, Java and others write their stacks.
func (g group) quit() { g.signal(syscall.SIGQUIT) }

func (g group) terminate() { g.signal(syscall.SIGTERM) }

func (g group) kill() { g.signal(syscall.SIGKILL) }

// signal ignores the error that says that nobody is left: that is what all
// signals here are for.
func (g group) signal(s syscall.Signal) { _ = syscall.Kill(-g.id, s) }

func (g group) release() {}
