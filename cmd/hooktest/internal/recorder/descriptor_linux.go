package recorder

import "golang.org/x/sys/unix"

// descriptor is one of a process (Linux 5.3), nowhere where there is none.
func descriptor(pid int) int {
	ended, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return nowhere
	}
	return ended
}
