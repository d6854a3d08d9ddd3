package procgroup

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// attributes make the process the head of a console group, which can receive
// CTRL_BREAK.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// A group is a job object. The head is added to it right after its start; a process
// that the head starts before that is not part of it. The job is 0 if the system
// refused one; then only the head can be ended.
type group struct {
	head *os.Process
	job  windows.Handle
}

func newGroup(head *os.Process) group {
	job, err := newJob(head.Pid)
	if err != nil {
		return group{head: head}
	}
	return group{head: head, job: job}
}

func newJob(pid int) (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = assign(job, pid)
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, err
	}
	return job, nil
}

func assign(job windows.Handle, pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(process) }()
	return windows.AssignProcessToJobObject(job, process)
}

// terminate kills the group if there is no console for CTRL_BREAK.
func (g group) terminate() error {
	if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(g.head.Pid)) == nil {
		return nil
	}
	return g.kill()
}

func (g group) kill() error {
	if g.job == 0 {
		return g.head.Kill()
	}
	return windows.TerminateJobObject(g.job, 1)
}

func (g group) release() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
	}
}

// watch blocks until the head has exited; the job does not depend on its pid.
func watch(head *os.Process) (*os.ProcessState, error) { return head.Wait() }

// ended always returns false: watch owns the head's handle.
func ended(*os.Process) bool { return false }

func exitOf(state *os.ProcessState) Exit { return Exit{Code: state.ExitCode()} }
