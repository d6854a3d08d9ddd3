//go:build unix && !linux

package front

import "syscall"

// bound does nothing: this system can't bind one process to another.
func bound() *syscall.SysProcAttr { return nil }
