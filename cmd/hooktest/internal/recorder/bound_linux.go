package recorder

import "syscall"

// bound has the hook end with a recorder that is killed: an agent that kills a hook
// knows the recorder's number only.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
