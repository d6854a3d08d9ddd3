package front

import "syscall"

// bound makes the hook die when the recorder is killed: an agent that kills the hook knows only
// the recorder's process id.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
