//go:build unix && !linux

package front

import "syscall"

// bound leaves a hook to itself: this system does not bind one process to another.
func bound() *syscall.SysProcAttr { return nil }
