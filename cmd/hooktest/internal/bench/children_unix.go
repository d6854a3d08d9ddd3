//go:build unix

package bench

import (
	"syscall"
	"time"
)

// childrenTime is the processor time of all processes that this one has waited for, and
// of those that they have waited for; below zero where the system does not tell.
func childrenTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		return -1
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
