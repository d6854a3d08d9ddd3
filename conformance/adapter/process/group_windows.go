package process

import (
	"os"
	"os/exec"
	"syscall"
)

// lead keeps the console's CTRL_C from the command.
func lead(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// A group is a job object. The leader is put into it right after its start;
// processes that it starts before that are not part of the job. The job is 0 if
// the system refused one; then only the leader can be ended.
type group struct {
	leader *os.Process
	job    uintptr
}

func kernel(function string) *syscall.LazyProc {
	return syscall.NewLazyDLL("kernel32.dll").NewProc(function)
}

func newGroup(leader *os.Process) group {
	const processSetQuota, processTerminate = 0x0100, 0x0001
	g := group{leader: leader}
	job, _, _ := kernel("CreateJobObjectW").Call(0, 0)
	if job == 0 {
		return g
	}
	process, err := syscall.OpenProcess(processSetQuota|processTerminate, false, uint32(leader.Pid))
	if err != nil {
		_ = syscall.CloseHandle(syscall.Handle(job))
		return g
	}
	defer func() { _ = syscall.CloseHandle(process) }()
	if ok, _, _ := kernel("AssignProcessToJobObject").Call(job, uintptr(process)); ok == 0 {
		_ = syscall.CloseHandle(syscall.Handle(job))
		return g
	}
	g.job = job
	return g
}

// quit sends CTRL_BREAK, which has no effect without a console.
func (g group) quit() {
	_, _, _ = kernel("GenerateConsoleCtrlEvent").Call(syscall.CTRL_BREAK_EVENT, uintptr(g.leader.Pid))
}

func (g group) terminate() { g.kill() }

func (g group) kill() {
	if g.job == 0 {
		_ = g.leader.Kill()
		return
	}
	_, _, _ = kernel("TerminateJobObject").Call(g.job, 1)
}

func (g group) release() {
	if g.job != 0 {
		_ = syscall.CloseHandle(syscall.Handle(g.job))
	}
}
