package front

import "syscall"

// bound has the hook end when the recorder is killed: an agent that kills the hook knows
// only the recorder's process number.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
