//go:build unix

package bench

import (
	"syscall"
	"time"
)

// childrenTime returns the CPU time of all processes that this one has waited for, and of their
// waited-for children; negative if the system does not report it.
func childrenTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		return -1
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
