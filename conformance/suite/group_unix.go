//go:build unix

package suite

import (
	"errors"
	"syscall"
	"time"
)

// groupAlive tells whether a process of the group that a hook led is left. A
// killed process may take a moment to disappear.
func groupAlive(pid int) bool {
	deadline := time.Now().Add(2 * time.Second)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		err := syscall.Kill(-pid, 0)
		other := syscall.Kill(pid, 0)
		if errors.Is(err, syscall.ESRCH) && errors.Is(other, syscall.ESRCH) {
			return false
		}
		if time.Now().After(deadline) {
			return true
		}
		<-tick.C
	}
}
